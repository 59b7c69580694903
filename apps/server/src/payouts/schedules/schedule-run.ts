import type { ScheduleRunState } from "@rokad/contract/schedule-states";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { readSettings, type Settings } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { startOfDay } from "../../kernel/days.ts";
import { ApiError, featureNotEnabled } from "../../kernel/errors.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { repeatReasonRequired } from "../initiate/find-earlier-payout.ts";
import { findUnclear } from "../initiate/find-unclear.ts";
import { initiateAll } from "../initiate/initiate-payout.ts";
import { newInitiation } from "../initiate/new-initiation.ts";
import { findNamedDestinations } from "../initiate/payable-destinations.ts";
import { providerStatuses } from "../provider-status.ts";
import { progressOf } from "../approval-policies/progress.ts";
import { quotePayout } from "../quote-payout.ts";
import { approverGone } from "./pause-outdated.ts";
import {
  readScheduleApprovals,
  signedOrderOf,
  waitingOf,
  type StoredSchedule,
} from "./stored-schedule.ts";

/** A due day that is decided now. */
export interface DueRun {
  readonly ruleDay: string;
  readonly dueOn: string;
  readonly dueAt: Date;
  readonly isKnown: boolean;
}

/** The next due day of a schedule; undefined if it has none. */
export function nextRunOf(schedule: StoredSchedule): DueRun | undefined {
  const { next_rule_day: ruleDay, next_due_on: dueOn, next_due_at: dueAt } = schedule;
  if (!ruleDay || !dueOn || !dueAt) return undefined;
  return { ruleDay, dueOn, dueAt, isKnown: schedule.next_is_known ?? true };
}

/** What became of a due day. */
export interface RunOutcome {
  readonly state: ScheduleRunState;
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
  /** Null for the product. */
  readonly by?: string | undefined;
  readonly payoutId?: string | undefined;
}

/** Records what became of a due day. Its key lets it happen once. */
export async function insertRun(
  db: Tx,
  schedule: StoredSchedule,
  { dueOn, ruleDay, dueAt }: DueRun,
  { state, code, reason, by, payoutId }: RunOutcome,
): Promise<void> {
  await sql`
    insert into schedule_runs (
      series_id, due_on, rule_day, schedule_id, tenant_id, due_at, state, code, reason, decided_at,
      decided_by, payout_id
    ) values (
      ${schedule.series_id}, ${dueOn}, ${ruleDay}, ${schedule.id}, ${schedule.tenant_id}, ${dueAt},
      ${state}, ${code ?? null}, ${reason ?? null}, ${now()}, ${by ?? null}, ${payoutId ?? null}
    )
  `.execute(db);
}

/** The key of a run's payout. A caller's key has no space, so none can name a run. */
export const keyOfRun = (schedule: Pick<StoredSchedule, "series_id">, dueOn: string) =>
  `${schedule.series_id} ${dueOn}`;

/**
 * Creates the payout of a due day of a locked schedule, in the way of every payout: the wallet, the
 * policy, the limits, the tenant's status and the beneficiary are checked again.
 * @param memberId who signed the schedule, or who retries the run.
 * @param reference of a retry: that of the due day may belong to a wait that ended.
 * @returns the payout, which may wait for funds, or why there is none.
 */
export async function createRunPayout(
  db: Tx,
  schedule: StoredSchedule,
  dueOn: string,
  memberId: string,
  reference?: string,
): Promise<{ readonly id: string } | ApiError> {
  const order = signedOrderOf(schedule);
  const settings = await readSettings();
  const quote = quotePayout(order.amount, settings);
  if (quote.amountPaise !== schedule.amount_paise)
    throw new Error(`Schedule ${schedule.id} has another amount than was signed`);
  const error = await findError(db, schedule, settings);
  if (error) return error;
  const tenant = await readTenant(db, schedule.tenant_id);
  const statuses = await providerStatuses();
  const destinations = await findNamedDestinations(db, [schedule]);
  const [result] = await initiateAll(db, [
    newInitiation(
      { payer: tenant, settings, statuses },
      {
        scheduleId: schedule.id,
        // Approvers need no role that pays; the policy and the limits were applied to the schedule.
        requestId: schedule.steps === null ? undefined : schedule.id,
        payerId: schedule.tenant_id,
        memberId,
        order,
        source: "schedule",
        destination: destinations.get(schedule.destination_id),
        ...quote,
        idempotencyKey: keyOfRun(schedule, dueOn),
        orderedAt: startOfDay(dueOn),
        ...(reference !== undefined && { reference }),
        requestDigest: schedule.content_hash,
        waitsForFunds: true,
      },
    ),
  ]);
  if (!result) throw new Error(`The run of schedule ${schedule.id} has no result`);
  return result;
}

/** Whether the charges are those that were signed. */
export function hasSignedCharges(schedule: StoredSchedule, settings: Settings): boolean {
  const { feePaise, gstPaise } = quotePayout(1, settings);
  return schedule.fee_paise === feePaise && schedule.gst_paise === gstPaise;
}

/** Why a run can't be paid, apart from what every payout is checked for. */
async function findError(
  db: Tx,
  schedule: StoredSchedule,
  settings: Settings,
): Promise<ApiError | undefined> {
  if (!hasSignedCharges(schedule, settings))
    return new ApiError(
      409,
      "SCHEDULE_CHANGED",
      "The fee or GST changed since this schedule was signed. Sign it again.",
    );
  if (schedule.steps !== null && !(await isStillApproved(db, schedule)))
    return new ApiError(403, "FORBIDDEN", approverGone);
  const { features } = await readTenant(db, schedule.tenant_id);
  if (!features.includes("create_payout")) return featureNotEnabled();
  const unclear = await findUnclear({
    tenantId: schedule.tenant_id,
    destinationHash: schedule.destination_hash,
    amountPaise: schedule.amount_paise,
  });
  return unclear && repeatReasonRequired(unclear);
}

/** Whether its approvals complete each step still: those of a person who was removed don't count. */
async function isStillApproved(db: Tx, schedule: StoredSchedule): Promise<boolean> {
  const given = (await readScheduleApprovals(db, [schedule]))(schedule.id);
  return progressOf(waitingOf(schedule, given)).missing === 0;
}

async function readTenant(db: Db, id: string) {
  const row = await db
    .selectFrom("tenants")
    .select(["features", "allowed_providers"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { features: row.features, allowedProviders: row.allowed_providers as ProviderId[] };
}
