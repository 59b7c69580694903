import type { Tx } from "../../database/db.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import type { DraftItem, DraftSubject } from "./subject.ts";

/** Who makes an item that waits for approval a draft again, and why. */
interface Why {
  /** Null if its time was over. */
  readonly by: { readonly id: string; readonly name: string } | null;
  /** Null if its maker withdraws it. */
  readonly reason: string | null;
}

/** Makes a locked item that waits a draft again. Its approvals no longer count. */
export async function returnToDraft<T extends DraftItem>(
  db: Tx,
  subject: DraftSubject<T>,
  item: T,
  why: Why,
): Promise<void> {
  await subject.renew(db, item);
  await subject.update(db, [item.id], {
    ...notWaiting,
    state: "draft",
    returned_by: why.by?.id ?? null,
    returned_reason: why.reason,
    returned_at: now(),
  });
  await notify(db, [
    {
      personId: item.tenant_id,
      kind: `${subject.kind}_returned`,
      subjectId: item.id,
      detail: describeReturn(subject.titleOf(item), why),
    },
  ]);
}

const notWaiting = {
  policy_id: null,
  steps: null,
  submitted_at: null,
  waits_since: null,
  reminded_at: null,
  stuck_since: null,
} as const;

function describeReturn(title: string, { by, reason }: Why): string {
  if (!by) return `${title} is a draft again. ${reason ?? ""}`;
  return `${title} was ${reason === null ? "withdrawn" : `sent back: ${reason}`} (${by.name})`;
}
