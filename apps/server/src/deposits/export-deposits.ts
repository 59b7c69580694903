import { csvFile } from "../csv-file.ts";
import { today } from "../days.ts";
import { maskedEnd } from "../money.ts";
import type { File } from "../serve.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import { countOf, streamOwn, sumOwnByStatus, type DepositFilter } from "./queries.ts";

const titles = [
  "Date",
  "Amount",
  "UTR Reference",
  "Account Holder",
  "Account Number",
  "IFSC",
  "Bank",
  "Status",
  "Processed",
  "Failure Reason",
  "Remarks",
  "Deposit ID",
];

/** Every deposit of the filter, newest first. */
export async function exportDeposits(tenant: Tenant, filter: DepositFilter): Promise<File> {
  const count = countOf(filter, await sumOwnByStatus(await reading(), tenant, filter));
  return csvFile(`deposits-export-${today()}.csv`, titles, rowsOf(tenant, filter), count);
}

async function* rowsOf(tenant: Tenant, filter: DepositFilter) {
  for await (const row of streamOwn(await reading(), tenant, filter)) {
    yield [
      row.created_at,
      row.amount_paise,
      row.utr_reference,
      row.account_holder_name,
      row.account_number_end === null ? null : maskedEnd(row.account_number_end),
      row.ifsc_code,
      row.bank_name,
      row.status,
      row.reviewed_at,
      row.status === "failed" ? row.review_note : null,
      row.remarks,
      row.id,
    ];
  }
}
