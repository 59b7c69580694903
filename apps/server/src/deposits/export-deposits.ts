import { sql } from "kysely";
import type { CopiedCsv, HistoryFile } from "../copied-csv.ts";
import { instantCell, ownCell, rupeesCell, textCell } from "../csv-cells.ts";
import { today } from "../days.ts";
import type { Db } from "../db.ts";
import { reading } from "../replica.ts";
import type { Tenant } from "../sign-in/person.ts";
import { everyOwn, type DepositFilter } from "./queries.ts";
import { countOf, totalDeposits } from "./total-deposits.ts";

/** Every deposit of the filter, newest first. */
export async function depositsFile(tenant: Tenant, filter: DepositFilter): Promise<HistoryFile> {
  const db = await reading();
  return {
    db,
    fileName: `deposits-export-${today()}.csv`,
    count: async () => countOf(filter, await totalDeposits(db, tenant.id, filter)),
    csv: csvOf(db, tenant, filter),
  };
}

function csvOf(db: Db, tenant: Tenant, filter: DepositFilter): CopiedCsv {
  return {
    columns: [
      ["Date", instantCell(sql`created_at`)],
      ["Amount", rupeesCell(sql`amount_paise`)],
      ["UTR Reference", textCell(sql`utr_reference`)],
      ["Account Holder", textCell(sql`account_holder_name`)],
      ["Account Number", ownCell(sql`'****' || account_number_end`)],
      ["IFSC", textCell(sql`ifsc_code`)],
      ["Bank", textCell(sql`bank_name`)],
      ["Status", ownCell(sql`status`)],
      ["Processed", instantCell(sql`reviewed_at`)],
      ["Failure Reason", textCell(sql`case when status = 'failed' then review_note end`)],
      ["Remarks", textCell(sql`remarks`)],
      ["Deposit ID", ownCell(sql`id`)],
    ],
    from: sql`${everyOwn(db, tenant, filter)} as deposits order by created_at desc, id desc`,
  };
}
