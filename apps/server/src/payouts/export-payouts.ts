import { csvFile } from "../csv-file.ts";
import { today } from "../days.ts";
import type { File } from "../serve.ts";
import type { Tenant } from "../sign-in/person.ts";
import { shownDestination } from "./destination.ts";
import { payoutTotalsOf, streamPayouts, type PayoutFilter } from "./queries.ts";

const titles = [
  "Date",
  "Reference ID",
  "Method",
  "Beneficiary",
  "Account / UPI ID",
  "IFSC",
  "Bank",
  "Amount",
  "Charges",
  "GST",
  "Status",
  "UTR",
  "Failure reason",
];

/** The whole filter as CSV, newest first, streamed in constant memory. */
export async function exportPayouts(tenant: Tenant, filter: PayoutFilter): Promise<File> {
  const { count } = await payoutTotalsOf(tenant, filter);
  return csvFile(`payouts-export-${today()}.csv`, titles, rowsOf(tenant, filter), count);
}

async function* rowsOf(tenant: Tenant, filter: PayoutFilter) {
  for await (const row of streamPayouts(tenant, filter)) {
    yield [
      row.created_at,
      row.reference_id,
      row.method.toUpperCase(),
      row.beneficiary_name,
      shownDestination(tenant, row),
      row.ifsc_code,
      row.bank_name,
      row.amount_paise,
      row.fee_paise,
      row.gst_paise,
      row.status,
      row.utr_number,
      row.failure_reason,
    ];
  }
}
