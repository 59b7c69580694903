import type { ReportGroup } from "@rokad/contract/report-groups";
import { sql } from "kysely";
import { instantCell, rupeesCell, textCell, trustedCell } from "../../files/csv-cells.ts";
import type { HistoryFile } from "../../files/csv-copy.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import { returnedColumns } from "../../payouts/read/returned-columns.ts";
import {
  figureColumns,
  groupOf,
  reportedPayouts,
  type ReportFilter,
  type ReportPeriod,
} from "./reported-payouts.ts";

const titles: Readonly<Record<ReportGroup, string>> = {
  beneficiary: "Beneficiary",
  batch: "Batch",
  purpose: "Purpose",
};

/** All groups of a report as CSV, the largest paid amounts first. */
export async function payoutReportFile(
  tenant: Tenant,
  { from, to, by }: ReportPeriod & { readonly by: ReportGroup },
): Promise<HistoryFile> {
  const db = await replicaOrPrimary();
  const { key, label } = groupOf[by];
  const figures = sql.join(
    Object.entries(figureColumns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`),
  );
  const groups = sql`
    select ${key} as key, ${label} as label, ${figures}, max(payouts.created_at) as last_at
    from ${reportedPayouts(tenant, { from, to })} group by 1, 2
  `;
  return {
    db,
    fileName: `payouts-by-${by}-${from}-to-${to}.csv`,
    count: async () => {
      const { rows } = await sql<{ count: bigint }>`
        select count(*) from (
          select from ${reportedPayouts(tenant, { from, to })} group by ${key}, ${label}
        ) as groups
      `.execute(db);
      return rows[0]?.count ?? 0n;
    },
    csv: {
      columns: [
        [titles[by], textCell(sql`label`)],
        ["Payouts", trustedCell(sql`count`)],
        ["Paid", trustedCell(sql`paid_count`)],
        ["Failed", trustedCell(sql`failed_count`)],
        ["Cancelled", trustedCell(sql`cancelled_count`)],
        ["In progress", trustedCell(sql`open_count`)],
        ["Amount paid", rupeesCell(sql`paid_paise`)],
        ["Charges and GST", rupeesCell(sql`charges_paise`)],
        ["Last payout", instantCell(sql`last_at`)],
      ],
      from: sql`(${groups}) as groups order by paid_paise desc, label, key`,
    },
  };
}

/** The payouts of a period, or of one group of it, with what they are reported by. */
export async function reportedPayoutsFile(
  tenant: Tenant,
  { from, to, ...filter }: ReportPeriod & ReportFilter,
): Promise<HistoryFile> {
  const db = await replicaOrPrimary();
  const rows = reportedPayouts(tenant, { from, to }, filter);
  return {
    db,
    fileName: `payouts-${from}-to-${to}.csv`,
    count: async () => {
      const { rows: counted } = await sql<{ count: bigint }>`
        select count(*) from ${rows}
      `.execute(db);
      return counted[0]?.count ?? 0n;
    },
    csv: {
      columns: [
        ["Date", instantCell(sql`payouts.created_at`)],
        ["Reference ID", textCell(sql`payouts.reference_id`)],
        ["Name", textCell(sql`payouts.beneficiary_name`)],
        ["Saved beneficiary", textCell(sql`beneficiaries.name`)],
        ["Account", trustedCell(sql`'****' || payouts.destination_end`)],
        ["Batch", textCell(sql`payout_batches.file_name`)],
        ["Row in the file", trustedCell(sql`batch_rows.number`)],
        ["Purpose", trustedCell(groupOf.purpose.label)],
        ["Remarks", textCell(sql`payouts.remarks`)],
        ["Amount", rupeesCell(sql`payouts.amount_paise`)],
        ["Charges", rupeesCell(sql`payouts.fee_paise`)],
        ["GST", rupeesCell(sql`payouts.gst_paise`)],
        ...returnedColumns,
        ["Status", trustedCell(sql`payouts.status`)],
        ["UTR", textCell(sql`payouts.utr_number`)],
      ],
      from: sql`${rows} order by payouts.created_at desc, payouts.id desc`,
    },
  };
}
