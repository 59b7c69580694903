import type { AuditAct } from "@rokad/contract/audit";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { isTenant, type Person, type RequestOrigin } from "../../kernel/person.ts";

/** Who acts: a signed-in person, or one by their id. */
type Actor = Person | { readonly id: string; readonly from?: RequestOrigin | undefined };

/** One action, as the audit log stores it. Audit rows are never deleted. */
export interface AuditEvent {
  readonly act: AuditAct;
  /** The actor; null for a person who is not signed in, and for the product. */
  readonly by: Actor | null;
  /** The origin of the request, when `by` has none. */
  readonly from?: RequestOrigin | undefined;
  /** The object of the action, such as `{ kind: "tenant", id }`. */
  readonly subject?: { readonly kind: string; readonly id: string } | undefined;
  readonly reason?: string | null | undefined;
  /** Only the changed fields; never a code, token, password or full account number. */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
}

/**
 * Adds a row to the audit log in the transaction of the action: both commit, or neither.
 *
 * Call it last in the transaction. The rows form a hash chain, so each insert locks the chain until
 * its transaction commits.
 */
export async function record(db: Tx, event: AuditEvent): Promise<void> {
  const origin = event.from ?? event.by?.from;
  const after = withBusiness(event);
  await db
    .insertInto("audit_log")
    .values({
      at: now(),
      actor_id: event.by && ("member" in event.by ? event.by.member.id : event.by.id),
      act: event.act,
      subject_kind: event.subject?.kind ?? null,
      subject_id: event.subject?.id ?? null,
      reason: event.reason ?? null,
      before: event.before ? JSON.stringify(event.before) : null,
      after: after ? JSON.stringify(after) : null,
      address: origin?.address ?? null,
      user_agent: origin?.userAgent?.slice(0, 300) ?? null,
      // A trigger sets the number and the hashes.
      seq: 0n,
      previous_hash: Buffer.alloc(0),
      hash: Buffer.alloc(0),
    })
    .execute();
}

/** Names the business for which a member acted, unless the founder did, and the key that was used. */
function withBusiness({ by, after }: AuditEvent): object | undefined {
  if (!by || !("member" in by)) return after;
  const isMember = isTenant(by) && by.member.id !== by.tenantId;
  const whole = isMember ? { ...after, business: by.name } : after;
  return by.apiKey ? { ...whole, api_key: by.apiKey.id } : whole;
}
