import { sql } from "kysely";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { sumMovements } from "../../ledger/wallet-movements.ts";
import { dayAndTenantColumns, rowsByDay } from "./rows-by-day.ts";
import type { ReportContext, Table } from "../../files/report-table.ts";

interface DepositFigures {
  readonly tenant: string;
  readonly requested: bigint;
  readonly requestedPaise: bigint;
  readonly rejected: bigint;
  readonly rejectedPaise: bigint;
}

/** Deposits by day of request, credit or rejection. Credited amounts come from the ledger. */
export function depositsByDayTable(request: ReportContext): Table {
  return {
    columns: [
      ...dayAndTenantColumns,
      { title: "Requested", kind: "count", width: 11 },
      { title: "Requested amount", kind: "paise", width: 20 },
      { title: "Credited", kind: "count", width: 11 },
      { title: "Credited amount", kind: "paise", width: 20 },
      { title: "Rejected", kind: "count", width: 11 },
      { title: "Rejected amount", kind: "paise", width: 20 },
    ],
    rows: rowsByDay(request, 6, figuresOn),
    notes: [
      "A deposit counts on the day it was requested, credited or rejected, so one deposit can appear on two days.",
      "Credited amounts equal the debits of the bank account in the platform statement for the same days.",
    ],
  };
}

async function figuresOn(day: string): Promise<Map<string, bigint[]>> {
  const [start, end] = [startOfDay(day), endOfDay(day)];
  const [credits, { rows: deposits }] = await Promise.all([
    sumMovements(await replicaOrPrimary(), { from: day, to: day }, ["credit"]),
    sql<DepositFigures>`
      select tenant_id as tenant, sum(requested)::bigint as requested,
        sum(requested_paise)::bigint as "requestedPaise", sum(rejected)::bigint as rejected,
        sum(rejected_paise)::bigint as "rejectedPaise"
      from (
        select tenant_id, pending_count + completed_count + failed_count as requested,
          pending_paise + completed_paise + failed_paise as requested_paise,
          0 as rejected, 0 as rejected_paise
        from deposit_rollups where grain = 'day' and starts_at = ${start}
        union all
        select tenant_id, 0, 0, 1, amount_paise from deposits
        where status = 'failed' and reviewed_at >= ${start} and reviewed_at < ${end}
      ) as events
      group by tenant_id
    `.execute(await replicaOrPrimary()),
  ]);
  const figures = new Map<string, bigint[]>();
  for (const each of deposits) {
    const { requested, requestedPaise, rejected, rejectedPaise } = each;
    figures.set(each.tenant, [requested, requestedPaise, 0n, 0n, rejected, rejectedPaise]);
  }
  for (const { walletId, count, totalPaise } of credits) {
    const [requested = 0n, requestedPaise = 0n, , , rejected = 0n, rejectedPaise = 0n] =
      figures.get(walletId) ?? [];
    figures.set(walletId, [requested, requestedPaise, count, totalPaise, rejected, rejectedPaise]);
  }
  return figures;
}
