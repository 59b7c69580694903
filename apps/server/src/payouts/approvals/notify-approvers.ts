import type { Tx } from "../../database/db.ts";
import { notify, type NewNotification } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { nextApprovers, type GivenApproval } from "../approval-policies/progress.ts";
import { waitingSentence } from "./describe-waiting.ts";
import type { Item, Subject } from "./subject.ts";

/** An item with the approvals that it has. */
export interface WaitingItem<T extends Item> {
  readonly item: T;
  readonly given: readonly GivenApproval[];
}

/**
 * Notifies the business of items that wait for a step: who can approve each, or that nobody can.
 * Marks those that nobody can approve, so that the owners hear of each once.
 */
export async function notifyApprovers<T extends Item>(
  db: Tx,
  subject: Subject<T>,
  list: readonly WaitingItem<T>[],
  members: readonly Member[],
  about: "waiting" | "reminder" = "waiting",
): Promise<void> {
  const messages: NewNotification[] = [];
  const stuck: string[] = [];
  for (const { item, given } of list) {
    const people = nextApprovers(subject.waitingOf(item, given), members);
    if (people.length === 0) stuck.push(item.id);
    messages.push({
      personId: item.tenant_id,
      kind: `${subject.kind}_${people.length === 0 ? "stuck" : about}`,
      subjectId: item.id,
      detail: `${subject.titleOf(item)}. ${waitingSentence(people, members)}`,
      amountPaise: await subject.amountOf(db, item),
      textTo: people.map(({ id }) => id),
    });
  }
  await notify(db, messages);
  if (stuck.length > 0) await subject.update(db, stuck, { stuck_since: now() });
}
