import { formatMoney } from "@rokad/money/format";
import type { Tx } from "../../database/db.ts";
import { notify, type NewNotification } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import { listOr } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import {
  nextApprovers,
  type GivenApproval,
  type NextApprover,
} from "../approval-policies/progress.ts";
import { waitingOf, type StoredRequest } from "./stored-request.ts";

/** `₹4,50,000.00 to Asha Rao`. */
export function phraseOf(request: Pick<StoredRequest, "amount_paise" | "beneficiary_name">) {
  return `${formatMoney(inr(request.amount_paise))} to ${request.beneficiary_name}`;
}

interface Waiting {
  readonly request: StoredRequest;
  readonly given: readonly GivenApproval[];
}

/**
 * Notifies the business of requests that wait for a step: who can approve each, or that nobody can.
 * Marks those that nobody can approve, so that the owners hear of each once.
 */
export async function notifyWaiting(
  db: Tx,
  list: readonly Waiting[],
  members: readonly Member[],
  kind: "request_waiting" | "request_reminder" = "request_waiting",
): Promise<void> {
  const stuck: string[] = [];
  const messages = list.map(({ request, given }): NewNotification => {
    const people = nextApprovers(waitingOf(request, given), members);
    if (people.length === 0) stuck.push(request.id);
    return {
      personId: request.tenant_id,
      kind: people.length === 0 ? "request_stuck" : kind,
      subjectId: request.id,
      detail: `${phraseOf(request)}. ${waitingSentence(people, members)}`,
      amountPaise: request.amount_paise,
      textTo: people.map(({ id }) => id),
    };
  });
  await notify(db, messages);
  if (stuck.length === 0) return;
  await db
    .updateTable("payment_requests")
    .set({ stuck_since: now() })
    .where("id", "in", stuck)
    .execute();
}

/** `Waits for Asha Rao or Ravi Sharma (for Meera Iyer)`, or who can help when nobody can approve it. */
export function waitingSentence(
  people: readonly NextApprover<Member>[],
  members: readonly Member[],
): string {
  if (people.length > 0) return `Waits for ${listOr(people.map(nameWithPlace))}`;
  const owners = members.filter(({ roles }) => roles.includes("owner")).map(({ name }) => name);
  return `Nobody can approve this step: ${listOr(owners)} can name a deputy or add an approver`;
}

/** `Ravi Sharma (for Meera Iyer)` for a deputy. */
export function nameWithPlace({ name, inPlaceOf }: NextApprover<Member>): string {
  return inPlaceOf ? `${name} (for ${inPlaceOf.name})` : name;
}
