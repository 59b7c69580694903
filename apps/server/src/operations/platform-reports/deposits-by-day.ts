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

/**
 * Deposits by day of request, credit or rejection. Credited amounts come from the ledger; the rollups
 * have no requested amount of a deposit that was credited with another one.
 */
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
      "Requested is what tenants asked for. Money that arrived without a request counts as credited only.",
      "Credited amounts equal the deposits in the tenants' statements. The bank account also has suspense, own money and adjustments.",
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
        select tenant_id, 1 as requested,
          coalesce(requested_paise, amount_paise) as requested_paise,
          0 as rejected, 0 as rejected_paise
        from deposits
        where created_at >= ${start} and created_at < ${end} and came_through is null
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
