import { replicaOrPrimary } from "../../database/replica.ts";
import { sumMovements, type Movement } from "../../ledger/wallet-movements.ts";
import { splitIntoMonths } from "./split-into-months.ts";
import { sumWithdrawals, type Withdrawals } from "../../payouts/read/sum-withdrawals.ts";
import type { ReportContext, Row, Table } from "../../files/report-table.ts";
import { readTenantNames } from "./read-tenant-names.ts";

interface Charges {
  readonly paid: bigint;
  readonly returned: bigint;
  /** Partial returns; a payout can have several. */
  readonly partly: bigint;
  readonly withdrawals: bigint;
  readonly fees: bigint;
  readonly feesReturned: bigint;
  readonly gst: bigint;
  readonly gstReturned: bigint;
}

/** Fees and GST charged and returned, by month and tenant, from the ledger. */
export function feesAndGstTable({ from, to, progress }: ReportContext): Table {
  return {
    columns: [
      { title: "Month", kind: "text", width: 10 },
      { title: "Tenant", kind: "text", width: 30 },
      { title: "Mobile", kind: "text", width: 12 },
      { title: "Payouts paid", kind: "count", width: 12 },
      { title: "Payouts returned", kind: "count", width: 15 },
      { title: "Partial returns", kind: "count", width: 13 },
      { title: "Withdrawals", kind: "count", width: 12 },
      { title: "Fees", kind: "paise", width: 16 },
      { title: "Fees returned", kind: "paise", width: 16 },
      { title: "Taxable value", kind: "paise", width: 16 },
      { title: "GST", kind: "paise", width: 16 },
      { title: "GST returned", kind: "paise", width: 16 },
      { title: "GST due", kind: "paise", width: 16 },
    ],
    rows: rowsOf(),
    notes: [
      "A fee is earned in the month its payout was paid and returned in the month the bank returned the payout.",
      "Withdrawals have no fee and no GST. A partial return brings back fee and GST only if System Settings or a super admin says so.",
      "Fees + fees returned = taxable value; GST + GST returned = GST due.",
    ],
  };

  async function* rowsOf(): AsyncGenerator<Row> {
    const months = splitIntoMonths({ from, to });
    let periodTotal = nothing;
    for (const [at, month] of months.entries()) {
      progress(at, months.length);
      const db = await replicaOrPrimary();
      const [monthMovements, withdrawals] = await Promise.all([
        sumMovements(db, month, ["settle", "reverse", "partial_return"]),
        sumWithdrawals(db, month),
      ]);
      const withdrawalsOf = new Map(withdrawals.map((each) => [each.tenantId, each]));
      const byTenant = Map.groupBy(monthMovements, ({ walletId }) => walletId);
      let monthTotal = nothing;
      for (const { id, name, mobile } of await readTenantNames(byTenant.keys())) {
        const charges = chargesOf(byTenant.get(id) ?? [], withdrawalsOf.get(id));
        monthTotal = addCharges(monthTotal, charges);
        yield { values: [month.month, name, mobile, ...figuresOf(charges)] };
      }
      periodTotal = addCharges(periodTotal, monthTotal);
      if (monthMovements.length === 0) continue;
      yield { values: [month.month, "All tenants", null, ...figuresOf(monthTotal)], isTotal: true };
    }
    progress(months.length, months.length);
    yield {
      values: ["Whole period", "All tenants", null, ...figuresOf(periodTotal)],
      isTotal: true,
    };
  }
}

const nothing: Charges = {
  paid: 0n,
  returned: 0n,
  partly: 0n,
  withdrawals: 0n,
  fees: 0n,
  feesReturned: 0n,
  gst: 0n,
  gstReturned: 0n,
};

function chargesOf(
  tenantMovements: readonly Movement[],
  withdrawals: Withdrawals | undefined,
): Charges {
  const settled = tenantMovements.find(({ kind }) => kind === "settle");
  const returned = tenantMovements.find(({ kind }) => kind === "reverse");
  const part = tenantMovements.find(({ kind }) => kind === "partial_return");
  return {
    paid: (settled?.count ?? 0n) - (withdrawals?.paidCount ?? 0n),
    returned: (returned?.count ?? 0n) - (withdrawals?.returnedCount ?? 0n),
    partly: part?.count ?? 0n,
    withdrawals: withdrawals?.paidCount ?? 0n,
    fees: settled?.feePaise ?? 0n,
    feesReturned: (returned?.feePaise ?? 0n) + (part?.feePaise ?? 0n),
    gst: settled?.gstPaise ?? 0n,
    gstReturned: (returned?.gstPaise ?? 0n) + (part?.gstPaise ?? 0n),
  };
}

function addCharges(a: Charges, b: Charges): Charges {
  return {
    paid: a.paid + b.paid,
    returned: a.returned + b.returned,
    partly: a.partly + b.partly,
    withdrawals: a.withdrawals + b.withdrawals,
    fees: a.fees + b.fees,
    feesReturned: a.feesReturned + b.feesReturned,
    gst: a.gst + b.gst,
    gstReturned: a.gstReturned + b.gstReturned,
  };
}

function figuresOf({ fees, feesReturned, gst, gstReturned, ...counts }: Charges): bigint[] {
  return [
    counts.paid,
    counts.returned,
    counts.partly,
    counts.withdrawals,
    fees,
    feesReturned,
    fees + feesReturned,
    gst,
    gstReturned,
    gst + gstReturned,
  ];
}
