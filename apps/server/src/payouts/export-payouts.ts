import { sql } from "kysely";
import type { CopiedCsv, HistoryFile } from "../copied-csv.ts";
import { instantCell, ownCell, rupeesCell, textCell } from "../csv-cells.ts";
import { today } from "../days.ts";
import type { Db } from "../db.ts";
import { reading } from "../replica.ts";
import type { Tenant } from "../sign-in/person.ts";
import { openedDestination, shownDestinationCell } from "./destination-cell.ts";
import { everyPayout, type PayoutFilter } from "./queries.ts";
import { totalPayouts } from "./total-payouts.ts";

/** Every payout of the filter, newest first. */
export async function payoutsFile(tenant: Tenant, filter: PayoutFilter): Promise<HistoryFile> {
  const db = await reading();
  return {
    db,
    fileName: `payouts-export-${today()}.csv`,
    count: async () => (await totalPayouts(db, tenant, filter)).count,
    csv: csvOf(db, tenant, filter),
  };
}

function csvOf(db: Db, tenant: Tenant, filter: PayoutFilter): CopiedCsv {
  return {
    columns: [
      ["Date", instantCell(sql`created_at`)],
      ["Reference ID", textCell(sql`reference_id`)],
      ["Method", ownCell(sql`upper(method)`)],
      ["Beneficiary", textCell(sql`beneficiary_name`)],
      ["Account / UPI ID", shownDestinationCell(tenant)],
      ["IFSC", textCell(sql`ifsc_code`)],
      ["Bank", textCell(sql`bank_name`)],
      ["Amount", rupeesCell(sql`amount_paise`)],
      ["Charges", rupeesCell(sql`fee_paise`)],
      ["GST", rupeesCell(sql`gst_paise`)],
      ["Status", ownCell(sql`status`)],
      ["UTR", textCell(sql`utr_number`)],
      ["Failure reason", textCell(sql`failure_reason`)],
    ],
    sealed: openedDestination(tenant, "Account / UPI ID", sql`id`),
    from: sql`${everyPayout(db, tenant, filter)} as payouts order by created_at desc, id desc`,
  };
}
