import type { ApprovalOutcome } from "@rokad/contract/request-decisions";
import { nextState } from "@rokad/contract/request-states";
import { formatMoney } from "@rokad/money/format";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { formatPayee } from "../../identity/sms/write-text.ts";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { ApiError, forbiddenWithout, notFound } from "../../kernel/errors.ts";
import { inr, plainRupees } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { database } from "../../database/db.ts";
import * as ledger from "../../ledger/ledger.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { canGive } from "../approval-policies/match-approvers.ts";
import { checkMemberLimits } from "../approval-policies/member-limits.ts";
import { lockActiveMembers } from "../approval-policies/policy-queries.ts";
import { nextApprovers, progressOf } from "../approval-policies/progress.ts";
import { notifyWaiting, phraseOf } from "./notify-waiting.ts";
import { recordEvents } from "./record-events.ts";
import { sendApproved } from "./send-approved.ts";
import {
  alreadyDecided,
  lockRequests,
  readApprovals,
  requestChanged,
  sealedOrderOf,
  type StoredApproval,
  type StoredRequest,
} from "./stored-request.ts";

/** A request and the hash of what the approver saw of it. */
export interface ChosenRequest {
  readonly id: string;
  readonly content_hash: string;
}

/**
 * Approves requests in one transaction: one lock, one insert, and the payouts of those that are
 * complete in one statement, each with an outcome of its own. Under the locks of the members and
 * requests everything is checked again, so of two approvers, an edit, a withdrawal or a removal at
 * the same time the first counts and the others see it.
 */
export async function approveRequests(
  person: Tenant,
  chosen: readonly ChosenRequest[],
  run: RunTransaction,
): Promise<ApprovalOutcome[]> {
  const { data } = await run(async (db) => ({ data: await approveAll(db, person, chosen) }));
  wakeWorker();
  return data;
}

async function approveAll(
  db: Tx,
  person: Tenant,
  chosen: readonly ChosenRequest[],
): Promise<ApprovalOutcome[]> {
  const members = await lockActiveMembers(db, person.id);
  const requests = await lockRequests(
    db,
    person.id,
    chosen.map(({ id }) => id),
  );
  const givenOf = await readApprovals(db, [...requests.values()]);
  const errors = new Map<string, ApiError>();
  const accepted: StoredRequest[] = [];
  for (const { id, content_hash: hash } of new Map(chosen.map((one) => [one.id, one])).values()) {
    const request = requests.get(id);
    const error = request
      ? whyNotApprovable(person, request, hash, givenOf(id), members)
      : notFound("This payment request");
    if (error) errors.set(id, error);
    else if (request) accepted.push(request);
  }
  // The wallet before the limits, as when a payout is created: the other order could deadlock.
  if (accepted.length > 0) await ledger.lock(db, [person.id]);
  const amounts = accepted.map(({ amount_paise: amountPaise }) => ({
    tenantId: person.id,
    personId: person.member.id,
    amountPaise,
  }));
  for (const [at, error] of (await checkMemberLimits(db, amounts)).entries()) {
    const request = accepted[at];
    if (error && request) errors.set(request.id, error);
  }
  const approved = accepted.filter(({ id }) => !errors.has(id));
  const outcomes = await giveApprovals(db, person, approved, givenOf, members);
  return [...new Set(chosen.map(({ id }) => id))].map((id) => {
    const error = errors.get(id);
    return error ? refused(id, error) : (outcomes.get(id) ?? refused(id, notFound("It")));
  });
}

/** Why a person can't approve a locked request. */
function whyNotApprovable(
  person: Tenant,
  request: StoredRequest,
  hash: string,
  given: readonly StoredApproval[],
  members: readonly Member[],
): ApiError | undefined {
  const { member } = person;
  const { maker_id: makerId, steps } = request;
  if (makerId === member.id)
    return new ApiError(
      403,
      "OWN_REQUEST",
      "You prepared this request. Another person approves it.",
    );
  if (given.some(({ personId }) => personId === member.id))
    return new ApiError(409, "ALREADY_APPROVED", "You already approved this request.");
  if (!nextState[request.state].approve) return alreadyDecided(request);
  if (request.expires_at <= now())
    return new ApiError(409, "ALREADY_DECIDED", "This payment request has expired.");
  if (request.content_hash.toString("hex") !== hash) return requestChanged();
  // Closes the race with a removal or a change of roles: the members are locked.
  const me = members.find(({ id }) => id === member.id);
  const step = steps[progressOf(steps, given).step];
  if (!me || !step || !canGive(step, me)) return notAnApprover(request, given, members);
  if (!nextApprovers({ makerId, steps, given }, members).some(({ id }) => id === member.id))
    return new ApiError(
      403,
      "NOT_AN_APPROVER",
      "You are needed for a later step of this request. Another person approves this one.",
    );
  return undefined;
}

export function notAnApprover(
  { maker_id: makerId, steps }: StoredRequest,
  given: readonly StoredApproval[],
  members: readonly Member[],
): ApiError {
  const names = nextApprovers({ makerId, steps, given }, members).map(({ name }) => name);
  if (names.length === 0) return forbiddenWithout(["owner", "approver"]);
  return new ApiError(403, "NOT_AN_APPROVER", `This step waits for ${names.join(" or ")}.`);
}

async function giveApprovals(
  db: Tx,
  person: Tenant,
  approved: readonly StoredRequest[],
  givenOf: (id: string) => readonly StoredApproval[],
  members: readonly Member[],
): Promise<Map<string, ApprovalOutcome>> {
  const outcomes = new Map<string, ApprovalOutcome>();
  if (approved.length === 0) return outcomes;
  const me = members.find(({ id }) => id === person.member.id);
  const rows = approved.map((request) => ({
    request_id: request.id,
    revision: request.revision,
    person_id: person.member.id,
    tenant_id: person.id,
    step: progressOf(request.steps, givenOf(request.id)).step,
    content_hash: request.content_hash,
    amount_paise: request.amount_paise,
    roles: `{${(me?.roles ?? []).join(",")}}`,
  }));
  await sql`
    insert into request_approvals (${columnList(columns)}, given_at)
    select request_id, revision, person_id, tenant_id, step, content_hash, amount_paise,
      roles::text[], ${now()}::timestamptz
    from ${unnestRows("added", columns, rows)}
  `.execute(db);
  await recordEvents(
    db,
    approved.map((request) => ({ request, event: "approved", personId: person.member.id })),
  );
  const after = new Map(
    approved.map((request, at) => [
      request.id,
      [
        ...givenOf(request.id),
        { requestId: request.id, personId: person.member.id, step: rows[at]?.step ?? 0, at: now() },
      ],
    ]),
  );
  const stepOf = ({ id, steps }: StoredRequest) => progressOf(steps, after.get(id) ?? []).step;
  const steps = approved.map((request) => ({ id: request.id, step: stepOf(request) }));
  await sql`
    update payment_requests
    set step = done.step, reminded_at = null, stuck_since = null,
      waits_since = case when payment_requests.step = done.step then waits_since else ${now()} end,
      state = case when done.step = jsonb_array_length(steps) then 'approved' else state end
    from ${unnestRows("done", { id: "uuid", step: "int" }, steps)}
    where payment_requests.id = done.id
  `.execute(db);
  const complete = approved.filter((request) => stepOf(request) === request.steps.length);
  const waiting = approved.filter((request) => !complete.includes(request));
  for (const { id } of waiting) {
    const message = "Approval recorded. More approvals are needed.";
    outcomes.set(id, { id, outcome: "recorded", message, code: null, payout: null });
  }
  const givenNow = (id: string) => after.get(id) ?? [];
  for (const outcome of await sendApproved(db, person, complete, givenNow))
    outcomes.set(outcome.id, outcome);
  await notifyWaiting(
    db,
    waiting
      .filter((request) => stepOf(request) !== progressOf(request.steps, givenOf(request.id)).step)
      .map((request) => ({ request, given: givenNow(request.id) })),
    members,
  );
  await publishChange(db, [person.id], ["requests", "notifications", "payouts", "wallet"]);
  // One row for one signature; each approval is a row of its own table.
  await record(db, {
    act: "payment_request.approved",
    by: person,
    subject: { kind: "payment_request", id: approved[0]?.id ?? person.id },
    after: {
      requests: approved.map(({ id, content_hash: hash }) => ({
        id,
        content_hash: hash.toString("hex"),
        outcome: outcomes.get(id)?.outcome,
      })),
    },
  });
  return outcomes;
}

const columns = {
  request_id: "uuid",
  revision: "int",
  person_id: "uuid",
  tenant_id: "uuid",
  step: "int",
  content_hash: "bytea",
  amount_paise: "bigint",
  roles: "text",
} as const;

export function refused(id: string, { code, message }: ApiError): ApprovalOutcome {
  return { id, outcome: "refused", message, code, payout: null };
}

/** What a signature of these approvals signs, and the text of its code. */
export async function describeApprovals(
  person: Tenant,
  chosen: readonly ChosenRequest[],
): Promise<SignedSummary> {
  const { rows } = await sql<StoredRequest>`
    select payment_requests.* from payment_requests
    join unnest(${chosen.map(({ id }) => id)}::uuid[]) with ordinality as chosen (id, at) using (id)
    where tenant_id = ${person.id} order by at
  `.execute(database());
  const [first] = rows;
  if (!first) return { summary: "Approve payment requests" };
  const { order } = sealedOrderOf(first);
  const total = rows.reduce((sum, { amount_paise: paise }) => sum + paise, 0n);
  const text = {
    kind: rows.length === 1 ? ("approval" as const) : ("approvals" as const),
    amount: plainRupees(total),
    count: String(rows.length),
    beneficiary: formatPayee({
      name: order.beneficiary_name,
      to:
        order.method === "upi" ? { upiId: order.upi_id } : { accountNumber: order.account_number },
    }),
  };
  const summary =
    rows.length === 1
      ? `Approve payout of ${phraseOf(first)}`
      : `Approve ${rows.length} payouts of ${formatMoney(inr(total))} in total, the first to ${first.beneficiary_name}`;
  return { summary, text };
}
