import type { AuditAct } from "@rokad/contract/audit";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import type { Visitor } from "../sign-in/open-session.ts";
import type { Person } from "../sign-in/person.ts";

/** Something that was done, as the audit log keeps it for ever. */
export interface Deed {
  readonly act: AuditAct;
  /** Who did it; null for somebody who was not signed in, and for the product itself. */
  readonly by: Pick<Person, "id" | "from"> | null;
  /** Where it came from, when `by` can't tell. */
  readonly from?: Visitor | undefined;
  /** What it was done to: `{ kind: "tenant", id }`. */
  readonly subject?: { readonly kind: string; readonly id: string } | undefined;
  readonly reason?: string | null | undefined;
  /** Only what changed, and never a code, token, password or whole account number. */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

/**
 * Adds to the audit log inside the transaction in which the thing is done: both are kept, or
 * neither. The last statement of a transaction, because the log's rows are chained one after the
 * other and whoever adds one holds the others back until the commit.
 */
export async function record(db: Tx, deed: Deed): Promise<void> {
  const visitor = deed.from ?? deed.by?.from;
  await db
    .insertInto("audit_log")
    .values({
      at: now(),
      actor_id: deed.by?.id ?? null,
      act: deed.act,
      subject_kind: deed.subject?.kind ?? null,
      subject_id: deed.subject?.id ?? null,
      reason: deed.reason ?? null,
      before: deed.before ? JSON.stringify(deed.before) : null,
      after: deed.after ? JSON.stringify(deed.after) : null,
      address: visitor?.address ?? null,
      user_agent: visitor?.userAgent?.slice(0, 300) ?? null,
      // The database numbers and chains the rows.
      seq: 0n,
      previous_hash: Buffer.alloc(0),
      hash: Buffer.alloc(0),
    })
    .execute();
}
