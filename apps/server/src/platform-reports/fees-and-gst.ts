import { reading } from "../replica.ts";
import { movements, type Movement } from "../ledger/movements.ts";
import { monthsOf } from "./months.ts";
import type { Making, Row, Table } from "./table.ts";
import { tenantNames } from "./tenant-names.ts";

interface Charged {
  readonly paid: bigint;
  readonly returned: bigint;
  readonly fees: bigint;
  readonly feesReturned: bigint;
  readonly gst: bigint;
  readonly gstReturned: bigint;
}

/** What each tenant was charged and given back, month by month, as the ledger booked it. */
export function feesAndGstTable({ from, to, progress }: Making): Table {
  return {
    columns: [
      { title: "Month", kind: "text", width: 10 },
      { title: "Tenant", kind: "text", width: 30 },
      { title: "Mobile", kind: "text", width: 12 },
      { title: "Payouts paid", kind: "count", width: 12 },
      { title: "Payouts returned", kind: "count", width: 15 },
      { title: "Fees", kind: "paise", width: 16 },
      { title: "Fees returned", kind: "paise", width: 16 },
      { title: "Taxable value", kind: "paise", width: 16 },
      { title: "GST", kind: "paise", width: 16 },
      { title: "GST returned", kind: "paise", width: 16 },
      { title: "GST due", kind: "paise", width: 16 },
    ],
    rows: rowsOf(),
    notes: [
      "A fee is earned in the month in which its payout was paid, and given back in the month in which the bank returned it.",
      "Fees + fees returned = taxable value; GST + GST returned = GST due.",
    ],
  };

  async function* rowsOf(): AsyncGenerator<Row> {
    const months = monthsOf({ from, to });
    let all = nothing;
    for (const [at, month] of months.entries()) {
      progress(at, months.length);
      const moved = await movements(await reading(), month, ["settle", "reverse"]);
      const byTenant = Map.groupBy(moved, ({ walletId }) => walletId);
      let ofMonth = nothing;
      for (const { id, name, mobile } of await tenantNames(byTenant.keys())) {
        const charged = chargedIn(byTenant.get(id) ?? []);
        ofMonth = added(ofMonth, charged);
        yield { values: [month.month, name, mobile, ...figuresOf(charged)] };
      }
      all = added(all, ofMonth);
      if (moved.length === 0) continue;
      yield { values: [month.month, "All tenants", null, ...figuresOf(ofMonth)], isTotal: true };
    }
    progress(months.length, months.length);
    yield { values: ["Whole period", "All tenants", null, ...figuresOf(all)], isTotal: true };
  }
}

const nothing: Charged = {
  paid: 0n,
  returned: 0n,
  fees: 0n,
  feesReturned: 0n,
  gst: 0n,
  gstReturned: 0n,
};

function chargedIn(moved: readonly Movement[]): Charged {
  const settled = moved.find(({ kind }) => kind === "settle");
  const returned = moved.find(({ kind }) => kind === "reverse");
  return {
    paid: settled?.count ?? 0n,
    returned: returned?.count ?? 0n,
    fees: settled?.feePaise ?? 0n,
    feesReturned: returned?.feePaise ?? 0n,
    gst: settled?.gstPaise ?? 0n,
    gstReturned: returned?.gstPaise ?? 0n,
  };
}

function added(a: Charged, b: Charged): Charged {
  return {
    paid: a.paid + b.paid,
    returned: a.returned + b.returned,
    fees: a.fees + b.fees,
    feesReturned: a.feesReturned + b.feesReturned,
    gst: a.gst + b.gst,
    gstReturned: a.gstReturned + b.gstReturned,
  };
}

function figuresOf({ paid, returned, fees, feesReturned, gst, gstReturned }: Charged): bigint[] {
  return [
    paid,
    returned,
    fees,
    feesReturned,
    fees + feesReturned,
    gst,
    gstReturned,
    gst + gstReturned,
  ];
}
