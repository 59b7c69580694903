import type { ApprovalOutcome } from "@rokad/contract/request-decisions";
import { nextState } from "@rokad/contract/request-states";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import type { Tenant } from "../../kernel/person.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import type { Place } from "../approval-policies/policy.ts";
import { lockApprovers } from "../approval-policies/policy-queries.ts";
import { findAskedPlace, progressOf, type GivenApproval } from "../approval-policies/progress.ts";
import { notAnApprover } from "./approve-requests.ts";
import { lockOwn } from "./create-request.ts";
import { phraseOf } from "../phrase-of.ts";
import { notifyApprovers } from "../approvals/notify-approvers.ts";
import { requestSubject } from "./request-subject.ts";
import { recordEvents } from "./record-events.ts";
import { releaseHolds, withReturned } from "./request-holds.ts";
import { sendApproved } from "./send-approved.ts";
import { readApprovals, waitingOf } from "../approval-policies/read-approvals.ts";
import {
  alreadyDecided,
  assertContent,
  lockRequest,
  type StoredRequest,
} from "./stored-request.ts";

/**
 * Rejects a request that is not sent, as someone who can approve one of its steps.
 * @throws 403 `NOT_AN_APPROVER`; 404; 409 `ALREADY_DECIDED`, `REQUEST_CHANGED`.
 */
export async function rejectRequest(
  person: Tenant,
  id: string,
  { content_hash: contentHash, reason }: { content_hash: string; reason: string },
): Promise<void> {
  await transaction(async (db) => {
    const members = await lockApprovers(db, person.tenantId);
    const request = await lockRequest(db, person.tenantId, id);
    if (!nextState[request.state].reject || request.payout_id) throw alreadyDecided(request);
    assertContent(request, contentHash);
    const me = members.find((member) => member.id === person.member.id);
    const given = (await readApprovals(db, [request]))(id);
    const place = me && findAskedPlace(waitingOf(request, given), me);
    if (!place) throw notAnApprover(request, given, members);
    await close(db, person, request, { state: "rejected", reason, place });
  });
}

/**
 * Withdraws one's own request that is not sent. Closes the race with the last approval: both lock it.
 * @throws 403 for another person's; 404; 409 `ALREADY_DECIDED`.
 */
export async function withdrawRequest(person: Tenant, id: string): Promise<void> {
  await transaction(async (db) => {
    const request = await lockOwn(db, person, id);
    if (!nextState[request.state].withdraw || request.payout_id) throw alreadyDecided(request);
    await close(db, person, request, { state: "withdrawn", reason: null });
  });
}

/**
 * Sends an approved request that could not be sent before. It waits for approvals again if one of them
 * no longer counts.
 * @throws 404; 409 `ALREADY_DECIDED`, `REQUEST_CHANGED`.
 */
export async function sendRequest(
  person: Tenant,
  id: string,
  contentHash: string,
  run: RunTransaction,
): Promise<ApprovalOutcome> {
  const outcome = await run(async (db) => {
    const members = await lockApprovers(db, person.tenantId);
    const request = await lockRequest(db, person.tenantId, id);
    const isOver = request.expires_at <= now();
    if (!nextState[request.state].send || request.payout_id || isOver)
      throw alreadyDecided(request);
    assertContent(request, contentHash);
    const givenOf = await readApprovals(db, [request]);
    const { step, missing } = progressOf(waitingOf(request, givenOf(id)));
    const [sent] =
      missing > 0
        ? [await reopen(db, request, { step, given: givenOf(id), members })]
        : await sendApproved(db, person, [request], givenOf);
    if (!sent) throw new Error(`Payment request ${id} has no outcome`);
    await publishChange(db, [person.tenantId], ["requests", "notifications", "payouts", "wallet"]);
    return sent;
  });
  wakeWorker();
  return outcome;
}

interface Reopening {
  readonly step: number;
  readonly given: readonly GivenApproval[];
  readonly members: readonly Member[];
}

/** Asks the step again whose approval no longer counts: its person was removed before it was sent. */
async function reopen(
  db: Tx,
  request: StoredRequest,
  { step, given, members }: Reopening,
): Promise<ApprovalOutcome> {
  const { id } = request;
  await db
    .updateTable("payment_requests")
    .set({
      state: nextState.approved.return,
      step,
      waits_since: now(),
      reminded_at: null,
      stuck_since: null,
      blocked_code: null,
      blocked_message: null,
      // Not `blocked_at`: its reference follows from it, and a wait that ended keeps the earlier one.
    })
    .where("id", "=", id)
    .execute();
  const why = "an approver was removed";
  await recordEvents(db, [{ request, event: "returned", personId: null, detail: why }]);
  await notifyApprovers(db, requestSubject, [{ item: request, given }], members);
  const message = "Not sent: an approver was removed since. It waits for approval again.";
  return { id, outcome: "returned", message, code: null, payout: null };
}

interface Closing {
  readonly state: "rejected" | "withdrawn";
  readonly reason: string | null;
  /** Whose place a person takes who rejects it. */
  readonly place?: Place;
}

async function close(
  db: Tx,
  person: Tenant,
  request: StoredRequest,
  { state, reason, place }: Closing,
) {
  const { id } = request;
  const { member } = person;
  const inPlaceOf = place && place.id !== member.id ? place : undefined;
  await db
    .updateTable("payment_requests")
    .set({ state, closed_by: person.member.id, closed_at: now(), closing_reason: reason })
    .where("id", "=", id)
    .execute();
  const returned = (await releaseHolds(db, [request])).get(id);
  const why = inPlaceOf ? `${reason} (in place of ${inPlaceOf.name})` : reason;
  await recordEvents(db, [
    { request, event: state, personId: member.id, detail: withReturned(why, returned) },
  ]);
  if (state === "rejected") {
    const by = inPlaceOf ? `${member.name} in place of ${inPlaceOf.name}` : member.name;
    const detail = `${phraseOf(request)}, by ${by}: ${reason ?? ""}`;
    await notify(db, [
      { personId: person.tenantId, kind: "request_rejected", subjectId: id, detail },
    ]);
  }
  await publishChange(db, [person.tenantId], ["requests", "notifications", "wallet"]);
  await record(db, {
    act: `payment_request.${state}`,
    by: person,
    subject: { kind: "payment_request", id },
    reason,
    after: {
      content_hash: request.content_hash.toString("hex"),
      ...(inPlaceOf && { in_place_of: inPlaceOf.id }),
    },
  });
}
