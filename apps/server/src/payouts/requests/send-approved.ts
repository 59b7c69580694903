import type { ApprovalOutcome } from "@rokad/contract/request-decisions";
import type { Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { referenceOf } from "../../kernel/payout-reference.ts";
import type { Tenant } from "../../kernel/person.ts";
import { totalOf } from "../../ledger/ledger.ts";
import type { GivenApproval } from "../approval-policies/progress.ts";
import type { Initiated } from "../initiate/find-repeated.ts";
import { initiateAll } from "../initiate/initiate-payout.ts";
import type { Initiation } from "../initiate/initiation.ts";
import { newInitiation } from "../initiate/new-initiation.ts";
import { findNamedDestinations } from "../initiate/payable-destinations.ts";
import { providerStatuses } from "../provider-status.ts";
import { quotePayout } from "../quote-payout.ts";
import { contentHash } from "./content-hash.ts";
import { notifyReturned, revise } from "./create-request.ts";
import { phraseOf } from "../phrase-of.ts";
import { recordEvents } from "./record-events.ts";
import { findHolds, placeHold, recordTakenOver } from "./request-holds.ts";
import { decryptOrder, type StoredRequest } from "./stored-request.ts";

/**
 * Creates the payouts of locked requests that have all their approvals, in the transaction of the
 * last one. What can't be sent now stays approved with the reason, and is sent on a later request; it
 * is never lost. If the charges differ from those that were signed, nothing is sent: the request gets
 * a new revision, whose approvals are asked again.
 */
export async function sendApproved(
  db: Tx,
  person: Tenant,
  requests: readonly StoredRequest[],
  givenOf: (id: string) => readonly GivenApproval[],
): Promise<ApprovalOutcome[]> {
  if (requests.length === 0) return [];
  const settings = await readSettings();
  const statuses = await providerStatuses();
  const outcomes: ApprovalOutcome[] = [];
  const list: Initiation[] = [];
  const destinations = await findNamedDestinations(db, requests);
  const holds = await findHolds(db, requests);
  for (const request of requests) {
    const { order, nonce } = decryptOrder(request);
    assertUnaltered(request, { order, nonce });
    const quote = quotePayout(order.amount, settings);
    if (quote.amountPaise !== request.amount_paise)
      throw new Error(`Payment request ${request.id} differs from its amount`);
    if (quote.feePaise !== request.fee_paise || quote.gstPaise !== request.gst_paise) {
      outcomes.push(await returnRequest(db, person, request, givenOf(request.id)));
      continue;
    }
    const held = holds.get(request.id);
    // That of another revision is a stray one: see `returnStrayHolds`.
    const hold = held?.revision === request.revision ? held : undefined;
    if (hold && hold.paise !== totalOf(quote))
      throw new Error(`Payment request ${request.id} holds ${hold.paise} paise`);
    list.push(
      newInitiation(
        { payer: person, settings, statuses },
        {
          requestId: request.id,
          requestHoldId: hold?.id,
          payerId: person.tenantId,
          memberId: person.member.id,
          order,
          source: request.source,
          destination: destinations.get(request.destination_id ?? ""),
          ...quote,
          // The request's row, which is locked, and its unique payout let it be sent only once.
          idempotencyKey: undefined,
          requestDigest: request.content_hash,
          reference: referenceOfRequest(request),
          waitsForFunds: true,
        },
      ),
    );
  }
  const results = list.length === 0 ? [] : await initiateAll(db, list);
  const sent = list.map((initiation, at) => outcomeOf(initiation, results[at]));
  await recordTakenOver(
    db,
    list.flatMap(({ id: payoutId, requestHoldId: holdId }, at) =>
      holdId && !(results[at] instanceof ApiError) ? [{ holdId, payoutId }] : [],
    ),
  );
  await recordOutcomes(db, person, requests, sent);
  return [...outcomes, ...sent];
}

/** A request whose wait for funds ended is sent again, and that wait keeps its reference. */
const referenceOfRequest = ({
  content_hash: hash,
  blocked_at: blockedAt,
  created_at,
}: StoredRequest) =>
  referenceOf({ request: hash.toString("hex"), blockedAt: blockedAt?.toISOString() }, created_at);

/** Checks that nobody changed the row besides the product: the hash covers all that is sent. */
function assertUnaltered(request: StoredRequest, stored: ReturnType<typeof decryptOrder>): void {
  const hash = contentHash({
    ...stored,
    id: request.id,
    tenantId: request.tenant_id,
    makerId: request.maker_id,
    revision: request.revision,
    source: request.source,
    feePaise: request.fee_paise,
    gstPaise: request.gst_paise,
    policyId: request.policy_id,
    band: request.band,
    steps: request.steps,
  });
  if (!hash.equals(request.content_hash))
    throw new Error(`Payment request ${request.id} differs from its content hash`);
}

async function returnRequest(
  db: Tx,
  person: Tenant,
  request: StoredRequest,
  given: readonly GivenApproval[],
): Promise<ApprovalOutcome> {
  const { order } = decryptOrder(request);
  const revised = await revise(db, person, request, order, true);
  const why = "its fee or GST changed";
  // A wallet that does not cover the new charges holds nothing for it; it is asked again at the end.
  const isHeld = (await placeHold(db, revised)) === undefined;
  const detail = isHeld ? why : `${why}. The wallet does not cover it, so nothing is on hold`;
  await recordEvents(db, [{ request: revised, event: "returned", personId: null, detail }]);
  await notifyReturned(db, request, given, why);
  const message =
    "Not sent: its fee or GST changed since it was signed. Check and approve it again.";
  return { id: request.id, outcome: "returned", message, code: null, payout: null };
}

function outcomeOf(
  { id, requestId = "", reference }: Initiation,
  result: Initiated | ApiError | undefined,
): ApprovalOutcome {
  if (result instanceof ApiError) {
    const message = `Approved, not sent yet: ${result.message}`;
    return { id: requestId, outcome: "waiting", message, code: result.code, payout: null };
  }
  const { isWaiting } = result as Initiated;
  const message = isWaiting
    ? `Approved. It waits for funds and is sent once they arrive. Reference: ${reference}`
    : `Approved and sent. Reference: ${reference}`;
  const payout = { id, reference_id: reference };
  return { id: requestId, outcome: "sent", message, code: null, payout };
}

async function recordOutcomes(
  db: Tx,
  person: Tenant,
  requests: readonly StoredRequest[],
  sent: readonly ApprovalOutcome[],
): Promise<void> {
  if (sent.length === 0) return;
  const rows = sent.map(({ id, payout, code, message }) => ({
    id,
    payout: payout?.id ?? null,
    code,
    message: code === null ? null : message,
  }));
  await sql`
    update payment_requests
    set payout_id = payout, blocked_code = code, blocked_message = message,
      blocked_at = case when code is null then null else ${now()}::timestamptz end
    from (select * from ${unnestRows("sent", columns, rows)}) as sent (${columnList({ request_id: "uuid", payout: "uuid", code: "text", message: "text" })})
    where payment_requests.id = sent.request_id
  `.execute(db);
  const byId = new Map(requests.map((request) => [request.id, request]));
  const known = sent.flatMap((outcome) => {
    const request = byId.get(outcome.id);
    return request ? { request, outcome } : [];
  });
  await recordEvents(
    db,
    known.map(({ request, outcome }) => ({
      request,
      event: outcome.payout ? ("sent" as const) : ("blocked" as const),
      personId: person.member.id,
      detail: outcome.payout?.reference_id ?? outcome.message,
    })),
  );
  await notify(
    db,
    known.map(({ request, outcome }) => ({
      personId: person.tenantId,
      kind: "request_approved",
      subjectId: request.id,
      detail: `${phraseOf(request)}. ${outcome.message}`,
    })),
  );
}

const columns = { id: "uuid", payout: "uuid", code: "text", message: "text" } as const;
