import { limits } from "@rokad/contract/limits";
import type { PayoutReport } from "@rokad/contract/payout-report";
import type { ReportGroup } from "@rokad/contract/report-groups";
import { sql } from "kysely";
import { replicaOrPrimary } from "../../database/replica.ts";
import { ApiError } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { totalPayouts } from "../../payouts/read/total-payouts.ts";
import { figureColumns, groupOf, reportedPayouts, type ReportPeriod } from "./reported-payouts.ts";

/**
 * The payouts of a period by group, the largest paid amounts first, and their total. It adds up the
 * rows, so a period with too many of them is for the file.
 * @throws 422 `PAYOUT_REPORT_TOO_LARGE`.
 */
export async function readPayoutReport(
  tenant: Tenant,
  period: ReportPeriod,
  by: ReportGroup,
): Promise<PayoutReport> {
  const db = await replicaOrPrimary();
  const { count } = await totalPayouts(db, tenant, period);
  if (count > BigInt(limits.reportPayoutsMax))
    throw new ApiError(
      422,
      "PAYOUT_REPORT_TOO_LARGE",
      `This period has ${count.toLocaleString("en-IN")} payouts. Use the CSV file or a shorter period.`,
    );
  const { key, label } = groupOf[by];
  const figures = sql.join(
    Object.entries(figureColumns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`),
  );
  const { rows } = await sql<GroupRow>`
    select ${key} as key, ${label} as label, ${figures}, max(payouts.created_at) as last_at
    from ${reportedPayouts(tenant, period)}
    group by 1, 2 order by paid_paise desc, label, key
  `.execute(db);
  return {
    groups: rows.slice(0, limits.reportGroupsShown).map((row) => ({
      key: row.key,
      label: row.label,
      ...asFigures(row),
      last_at: row.last_at.toISOString(),
    })),
    groups_count: rows.length,
    total: asFigures(rows.reduce<Figures>(addFigures, noFigures)),
  };
}

type Figures = Readonly<Record<keyof typeof figureColumns, bigint>>;

interface GroupRow extends Figures {
  readonly key: string | null;
  readonly label: string;
  readonly last_at: Date;
}

const names = Object.keys(figureColumns) as (keyof Figures)[];
const noFigures = Object.fromEntries(names.map((name) => [name, 0n])) as Figures;

function addFigures(sum: Figures, row: Figures): Figures {
  return Object.fromEntries(names.map((name) => [name, sum[name] + row[name]])) as Figures;
}

function asFigures(row: Figures) {
  return {
    count: Number(row.count),
    paid: inr(row.paid_paise),
    paid_count: Number(row.paid_count),
    failed_count: Number(row.failed_count),
    cancelled_count: Number(row.cancelled_count),
    open_count: Number(row.open_count),
    charges: inr(row.charges_paise),
  };
}
