import { formatMoney } from "@rokad/money/format";
import type { Tx } from "../../database/db.ts";
import { notify, type NewNotification } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import { listOr } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { nextApprovers, type GivenApproval } from "../approval-policies/progress.ts";
import type { StoredRequest } from "./stored-request.ts";

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
    const { maker_id: makerId, steps } = request;
    const people = nextApprovers({ makerId, steps, given }, members);
    if (people.length === 0) stuck.push(request.id);
    return {
      personId: request.tenant_id,
      kind: people.length === 0 ? "request_stuck" : kind,
      subjectId: request.id,
      detail: `${phraseOf(request)}. ${waitingSentence(people)}`,
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

/** `Waits for Asha Rao or Ravi Sharma`, or why nobody can approve it. */
export function waitingSentence(people: readonly { readonly name: string }[]): string {
  if (people.length > 0) return `Waits for ${listOr(people.map(({ name }) => name))}`;
  return "Nobody can approve this step: add an approver, or withdraw the request";
}
