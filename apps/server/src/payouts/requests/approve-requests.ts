import type { ApprovalOutcome } from "@rokad/contract/request-decisions";
import { nextState } from "@rokad/contract/request-states";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { ApiError, forbiddenWithout, notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { checkMemberLimits } from "../approval-policies/member-limits.ts";
import { lockApprovers } from "../approval-policies/policy-queries.ts";
import type { Place } from "../approval-policies/policy.ts";
import {
  findAskedPlace,
  nextApprovers,
  progressOf,
  type GivenApproval,
} from "../approval-policies/progress.ts";
import { nameWithPlace } from "../approvals/describe-waiting.ts";
import { notifyApprovers } from "../approvals/notify-approvers.ts";
import { requestSubject } from "./request-subject.ts";
import { recordEvents } from "./record-events.ts";
import { sendApproved } from "./send-approved.ts";
import { readApprovals, waitingOf } from "../approval-policies/read-approvals.ts";
import {
  alreadyDecided,
  lockRequests,
  requestChanged,
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
  const members = await lockApprovers(db, person.tenantId);
  const requests = await lockRequests(
    db,
    person.tenantId,
    chosen.map(({ id }) => id),
  );
  const givenOf = await readApprovals(db, [...requests.values()]);
  const errors = new Map<string, ApiError>();
  const accepted: Accepted[] = [];
  for (const { id, content_hash: hash } of new Map(chosen.map((one) => [one.id, one])).values()) {
    const request = requests.get(id);
    const decision = request
      ? decideApproval(person, request, hash, givenOf(id), members)
      : notFound("This payment request");
    if (decision instanceof ApiError) errors.set(id, decision);
    else accepted.push(decision);
  }
  // The wallet before the limits, as when a payout is created: the other order could deadlock.
  if (accepted.length > 0) await ledger.lock(db, [person.tenantId]);
  const amounts = accepted.map(({ request, inPlaceOf }) => ({
    tenantId: person.tenantId,
    personId: person.member.id,
    inPlaceOf,
    amountPaise: request.amount_paise,
  }));
  for (const [at, error] of (await checkMemberLimits(db, amounts)).entries()) {
    const one = accepted[at];
    if (error && one) errors.set(one.request.id, error);
  }
  const approved = accepted.filter(({ request }) => !errors.has(request.id));
  const outcomes = await giveApprovals(db, person, approved, givenOf, members);
  return [...new Set(chosen.map(({ id }) => id))].map((id) => {
    const error = errors.get(id);
    return error ? refused(id, error) : (outcomes.get(id) ?? refused(id, notFound("It")));
  });
}

/** A locked request that the person can approve. */
interface Accepted {
  readonly request: StoredRequest;
  /** Whose approval it is; null for the person's own. */
  readonly inPlaceOf: Place | null;
}

/** Whether a person can approve a locked request, and in whose place. */
function decideApproval(
  person: Tenant,
  request: StoredRequest,
  hash: string,
  given: readonly GivenApproval[],
  members: readonly Member[],
): ApiError | Accepted {
  const { member } = person;
  if (request.maker_id === member.id)
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
  // Closes the race with a removal, a change of roles or of deputies: the members are locked.
  const next = nextApprovers(waitingOf(request, given), members);
  const turn = next.find(({ id }) => id === member.id);
  if (turn) return { request, inPlaceOf: turn.inPlaceOf };
  const me = members.find(({ id }) => id === member.id);
  const place = me && findAskedPlace(currentStepOf(request, given), me);
  if (!place) return notAnApprover(request, given, members);
  const decided = given.find(({ personId, inPlaceOf }) => (inPlaceOf ?? personId) === place.id);
  return decided
    ? alreadyApproved(decided, place, members)
    : new ApiError(
        403,
        "NOT_AN_APPROVER",
        "You are needed for a later step of this request. Another person approves this one.",
      );
}

function currentStepOf(request: StoredRequest, given: readonly GivenApproval[]) {
  const waiting = waitingOf(request, given);
  const { preparedBy, steps } = waiting;
  const current = steps[progressOf(waiting).step];
  return { preparedBy, steps: current ? [current] : [] };
}

/** The person and the deputies give one approval: another of them did. */
function alreadyApproved(
  { personId }: GivenApproval,
  place: Place,
  members: readonly Member[],
): ApiError {
  const by = members.find(({ id }) => id === personId)?.name ?? "Another person";
  return new ApiError(
    409,
    "ALREADY_APPROVED",
    personId === place.id
      ? `${by} already approved this request, so nobody does it in their place.`
      : `${by} already approved this request in place of ${place.name}.`,
  );
}

export function notAnApprover(
  request: StoredRequest,
  given: readonly GivenApproval[],
  members: readonly Member[],
): ApiError {
  const names = nextApprovers(waitingOf(request, given), members).map(nameWithPlace);
  if (names.length === 0) return forbiddenWithout(["owner", "approver"]);
  return new ApiError(403, "NOT_AN_APPROVER", `This step waits for ${names.join(" or ")}.`);
}

async function giveApprovals(
  db: Tx,
  person: Tenant,
  accepted: readonly Accepted[],
  givenOf: (id: string) => readonly GivenApproval[],
  members: readonly Member[],
): Promise<Map<string, ApprovalOutcome>> {
  const outcomes = new Map<string, ApprovalOutcome>();
  if (accepted.length === 0) return outcomes;
  const approved = accepted.map(({ request }) => request);
  const me = members.find(({ id }) => id === person.member.id);
  const stepBefore = (request: StoredRequest) =>
    progressOf(waitingOf(request, givenOf(request.id))).step;
  const rows = accepted.map(({ request, inPlaceOf }) => ({
    request_id: request.id,
    revision: request.revision,
    person_id: person.member.id,
    tenant_id: person.tenantId,
    step: stepBefore(request),
    content_hash: request.content_hash,
    amount_paise: request.amount_paise,
    roles: `{${(me?.roles ?? []).join(",")}}`,
    in_place_of: inPlaceOf?.id ?? null,
    place_roles: inPlaceOf && `{${inPlaceOf.roles.join(",")}}`,
  }));
  await sql`
    insert into request_approvals (${columnList(columns)}, given_at)
    select request_id, revision, person_id, tenant_id, step, content_hash, amount_paise,
      roles::text[], in_place_of, place_roles::text[], ${now()}::timestamptz
    from ${unnestRows("added", columns, rows)}
  `.execute(db);
  await recordEvents(
    db,
    accepted.map(({ request, inPlaceOf }) => ({
      request,
      event: "approved",
      personId: person.member.id,
      detail: inPlaceOf ? `in place of ${inPlaceOf.name}` : undefined,
    })),
  );
  const after = new Map(
    approved.map((request, at) => [
      request.id,
      [
        ...givenOf(request.id),
        {
          requestId: request.id,
          personId: person.member.id,
          inPlaceOf: rows[at]?.in_place_of ?? null,
          step: rows[at]?.step ?? 0,
          roles: me?.roles ?? null,
          placeRoles: (accepted[at]?.inPlaceOf ?? me)?.roles ?? [],
          at: now(),
        },
      ],
    ]),
  );
  const stepOf = (request: StoredRequest) =>
    progressOf(waitingOf(request, after.get(request.id) ?? [])).step;
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
  await notifyApprovers(
    db,
    requestSubject,
    waiting
      .filter((request) => stepOf(request) !== stepBefore(request))
      .map((item) => ({ item, given: givenNow(item.id) })),
    members,
  );
  await publishChange(db, [person.tenantId], ["requests", "notifications", "payouts", "wallet"]);
  // One row for one signature; each approval is a row of its own table.
  await record(db, {
    act: "payment_request.approved",
    by: person,
    subject: { kind: "payment_request", id: approved[0]?.id ?? person.tenantId },
    after: {
      requests: accepted.map(({ request: { id, content_hash: hash }, inPlaceOf }) => ({
        id,
        content_hash: hash.toString("hex"),
        outcome: outcomes.get(id)?.outcome,
        ...(inPlaceOf && { in_place_of: inPlaceOf.id }),
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
  in_place_of: "uuid",
  place_roles: "text",
} as const;

export function refused(id: string, { code, message }: ApiError): ApprovalOutcome {
  return { id, outcome: "refused", message, code, payout: null };
}
