import { sql } from "kysely";
import type { CsvCopy, HistoryFile } from "../../files/csv-copy.ts";
import { instantCell, trustedCell, rupeesCell, textCell } from "../../files/csv-cells.ts";
import { today } from "../../kernel/days.ts";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import { selectAllOwn, type DepositFilter } from "./queries.ts";
import { countOf, totalDeposits } from "./total-deposits.ts";

/** A CSV file of every deposit that matches the filter, newest first. */
export async function exportDeposits(tenant: Tenant, filter: DepositFilter): Promise<HistoryFile> {
  const db = await replicaOrPrimary();
  return {
    db,
    fileName: `deposits-export-${today()}.csv`,
    count: async () => countOf(filter, await totalDeposits(db, tenant.tenantId, filter)),
    csv: csvCopyOf(db, tenant, filter),
  };
}

function csvCopyOf(db: Db, tenant: Tenant, filter: DepositFilter): CsvCopy {
  return {
    columns: [
      ["Date", instantCell(sql`created_at`)],
      ["Amount", rupeesCell(sql`amount_paise`)],
      ["UTR Reference", textCell(sql`utr_reference`)],
      ["Account Holder", textCell(sql`account_holder_name`)],
      ["Account Number", trustedCell(sql`'****' || account_number_end`)],
      ["IFSC", textCell(sql`ifsc_code`)],
      ["Bank", textCell(sql`bank_name`)],
      ["Status", trustedCell(sql`status`)],
      ["Processed", instantCell(sql`reviewed_at`)],
      ["Failure Reason", textCell(sql`case when status = 'failed' then review_note end`)],
      ["Remarks", textCell(sql`remarks`)],
      ["Deposit ID", trustedCell(sql`id`)],
      ["Requested Amount", rupeesCell(sql`coalesce(requested_paise, amount_paise)`)],
      ["Amount Reason", textCell(sql`amount_reason`)],
    ],
    from: sql`${selectAllOwn(db, tenant, filter)} as deposits order by created_at desc, id desc`,
  };
}
