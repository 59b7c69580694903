import { limits } from "@rokad/contract/limits";
import type { ScheduleRule } from "@rokad/contract/schedule-rule";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Leaving } from "./leaving.ts";
import { openDueDays } from "./next-due-day.ts";

/**
 * The days until a time on which batches come again, each with the rows and charges of the batch that
 * it repeats. A person signs it then, so it may leave later.
 */
export async function findBatchDays(db: Db, tenantId: string, until: Date): Promise<Leaving[]> {
  const { rows } = await sql<Row>`
    select batch_schedules.batch_id, file_name, rule, batch_schedules.created_at, decided_rule_day::text as decided_rule_day,
      decided_due_on::text as decided_due_on, content.*
    from batch_schedules join payout_batches on payout_batches.id = batch_schedules.batch_id
    join lateral (
      select count(*) as rows, coalesce(sum(amount_paise), 0)::bigint as amount,
        coalesce(sum(amount_paise + fee_paise + gst_paise), 0)::bigint as total
      from batch_rows
      where batch_rows.batch_id = batch_schedules.batch_id and batch_rows.state <> 'removed'
    ) as content on true
    where batch_schedules.tenant_id = ${tenantId} and batch_schedules.state = 'active'
      and next_due_at <= ${until}
    order by next_due_at, batch_schedules.id limit ${limits.upcomingItemsMax + 1}
  `.execute(db);
  return rows.flatMap((row) => {
    return openDueDays(row, limits.upcomingItemsMax + 1)
      .filter(({ dueAt }) => dueAt <= until)
      .map((day): Leaving => ({
        kind: "batch_schedule",
        id: row.batch_id,
        title: row.file_name,
        at: day.dueAt,
        dueOn: day.dueOn,
        isKnown: day.isKnown,
        waitsFor: "To be signed then",
        payouts: Number(row.rows),
        amountPaise: row.amount,
        totalPaise: row.total,
      }));
  });
}

interface Row {
  readonly batch_id: string;
  readonly file_name: string;
  readonly rule: ScheduleRule;
  readonly created_at: Date;
  readonly decided_rule_day: string | null;
  readonly decided_due_on: string | null;
  readonly rows: bigint;
  readonly amount: bigint;
  readonly total: bigint;
}
