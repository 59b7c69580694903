import {
  exportedPaymentFields,
  payoutFieldChoices,
  payoutFields,
  type PayoutFieldName,
} from "@rokad/contract/payout-fields";
import { sql, type RawBuilder } from "kysely";
import type { CsvCopy, HistoryFile } from "../../files/csv-copy.ts";
import {
  instantCell,
  trustedCell,
  rupeesCell,
  textCell,
  type CellSql,
} from "../../files/csv-cells.ts";
import { today } from "../../kernel/days.ts";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import { encryptedDestinationColumn, displayDestinationCell } from "../destination-cell.ts";
import { selectPayouts, type PayoutFilter } from "../queries.ts";
import { returnedColumns } from "./returned-columns.ts";
import { matchesWaits, totalWaits, waitColumns } from "../funds-queue/select-waits.ts";
import { totalPayouts } from "./total-payouts.ts";

/** The CSV file of every payout that matches the filter, newest first. */
export async function payoutsFile(tenant: Tenant, filter: PayoutFilter): Promise<HistoryFile> {
  const db = await replicaOrPrimary();
  return {
    db,
    fileName: `payouts-export-${today()}.csv`,
    count: async () =>
      (await totalPayouts(db, tenant, filter)).count + (await totalWaits(db, tenant, filter)).count,
    csv: csvOf(db, tenant, filter),
  };
}

function csvOf(db: Db, tenant: Tenant, filter: PayoutFilter): CsvCopy {
  return {
    columns: [
      ["Date", instantCell(sql`created_at`)],
      ["Reference ID", textCell(sql`reference_id`)],
      ["Kind", trustedCell(sql`initcap(payout_kind)`)],
      ["Method", trustedCell(sql`upper(method)`)],
      ["Beneficiary", textCell(sql`beneficiary_name`)],
      ["Account / UPI ID", displayDestinationCell(tenant)],
      ["IFSC", textCell(sql`ifsc_code`)],
      ["Bank", textCell(sql`bank_name`)],
      ["Amount", rupeesCell(sql`amount_paise`)],
      ["Charges", rupeesCell(sql`fee_paise`)],
      ["GST", rupeesCell(sql`gst_paise`)],
      ...returnedColumns,
      ["Status", trustedCell(sql`status`)],
      ["UTR", textCell(sql`utr_number`)],
      ["Failure reason", textCell(sql`failure_reason`)],
      ["Initiated by", textCell(initiatorName)],
      ...exportedPaymentFields.map((name) => [payoutFields[name].label, fieldCell(name)] as const),
      ["Waits for funds", trustedCell(sql`case when is_waiting then 'yes' end`)],
    ],
    encrypted: encryptedDestinationColumn(tenant, "Account / UPI ID", sql`id`),
    from: sql`(${rowsOf(db, tenant, filter)}) as payouts order by created_at desc, id desc`,
  };
}

/** Payouts, and those that wait for funds or were not funded, where the filter has them. */
function rowsOf(db: Db, tenant: Tenant, filter: PayoutFilter): RawBuilder<unknown> {
  const waits = sql`
    select ${waitColumns}, nullif(member_id, tenant_id) as initiated_by, state = 'waiting' as is_waiting
    from funds_queue where ${matchesWaits(tenant, filter)}
  `;
  if (filter.status === "waiting_for_funds" || filter.status === "not_funded") return waits;
  const payouts = selectPayouts(db, tenant, { ...filter, status: filter.status });
  return sql`
    ${payouts.select(["initiated_by", sql<boolean>`false`.as("is_waiting")])} union all ${waits}
  `;
}

/** The member who confirmed the payout; empty for the founder of the business. */
const initiatorName = sql`(select name from people where people.id = initiated_by)`;

/** A field as people read it. PostgreSQL writes the file, so the labels are part of the statement. */
function fieldCell(name: PayoutFieldName): CellSql {
  const choices = payoutFieldChoices(name);
  if (!choices) return textCell(sql.ref(name));
  const labels = Object.entries(choices).map(
    ([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`,
  );
  return trustedCell(sql`case ${sql.ref(name)} ${sql.join(labels, sql` `)} end`);
}
