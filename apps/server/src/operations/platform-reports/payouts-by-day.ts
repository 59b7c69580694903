import { sumWithdrawals, type Withdrawals } from "../../payouts/read/sum-withdrawals.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { sumMovements, type Movement } from "../../ledger/wallet-movements.ts";
import { dayAndTenantColumns, rowsByDay } from "./rows-by-day.ts";
import type { ReportContext, Table } from "../../files/report-table.ts";

/** Payouts by day of request, payment, failure, cancellation or return. All figures come from the ledger. */
export function payoutsByDayTable(request: ReportContext): Table {
  return {
    columns: [
      ...dayAndTenantColumns,
      { title: "Requested", kind: "count", width: 11 },
      { title: "Held with charges", kind: "paise", width: 18 },
      { title: "Paid", kind: "count", width: 9 },
      { title: "Paid out", kind: "paise", width: 18 },
      { title: "Fees", kind: "paise", width: 14 },
      { title: "GST", kind: "paise", width: 14 },
      { title: "Failed or cancelled", kind: "count", width: 19 },
      { title: "Released", kind: "paise", width: 18 },
      { title: "Returned", kind: "count", width: 10 },
      { title: "Refunded", kind: "paise", width: 18 },
      { title: "Partial returns", kind: "count", width: 13 },
      { title: "Partly refunded", kind: "paise", width: 18 },
      { title: "Withdrawals", kind: "count", width: 12 },
      { title: "Withdrawn", kind: "paise", width: 18 },
      { title: "Requests on hold", kind: "paise", width: 18 },
      { title: "Requests off hold", kind: "paise", width: 18 },
    ],
    rows: rowsByDay(request, 16, figuresOn),
    notes: [
      "A payout counts on the day it was requested, paid, failed, cancelled or returned, so one payout can appear on two days.",
      "Held = amount, fee and GST put on hold at the request; released = the same total after a failure or cancellation; refunded = the same total after a bank return.",
      "Withdrawals go to a tenant's own account without a fee. Paid, paid out, returned and refunded leave them out; requested, held, failed, released and partial returns include them.",
      "Requests on hold = amount, fee and GST that a payment request holds from its submission; off hold = the same total when it ends, or when its payout takes it over, which counts as held.",
      "Held + requests on hold equals the credits of the held account in the platform statement for the same days; paid out + withdrawn + fees + GST + released + requests off hold equals its debits.",
    ],
  };
}

async function figuresOn(day: string): Promise<Map<string, bigint[]>> {
  const kinds = [
    "hold",
    "settle",
    "release",
    "reverse",
    "partial_return",
    "request_hold",
    "request_release",
  ] as const;
  const db = await replicaOrPrimary();
  const [dayMovements, withdrawals] = await Promise.all([
    sumMovements(db, { from: day, to: day }, kinds),
    sumWithdrawals(db, { from: day, to: day }),
  ]);
  const byTenant = Map.groupBy(dayMovements, ({ walletId }) => walletId);
  const withdrawalsOf = new Map(withdrawals.map((each) => [each.tenantId, each]));
  return new Map(
    [...byTenant].map(([tenant, ofTenant]) => [
      tenant,
      figuresOf(ofTenant, withdrawalsOf.get(tenant)),
    ]),
  );
}

function figuresOf(
  tenantMovements: readonly Movement[],
  withdrawals: Withdrawals | undefined,
): bigint[] {
  const of = (kind: Movement["kind"]) => tenantMovements.find((each) => each.kind === kind);
  const [hold, settle, release, reverse] = [of("hold"), of("settle"), of("release"), of("reverse")];
  const part = of("partial_return");
  return [
    hold?.count ?? 0n,
    hold?.totalPaise ?? 0n,
    (settle?.count ?? 0n) - (withdrawals?.paidCount ?? 0n),
    (settle?.paidPaise ?? 0n) - (withdrawals?.paidPaise ?? 0n),
    settle?.feePaise ?? 0n,
    settle?.gstPaise ?? 0n,
    release?.count ?? 0n,
    release?.totalPaise ?? 0n,
    (reverse?.count ?? 0n) - (withdrawals?.returnedCount ?? 0n),
    (reverse?.totalPaise ?? 0n) - (withdrawals?.returnedPaise ?? 0n),
    part?.count ?? 0n,
    part?.totalPaise ?? 0n,
    withdrawals?.paidCount ?? 0n,
    withdrawals?.paidPaise ?? 0n,
    of("request_hold")?.totalPaise ?? 0n,
    of("request_release")?.totalPaise ?? 0n,
  ];
}
