import {
  batchScheduleActsIn,
  type BatchSchedule,
  type BatchScheduleForm,
  type BatchScheduleRunState,
} from "@rokad/contract/batch-schedules";
import type { BatchState } from "@rokad/contract/batch-states";
import { describeRule } from "@rokad/contract/schedule-rule";
import type { ScheduleView } from "@rokad/contract/schedule-states";
import { includesFeature } from "@rokad/contract/feature-permissions";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import { findNames } from "../approval-policies/describe-policy.ts";
import { describeDueDay } from "../schedules/describe-due-day.ts";
import { openDueDays } from "../schedules/next-due-day.ts";
import { missingYears, readRule } from "../schedules/read-form.ts";
import { assertStarted } from "./change-batch-schedule.ts";
import {
  batchScheduleColumns,
  readBatchSchedule,
  type StoredBatchSchedule,
} from "./stored-batch-schedule.ts";

/** The due days of a rule for a batch; stores nothing. @throws as `createBatchSchedule`. */
export async function previewBatchSchedule(
  person: Tenant,
  batchId: string,
  { rule }: BatchScheduleForm,
) {
  const days = readRule(rule);
  await assertStarted(database(), person, batchId);
  return {
    rule_text: describeRule(rule),
    days: days.map(describeDueDay),
    holidays_missing: missingYears(days),
  };
}

interface ListQuery {
  readonly view: ScheduleView;
  readonly page: number;
  readonly limit: number;
}

/** A page of a tenant's schedules of batches, those that are due next first. */
export async function listBatchSchedules(person: Tenant, { view, page, limit }: ListQuery) {
  const db = database();
  const inView = {
    open: sql`state <> 'ended'`,
    ended: sql`state = 'ended'`,
    all: sql`true`,
  }[view];
  const { rows } = await sql<StoredBatchSchedule>`
    select ${batchScheduleColumns} from batch_schedules
    where tenant_id = ${person.tenantId} and ${inView}
    order by batch_schedules.next_due_at nulls last, id desc
    limit ${limit} offset ${(page - 1) * limit}
  `.execute(db);
  const { rows: counted } = await sql<{ count: bigint }>`
    select count(*) from batch_schedules where tenant_id = ${person.tenantId} and ${inView}
  `.execute(db);
  const pagination = pageOf({ page, limit }, counted[0]?.count ?? 0n);
  const data = await describe(db, person, rows);
  return { data, pagination, total: pagination.total_records };
}

/** @throws 404, also for another tenant's. */
export async function showBatchSchedule(person: Tenant, id: string): Promise<BatchSchedule> {
  const db = database();
  const [described] = await describe(db, person, [
    await readBatchSchedule(db, person.tenantId, id),
  ]);
  if (!described) throw new Error(`Schedule ${id} has no description`);
  return described;
}

/** The batch whose rows come again, and what became of the last due day. */
interface Facts {
  readonly id: string;
  readonly file_name: string;
  readonly rows: bigint;
  readonly paise: bigint;
  readonly due_on: string | null;
  readonly run_state: BatchScheduleRunState | null;
  readonly reason: string | null;
  readonly run_batch_id: string | null;
  readonly batch_state: BatchState | null;
}

async function readFacts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Facts>> {
  const { rows } = await sql<Facts>`
    select batch_schedules.id, source.file_name, content.rows, content.paise,
      due_on::text as due_on, run.state as run_state, run.reason, run.batch_id as run_batch_id,
      prepared.state as batch_state
    from batch_schedules
    join payout_batches as source on source.id = batch_schedules.batch_id
    join lateral (
      select count(*) as rows, coalesce(sum(amount_paise), 0)::bigint as paise
      from batch_rows where batch_id = source.id and state <> 'removed'
    ) as content on true
    left join lateral (
      select * from batch_schedule_runs where schedule_id = batch_schedules.id
      order by due_on desc limit 1
    ) as run on true
    left join payout_batches as prepared on prepared.id = run.batch_id
    where batch_schedules.id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function describe(
  db: Db,
  person: Tenant,
  schedules: readonly StoredBatchSchedule[],
): Promise<BatchSchedule[]> {
  if (schedules.length === 0) return [];
  const factsOf = await readFacts(
    db,
    schedules.map(({ id }) => id),
  );
  const nameOf = await findNames(
    db,
    schedules.map(({ maker_id: maker }) => maker),
  );
  const mayPrepare =
    !person.isViewed &&
    includesFeature(person.features, "bulk_payouts") &&
    mayDo(person, "prepare");
  return schedules.flatMap((schedule) => {
    const facts = factsOf.get(schedule.id);
    if (!facts) return [];
    const [next] = schedule.next_due_at === null ? [] : openDueDays(schedule, 1);
    const { paused_at: pausedAt, ended_at: endedAt } = schedule;
    return {
      id: schedule.id,
      state: schedule.state,
      created_at: schedule.created_at.toISOString(),
      maker: nameOf(schedule.maker_id),
      batch: {
        id: schedule.batch_id,
        file_name: facts.file_name,
        rows: Number(facts.rows),
        amount: inr(facts.paise),
      },
      rule: schedule.rule,
      rule_text: describeRule(schedule.rule),
      next: next ? describeDueDay(next) : null,
      last_run: describeRun(facts),
      pause: pausedAt && {
        message: schedule.pause_message ?? "",
        at: pausedAt.toISOString(),
      },
      end: endedAt && { reason: schedule.end_reason, at: endedAt.toISOString() },
      can: mayPrepare ? [...batchScheduleActsIn[schedule.state]] : [],
    };
  });
}

function describeRun(facts: Facts): BatchSchedule["last_run"] {
  const { due_on: dueOn, run_state: state, reason, run_batch_id: id, batch_state: of } = facts;
  if (!dueOn || !state) return null;
  return { due_on: dueOn, state, reason, batch: id && of ? { id, state: of } : null };
}
