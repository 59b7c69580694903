import {
  displayPayoutField,
  exportedPaymentFields,
  payoutFields,
} from "@rokad/contract/payout-fields";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import { destinationColumns, maskedDestination } from "../../payouts/destination.ts";
import { returnedAmount, returnedCharges } from "../../payouts/returned-money.ts";
import type { ReportContext, Row, Table } from "../../files/report-table.ts";

const rowsAtOnce = 1_000;

/** Every payout requested in the period, oldest first, with its current status. */
export function payoutRegisterTable(request: ReportContext): Table {
  return {
    columns: [
      { title: "Requested at", kind: "instant", width: 20 },
      { title: "Tenant", kind: "text", width: 26 },
      { title: "Mobile", kind: "text", width: 12 },
      { title: "Reference", kind: "text", width: 20 },
      { title: "Kind", kind: "text", width: 11 },
      { title: "Method", kind: "text", width: 8 },
      { title: "Beneficiary", kind: "text", width: 26 },
      { title: "Account / UPI ID", kind: "text", width: 22 },
      { title: "IFSC", kind: "text", width: 13 },
      { title: "Amount", kind: "paise", width: 16 },
      { title: "Fee", kind: "paise", width: 10 },
      { title: "GST", kind: "paise", width: 10 },
      { title: "Returned", kind: "paise", width: 16 },
      { title: "Charges returned", kind: "paise", width: 16 },
      { title: "Status", kind: "text", width: 11 },
      { title: "UTR", kind: "text", width: 18 },
      { title: "Provider", kind: "text", width: 11 },
      { title: "Failure reason", kind: "text", width: 34 },
      ...exportedPaymentFields.map((name) => ({
        title: payoutFields[name].label,
        kind: "text" as const,
        width: 14,
      })),
    ],
    rows: rowsOf(request),
    notes: [
      "Payouts by request time, with their status when this file was created. A failed, cancelled or returned payout has no net cost; of a partly returned one, the returned amount came back. Withdrawals have no fee.",
    ],
  };
}

async function* rowsOf({ from, to, progress }: ReportContext): AsyncGenerator<Row> {
  const db = await replicaOrPrimary();
  const period = { start: startOfDay(from), end: endOfDay(to) };
  const total = await countRequested(db, { from, to });
  const sum = { amount: 0n, fee: 0n, gst: 0n, returned: 0n, charges: 0n };
  let done = 0;
  // One cursor: its snapshot stays the same however long the read takes.
  for await (const line of linesOf(db, period).stream(rowsAtOnce)) {
    if (done % rowsAtOnce === 0) progress(done, Math.max(total, done));
    done += 1;
    sum.amount += line.amount_paise;
    sum.fee += line.fee_paise;
    sum.gst += line.gst_paise;
    sum.returned += returnedAmount(line);
    sum.charges += returnedCharges(line);
    yield { values: valuesOf(line) };
  }
  progress(done, done);
  const empty = Array.from({ length: 7 }, () => null);
  yield {
    values: [null, "All payouts", ...empty, ...Object.values(sum)],
    isTotal: true,
  };
}

interface TimeRange {
  readonly start: Date;
  readonly end: Date;
}

/** The number of payouts that were not cancelled, from the daily rollups, for the progress bar. */
async function countRequested(db: Db, { from, to }: Pick<ReportContext, "from" | "to">) {
  const { rows } = await sql<{ count: bigint }>`
    select coalesce(sum(open_count + success_count + failed_count), 0)::bigint as count
    from all_payout_day_parts where day between ${from} and ${to}
  `.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

function linesOf(db: Db, { start, end }: TimeRange) {
  return db
    .selectFrom("payouts")
    .where("payouts.created_at", ">=", start)
    .where("payouts.created_at", "<", end)
    .innerJoin("tenants", "tenants.id", "payouts.tenant_id")
    .select([
      "payouts.created_at",
      "tenants.name as tenant",
      "tenants.mobile",
      "reference_id",
      "payout_kind",
      "returned_paise",
      "returned_at",
      "charges_returned_at",
      "payouts.id",
      ...destinationColumns,
      "beneficiary_name",
      "ifsc_code",
      "amount_paise",
      "fee_paise",
      "gst_paise",
      "status",
      "utr_number",
      "provider",
      "failure_reason",
      ...exportedPaymentFields,
    ])
    .orderBy("payouts.created_at")
    .orderBy("payouts.id");
}

type Line = Awaited<ReturnType<ReturnType<typeof linesOf>["execute"]>>[number];

function valuesOf(line: Line): Row["values"] {
  return [
    line.created_at,
    line.tenant,
    line.mobile,
    line.reference_id,
    capitalised(line.payout_kind),
    line.method.toUpperCase(),
    line.beneficiary_name,
    maskedDestination(line),
    line.ifsc_code,
    line.amount_paise,
    line.fee_paise,
    line.gst_paise,
    returnedAmount(line),
    returnedCharges(line),
    capitalised(line.status),
    line.utr_number,
    capitalised(line.provider),
    line.failure_reason,
    ...exportedPaymentFields.map((name) => displayPayoutField(name, line[name])),
  ];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
