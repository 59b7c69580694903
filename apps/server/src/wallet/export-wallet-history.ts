import { csvFile } from "../csv-file.ts";
import { today } from "../days.ts";
import type { File } from "../serve.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import { streamMovements, sumMovements, type WalletFilter } from "./queries.ts";
import { describe, whereTo } from "./wallet-transaction.ts";

const titles = [
  "Date",
  "Type",
  "Amount",
  "Description",
  "Account / UPI ID",
  "IFSC",
  "Bank",
  "Payout Amount",
  "Platform Fee",
  "GST",
  "Reference",
  "UTR",
  "Status",
  "Failure Reason",
  "Transaction ID",
];

/** Every movement of the filter, newest first; debits are negative, as on the screen. */
export async function exportWalletHistory(tenant: Tenant, filter: WalletFilter): Promise<File> {
  const { count } = await sumMovements(await reading(), tenant, filter);
  return csvFile(`wallet-history-${today()}.csv`, titles, rowsOf(tenant, filter), count);
}

async function* rowsOf(tenant: Tenant, filter: WalletFilter) {
  for await (const row of streamMovements(await reading(), tenant, filter)) {
    yield [
      row.at,
      row.type,
      row.type === "debit" ? -row.paise : row.paise,
      describe(row),
      whereTo(tenant, row),
      row.ifsc_code,
      row.bank_name,
      row.amount_paise,
      row.fee_paise,
      row.gst_paise,
      row.reference,
      row.utr,
      row.status,
      row.failure_reason,
      row.id,
    ];
  }
}
