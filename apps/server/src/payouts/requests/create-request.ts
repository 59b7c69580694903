import type { MachineOrder } from "@rokad/contract/machine-order";
import { nextState } from "@rokad/contract/request-states";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { readSettingsWithin } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, forbidden, tenantClosing } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { rupees } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { assertAdvicesOn } from "../advices/advice-settings.ts";
import { listActiveMembers, listApprovers } from "../approval-policies/policy-queries.ts";
import { readMachineOrder } from "../by-key/machine-payout.ts";
import { recordRequestOrder } from "../by-key/record-request-order.ts";
import { assertRepeatReason } from "../initiate/find-earlier-payout.ts";
import type { ReadOrder, RequestedOrder } from "../initiate/initiation.ts";
import { assertPayable, findNamedDestinations } from "../initiate/payable-destinations.ts";
import { quotePayout } from "../quote-payout.ts";
import { chooseProvider } from "../send/choose-provider.ts";
import { phraseOf } from "../phrase-of.ts";
import { notifyApprovers } from "../approvals/notify-approvers.ts";
import { requestSubject } from "./request-subject.ts";
import { recordEvents } from "./record-events.ts";
import { assertHeld, findHolds, releaseHolds } from "./request-holds.ts";
import { readApprovals } from "../approval-policies/read-approvals.ts";
import {
  alreadyDecided,
  assertContent,
  lockRequest,
  decryptOrder,
  type StoredRequest,
} from "./stored-request.ts";
import { newRevision } from "./write-revision.ts";

/**
 * Stores a payout for others to approve. It holds money from its submission if the business wants
 * that, otherwise from its last approval. Whatever can refuse it comes after its idempotency key is
 * looked up: a repeat gets the first answer.
 * @returns its id.
 * @throws as `readMachineOrder`; 409 `TENANT_CLOSING`, `BENEFICIARY_NOT_PAYABLE`, `REPEAT_REASON_REQUIRED`,
 *   `CLIENT_REFERENCE_USED`; 422 `AMOUNT_ABOVE_CAP`, `NO_PROVIDER`, `INSUFFICIENT_BALANCE`.
 */
export async function createRequest(
  person: Tenant,
  { payout, submit }: { readonly payout: MachineOrder; readonly submit: boolean },
  run: RunTransaction,
): Promise<{ id: string }> {
  return run(async (db) => {
    const { order, destination, ...client } = await readMachineOrder(person, payout, { db });
    await assertSendable(db, person, order);
    await assertPayable(db, destination);
    const id = newId();
    const source = person.apiKey ? "api" : "console";
    const revision = await newRevision(db, person, {
      id,
      makerId: person.member.id,
      revision: 1,
      source,
      order,
      isSubmitted: submit,
    });
    await db
      .insertInto("payment_requests")
      .values({
        id,
        tenant_id: person.tenantId,
        maker_id: person.member.id,
        source,
        created_at: now(),
        ...revision,
      })
      .execute();
    const request = await lockRequest(db, person.tenantId, id);
    // The wallet before the reference, as when payouts are created: the other order could deadlock.
    if (submit) await assertHeld(db, request);
    await recordRequestOrder(db, person, request, client);
    await recordEvents(db, [{ request, event: "created", personId: person.member.id }]);
    if (submit) await notifyOfSubmission(db, person, request);
    return { id };
  });
}

/** Submits a draft; charges and steps are those of this moment. @throws as `editRequest`. */
export async function submitRequest(
  person: Tenant,
  id: string,
  contentHash: string,
  run: RunTransaction,
): Promise<void> {
  await run(async (db) => {
    const request = await lockOwn(db, person, id);
    if (!nextState[request.state].submit) throw alreadyDecided(request);
    assertContent(request, contentHash);
    const { order } = decryptOrder(request);
    await assertSendable(db, person, order);
    const [destination] = (await findNamedDestinations(db, [order])).values();
    await assertPayable(db, destination);
    const submitted = await revise(db, person, request, order, true);
    await assertHeld(db, submitted);
    await notifyOfSubmission(db, person, submitted);
    return submitted;
  });
}

/**
 * Replaces the order by a new revision with a new hash. Approvals of earlier ones no longer count,
 * and the business is notified. Closes the race with an approval, which locks the request too.
 * @throws 403 for another person's; 404; 409 `ALREADY_DECIDED`, `REQUEST_CHANGED`; as `createRequest`.
 */
export async function editRequest(
  person: Tenant,
  id: string,
  { order, destination, content_hash: contentHash }: ReadOrder & { readonly content_hash: string },
  run: RunTransaction,
): Promise<void> {
  await run(async (db) => {
    await assertSendable(db, person, order);
    const request = await lockOwn(db, person, id);
    if (!nextState[request.state].edit || request.payout_id) throw alreadyDecided(request);
    assertContent(request, contentHash);
    await assertPayable(db, destination);
    const given = (await readApprovals(db, [request]))(id);
    const isSubmitted = request.state !== "draft";
    const edited = await revise(db, person, request, order, isSubmitted);
    if (isSubmitted) await assertHeld(db, edited);
    await recordEvents(db, [{ request: edited, event: "edited", personId: person.member.id }]);
    await notifyReturned(db, request, given, `${person.member.name} changed it`);
    if (isSubmitted) await notifyOfSubmission(db, person, edited);
    await record(db, {
      act: "payment_request.edited",
      by: person,
      subject: { kind: "payment_request", id },
      before: { content_hash: contentHash, revision: request.revision },
      after: { content_hash: edited.content_hash.toString("hex"), revision: edited.revision },
    });
    return edited;
  });
}

/** Writes the next revision of a locked request, and returns what the one before holds. */
export async function revise(
  db: Tx,
  person: Tenant,
  request: StoredRequest,
  order: RequestedOrder,
  isSubmitted: boolean,
): Promise<StoredRequest> {
  const { id, maker_id: makerId, source } = request;
  const revision = request.revision + 1;
  const columns = await newRevision(db, person, {
    id,
    makerId,
    revision,
    source,
    order,
    isSubmitted,
  });
  await db.updateTable("payment_requests").set(columns).where("id", "=", id).execute();
  await releaseHolds(db, [request]);
  return lockRequest(db, person.tenantId, id);
}

/** Tells the business that the approvals of a revision no longer count, if it had any. */
export async function notifyReturned(
  db: Tx,
  request: StoredRequest,
  given: readonly { readonly personId: string }[],
  why: string,
): Promise<void> {
  if (given.length === 0) return;
  const members = await listActiveMembers(db, request.tenant_id);
  const names = given.flatMap(
    ({ personId }) => members.find(({ id }) => id === personId)?.name ?? [],
  );
  const detail = `${phraseOf(request)}: ${why}, so the approval by ${names.join(", ")} no longer counts`;
  await notify(db, [
    { personId: request.tenant_id, kind: "request_returned", subjectId: request.id, detail },
  ]);
}

async function notifyOfSubmission(db: Tx, person: Tenant, request: StoredRequest): Promise<void> {
  const hold = (await findHolds(db, [request])).get(request.id);
  const detail = hold && `${rupees(hold.paise)} on hold`;
  await recordEvents(db, [{ request, event: "submitted", personId: person.member.id, detail }]);
  const members = await listApprovers(db, person.tenantId);
  await notifyApprovers(db, requestSubject, [{ item: request, given: [] }], members);
  await publishChange(
    db,
    [person.tenantId],
    ["requests", "notifications", ...(hold ? ["wallet" as const] : [])],
  );
  await record(db, {
    act: "payment_request.submitted",
    by: person,
    subject: { kind: "payment_request", id: request.id },
    after: {
      content_hash: request.content_hash.toString("hex"),
      amount_paise: request.amount_paise.toString(),
      revision: request.revision,
    },
  });
}

/** @throws 403 unless the person prepared it. */
export async function lockOwn(db: Tx, person: Tenant, id: string): Promise<StoredRequest> {
  const request = await lockRequest(db, person.tenantId, id);
  if (request.maker_id !== person.member.id) {
    const { status, code } = forbidden();
    throw new ApiError(status, code, "Only the person who prepared a request can change it.");
  }
  return request;
}

/** Rejects what no approval could make sendable. @throws as `createRequest`. */
async function assertSendable(db: Tx, person: Tenant, order: RequestedOrder): Promise<void> {
  if ((await findClosing(db, [person.tenantId])).has(person.tenantId)) throw tenantClosing();
  // On the transaction's own connection: waiting for a second one of the pool could deadlock.
  const settings = await readSettingsWithin(db);
  chooseProvider(person, order.method, quotePayout(order.amount, settings).amountPaise, settings);
  await assertRepeatReason(person, order, db);
  if (order.send_advice === true) await assertAdvicesOn(person, db);
}
