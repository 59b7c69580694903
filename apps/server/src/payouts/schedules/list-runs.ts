import { limits } from "@rokad/contract/limits";
import type { ScheduleRun } from "@rokad/contract/payout-schedule";
import type { PayoutStatus } from "@rokad/contract/payouts";
import type { ScheduleEnd, ScheduleRunState } from "@rokad/contract/schedule-states";
import { sql, type RawBuilder } from "kysely";
import { database } from "../../database/db.ts";
import { csvFile } from "../../files/csv-file.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { now } from "../../kernel/clock.ts";
import { dateTimeInIndia, dayInIndia } from "../../kernel/days.ts";
import { notFound } from "../../kernel/errors.ts";
import { inr, plainRupees } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readSchedule, type StoredSchedule } from "./stored-schedule.ts";

interface Row {
  readonly due_on: string;
  readonly rule_day: string;
  readonly due_at: Date;
  readonly state: ScheduleRunState;
  readonly version: number;
  readonly amount_paise: bigint;
  readonly end_kind: ScheduleEnd | null;
  readonly code: string | null;
  readonly reason: string | null;
  readonly decided_at: Date;
  readonly decided_by: string | null;
  readonly decider: string | null;
  readonly payout_id: string | null;
  readonly reference_id: string | null;
  readonly status: PayoutStatus | null;
  readonly utr_number: string | null;
}

/** A page of the runs of all versions, newest first. @throws 404, also for another tenant's. */
export async function listRuns(
  person: Tenant,
  id: string,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const db = database();
  const schedule = await readSchedule(db, person.tenantId, id);
  const { rows: counted } = await sql<{ count: bigint }>`
    select count(*) from schedule_runs where series_id = ${schedule.series_id}
  `.execute(db);
  const rows = await selectRuns(
    schedule,
    sql`true order by schedule_runs.due_on desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  const pagination = pageOf({ page, limit }, counted[0]?.count ?? 0n);
  const data = rows.map((row) => describe(person, row));
  return { data, pagination, total: pagination.total_records };
}

/** One run. @throws 404, also for another tenant's. */
export async function showRun(person: Tenant, id: string, dueOn: string): Promise<ScheduleRun> {
  const schedule = await readSchedule(database(), person.tenantId, id);
  const [row] = await selectRuns(schedule, sql`due_on = ${dueOn}::date`);
  if (!row) throw notFound("This run");
  return describe(person, row);
}

async function selectRuns(
  { series_id: seriesId }: StoredSchedule,
  rest: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select schedule_runs.due_on::text as due_on, schedule_runs.rule_day::text as rule_day,
      schedule_runs.due_at, schedule_runs.state, version, payout_schedules.amount_paise, end_kind,
      schedule_runs.code, schedule_runs.reason, schedule_runs.decided_at, decided_by,
      people.name as decider, payout_id, utr_number,
      coalesce(payouts.reference_id, funds_queue.reference_id) as reference_id,
      coalesce(payouts.status, case when funds_queue.id is not null then 'pending' end) as status
    from schedule_runs
    join payout_schedules on payout_schedules.id = schedule_id
    left join people on people.id = decided_by
    left join payouts on payouts.id = payout_id
    left join funds_queue on funds_queue.id = payout_id and funds_queue.state = 'waiting'
    where schedule_runs.series_id = ${seriesId} and ${rest}
  `.execute(database());
  return rows;
}

function describe(person: Tenant, row: Row): ScheduleRun {
  const { decided_by: by, payout_id: payoutId, reference_id: reference, status } = row;
  return {
    due_on: row.due_on,
    rule_day: row.rule_day,
    due_at: row.due_at.toISOString(),
    state: row.state,
    version: row.version,
    amount: inr(row.amount_paise),
    code: row.code,
    reason: row.reason,
    decided_at: row.decided_at.toISOString(),
    decided_by: by ? { id: by, name: row.decider ?? "Someone" } : null,
    payout:
      payoutId && reference && status
        ? { id: payoutId, reference_id: reference, status, utr_number: row.utr_number }
        : null,
    can_retry: canRetry(person, row),
  };
}

function canRetry(person: Tenant, { state, due_at: dueAt, end_kind: end }: Row): boolean {
  const isOpen = state === "failed" || state === "missed";
  const isRecent = now().getTime() - dueAt.getTime() <= limits.scheduleRetryDays * dayMs;
  const isSigned = end === null || end === "finished";
  return isOpen && isRecent && isSigned && !person.isViewed && mayDo(person, "pay");
}
const dayMs = 24 * 60 * 60 * 1000;

/** The runs of all versions as CSV, oldest first. @throws 404; 429 `EXPORTS_BUSY`. */
export async function runsFile(person: Tenant, id: string): Promise<StreamedFile> {
  const schedule = await readSchedule(database(), person.tenantId, id);
  const name = schedule.beneficiary_name.replaceAll(/[^\w .-]/g, "_");
  const header = [
    "Due on",
    "Created at",
    "Amount (₹)",
    "Status",
    "Reference",
    "UTR",
    "Payout",
    "Reason",
    "Decided by",
    "Version",
  ];
  return csvFile(`schedule-${name}.csv`, header, readRows(schedule));
}

async function* readRows(schedule: StoredSchedule): AsyncGenerator<(string | null)[]> {
  let after = "0001-01-01";
  for (;;) {
    const rows = await selectRuns(
      schedule,
      sql`due_on > ${after}::date order by schedule_runs.due_on limit 500`,
    );
    for (const row of rows)
      yield [
        dayInIndia(row.due_on),
        row.payout_id ? dateTimeInIndia(row.decided_at) : "",
        plainRupees(row.amount_paise),
        words[row.state],
        row.reference_id ?? "",
        row.utr_number ?? "",
        row.status ?? "",
        row.reason ?? "",
        row.decider ?? "",
        String(row.version),
      ];
    const last = rows.at(-1);
    if (!last) return;
    after = last.due_on;
  }
}

const words = {
  created: "Payout created",
  failed: "Failed",
  missed: "Missed",
  skipped: "Skipped",
} as const;
