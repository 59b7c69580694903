import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { findUnmetStep } from "../approval-policies/match-approvers.ts";
import { anyApprover, type Place } from "../approval-policies/policy.ts";
import { lockApprovers } from "../approval-policies/policy-queries.ts";
import {
  findAskedPlace,
  nextApprovers,
  progressOf,
  type GivenApproval,
  type NextApprover,
} from "../approval-policies/progress.ts";
import { findSteps } from "../initiate/refuse-unapproved.ts";
import { waitingSentence } from "../requests/notify-waiting.ts";
import { notifyApprovers } from "./notify-approvers.ts";
import {
  activate,
  assertStartable,
  assertWithinLimits,
  outdated,
  updateCharges,
} from "./start-schedule.ts";
import {
  assertCan,
  assertContent,
  lockSchedule,
  readScheduleApprovals,
  scheduleChanged,
  signedOrderOf,
  updateSchedule,
  waitingOf,
  type StoredSchedule,
} from "./stored-schedule.ts";
import { takeBack } from "./take-back.ts";

interface Content {
  readonly content_hash: string;
}

/**
 * Submits a draft: the policy of this moment says who approves it, as for one payout of the source
 * `schedule`. Without a policy, any one approver does.
 * @throws 404; 409 `SCHEDULE_CHANGED`, `BENEFICIARY_NOT_PAYABLE`, `TENANT_CLOSING`; 422
 *   `POLICY_NOT_SATISFIABLE` if the people who did not prepare it can't give the approvals.
 */
export async function submitSchedule(person: Tenant, id: string, content: Content): Promise<void> {
  const error = await transaction(async (db) => {
    const members = await lockApprovers(db, person.id);
    const { schedule } = await lockSchedule(db, person.id, id);
    assertCan(schedule, "submit");
    assertContent(schedule, content.content_hash);
    if (await updateCharges(db, schedule)) return outdated;
    await assertStartable(db, person, schedule);
    const asked = await findSteps(db, {
      payerId: person.id,
      order: signedOrderOf(schedule),
      amountPaise: schedule.amount_paise,
      source: "schedule",
    });
    const steps = asked.steps.length > 0 ? asked.steps : anyApprover;
    const others = members.filter((member) => member.id !== schedule.maker_id);
    if (findUnmetStep(steps, others) !== undefined)
      throw new ApiError(
        422,
        "POLICY_NOT_SATISFIABLE",
        "Those who did not prepare this schedule can't give all approvals. Add an approver first.",
      );
    await updateSchedule(db, id, {
      state: "awaiting_approval",
      policy_id: asked.policyId,
      steps: JSON.stringify(steps),
      submitted_at: now(),
      waits_since: now(),
      reminded_at: null,
      stuck_since: null,
      returned_at: null,
      returned_by: null,
      returned_reason: null,
    });
    await notifyApprovers(db, { ...schedule, steps }, { given: [], members });
    await recordAct(db, person, schedule, "payout_schedule.submitted");
    return undefined;
  });
  if (error) throw scheduleChanged(error);
}

/**
 * Approves a schedule; the last approval starts it. Under the locks of the members and the schedule,
 * the first of two approvals, or of an approval and a withdrawal, counts and the other one sees it.
 * @throws 403 `OWN_REQUEST`, `NOT_AN_APPROVER`; 404; 409 `ALREADY_APPROVED`, `SCHEDULE_CHANGED`,
 *   `BENEFICIARY_NOT_PAYABLE`, `TENANT_CLOSING`; 422 `PERSON_LIMIT_EXCEEDED`.
 */
export async function approveSchedule(
  person: Tenant,
  id: string,
  content: Content,
  run: RunTransaction,
): Promise<void> {
  await run(async (db) => {
    const members = await lockApprovers(db, person.id);
    const { schedule, running } = await lockSchedule(db, person.id, id);
    const given = await readScheduleApprovals(db, schedule);
    const steps = schedule.steps ?? [];
    const { inPlaceOf } = findTurn(person, schedule, given, members);
    assertContent(schedule, content.content_hash);
    signedOrderOf(schedule);
    // The wallet before the limits, as when payouts are created: the other order could deadlock.
    await ledger.lock(db, [person.id]);
    await assertStartable(db, person, schedule);
    await assertWithinLimits(db, person, schedule, inPlaceOf);
    const { step } = progressOf(waitingOf(schedule, given));
    const roles = members.find((member) => member.id === person.member.id)?.roles ?? [];
    await sql`
      insert into schedule_approvals (
        schedule_id, content_hash, person_id, tenant_id, step, amount_paise, roles, in_place_of,
        place_roles, given_at
      ) values (
        ${id}, ${schedule.content_hash}, ${person.member.id}, ${person.id}, ${step},
        ${schedule.amount_paise}, ${[...roles]}::text[], ${inPlaceOf?.id ?? null},
        ${inPlaceOf && [...inPlaceOf.roles]}::text[], ${now()}
      )
    `.execute(db);
    const after = await readScheduleApprovals(db, schedule);
    const next = progressOf(waitingOf(schedule, after)).step;
    if (next === steps.length) await activate(db, person, schedule, running);
    else {
      if (next !== step)
        await updateSchedule(db, id, { waits_since: now(), reminded_at: null, stuck_since: null });
      await notifyApprovers(db, schedule, { given: after, members });
    }
    await recordAct(db, person, schedule, "payout_schedule.approved", { inPlaceOf });
    return { id };
  });
}

/**
 * Sends a schedule back to be changed, with the reason. Its approvals no longer count.
 * @throws 403 `NOT_AN_APPROVER`; 404; 409 `SCHEDULE_CHANGED`.
 */
export async function rejectSchedule(
  person: Tenant,
  id: string,
  { reason, content_hash: contentHash }: Content & { readonly reason: string },
): Promise<void> {
  await transaction(async (db) => {
    const members = await lockApprovers(db, person.id);
    const { schedule } = await lockSchedule(db, person.id, id);
    assertCan(schedule, "reject");
    assertContent(schedule, contentHash);
    const me = members.find((member) => member.id === person.member.id);
    const place = me && findAskedPlace(waitingOf(schedule, []), me);
    if (!place) throw notAsked(schedule, [], members);
    await takeBack(db, schedule, { by: person.member, reason });
    const inPlaceOf = place.id === me.id ? null : place;
    await recordAct(db, person, schedule, "payout_schedule.rejected", { reason, inPlaceOf });
  });
}

/** Takes a submitted schedule back as a draft. @throws 404; 409 `SCHEDULE_CHANGED`. */
export async function withdrawSchedule(person: Tenant, id: string): Promise<void> {
  await transaction(async (db) => {
    const { schedule } = await lockSchedule(db, person.id, id);
    assertCan(schedule, "withdraw");
    await takeBack(db, schedule, { by: person.member, reason: null });
    await recordAct(db, person, schedule, "payout_schedule.withdrawn");
  });
}

type Given = readonly GivenApproval[];

/** @throws unless the person can give the next approval of a locked schedule. */
function findTurn(
  person: Tenant,
  schedule: StoredSchedule,
  given: Given,
  members: readonly Member[],
): NextApprover<Member> {
  const { id } = person.member;
  if (schedule.maker_id === id)
    throw new ApiError(
      403,
      "OWN_REQUEST",
      "You prepared this schedule. Another person approves it.",
    );
  if (given.some(({ personId }) => personId === id))
    throw new ApiError(409, "ALREADY_APPROVED", "You already approved this schedule.");
  assertCan(schedule, "approve");
  const turn = nextApprovers(waitingOf(schedule, given), members).find((one) => one.id === id);
  if (!turn) throw notAsked(schedule, given, members);
  return turn;
}

const notAsked = (schedule: StoredSchedule, given: Given, members: readonly Member[]) =>
  new ApiError(
    403,
    "NOT_AN_APPROVER",
    `${waitingSentence(nextApprovers(waitingOf(schedule, given), members), members)}.`,
  );

async function recordAct(
  db: Tx,
  person: Tenant,
  schedule: StoredSchedule,
  act:
    | "payout_schedule.submitted"
    | "payout_schedule.approved"
    | "payout_schedule.rejected"
    | "payout_schedule.withdrawn",
  {
    reason,
    inPlaceOf,
  }: { readonly reason?: string; readonly inPlaceOf?: Place | null | undefined } = {},
): Promise<void> {
  await publishChange(db, [person.id], ["payouts", "notifications"]);
  await record(db, {
    act,
    by: person,
    subject: { kind: "payout_schedule", id: schedule.id },
    reason,
    after: {
      content_hash: schedule.content_hash.toString("hex"),
      ...(inPlaceOf && { in_place_of: inPlaceOf.id }),
    },
  });
}
