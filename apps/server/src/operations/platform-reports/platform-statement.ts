import { dayInIndia } from "../../kernel/days.ts";
import type { Account } from "../../ledger/account-totals.ts";
import { platformStatement, type AccountTotals } from "../../ledger/platform-statement.ts";
import { rupees } from "../../kernel/money.ts";
import { splitIntoMonths } from "./split-into-months.ts";
import type { ReportContext, Row, Table } from "../../files/report-table.ts";

const names: Record<Account, string> = {
  available: "Tenants' wallets, available",
  held: "Tenants' wallets, held for payouts",
  bank: "Bank account",
  provider: "Balance with providers",
  fee_income: "Fee income",
  gst_payable: "GST payable",
  suspense: "Suspense, owner unknown",
  provider_fees: "Providers' fees",
  input_tax_credit: "Input tax credit",
  own_funds: "Own funds",
  receivable: "Owed by tenants",
  losses: "Losses and goodwill",
  unclaimed: "Unclaimed, owed to closed tenants",
};

/** Every ledger account: for the whole period, then for each month. */
export async function platformStatementTable({
  from,
  to,
  progress,
}: ReportContext): Promise<Table> {
  const months = splitIntoMonths({ from, to });
  progress(0, 1);
  const { whole, byMonth } = await platformStatement(
    { from, to },
    months.map(({ month }) => month),
  );
  progress(1, 1);
  return {
    columns: [
      { title: "From", kind: "day", width: 12 },
      { title: "To", kind: "day", width: 12 },
      { title: "Account", kind: "text", width: 36 },
      { title: "Opening", kind: "paise", width: 20 },
      { title: "Credits", kind: "paise", width: 20 },
      { title: "Debits", kind: "paise", width: 20 },
      { title: "Closing", kind: "paise", width: 20 },
    ],
    rows: rowsOf(),
    notes: notesOf(whole, to),
  };

  async function* rowsOf(): AsyncGenerator<Row> {
    yield* section({ from, to }, whole);
    if (months.length < 2) return;
    for (const month of months) {
      yield* section(
        month,
        byMonth.filter((each) => each.month === month.month),
      );
    }
  }
}

function* section(
  { from, to }: { from: string; to: string },
  figures: readonly AccountTotals[],
): Generator<Row> {
  const row = (name: string, each: Omit<AccountTotals, "account">) => [
    from,
    to,
    name,
    each.openingPaise,
    each.creditsPaise,
    each.debitsPaise,
    each.closingPaise,
  ];
  for (const each of figures) yield { values: row(names[each.account], each) };
  yield { values: row("All accounts together", totalOf(figures)), isTotal: true };
}

function totalOf(figures: readonly AccountTotals[]) {
  const sum = (key: "openingPaise" | "creditsPaise" | "debitsPaise" | "closingPaise") =>
    figures.reduce((total, each) => total + each[key], 0n);
  return {
    openingPaise: sum("openingPaise"),
    creditsPaise: sum("creditsPaise"),
    debitsPaise: sum("debitsPaise"),
    closingPaise: sum("closingPaise"),
  };
}

/** Both identities with their figures. `platformStatement` has already asserted them. */
function notesOf(whole: readonly AccountTotals[], to: string): string[] {
  const { openingPaise, creditsPaise, debitsPaise, closingPaise } = totalOf(whole);
  const closing = (...accounts: readonly Account[]) =>
    whole
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, each) => sum + each.closingPaise, 0n);
  return [
    "Credits increase what is owed or earned; debits decrease it. What we owe or have earned is positive; what we have or have paid is negative.",
    "In every line: opening + credits − debits = closing.",
    `All accounts together: ${rupees(openingPaise)} + ${rupees(creditsPaise)} − ${rupees(debitsPaise)} = ${rupees(closingPaise)}; double entry keeps both at zero.`,
    `On ${dayInIndia(to)}: wallets ${rupees(closing("available", "held"))} + fees and GST ${rupees(closing("fee_income", "gst_payable"))} + in suspense ${rupees(closing("suspense"))} + unclaimed ${rupees(closing("unclaimed"))} + own funds ${rupees(closing("own_funds"))} = bank ${rupees(-closing("bank"))} + with providers ${rupees(-closing("provider"))} + providers' fees ${rupees(-closing("provider_fees"))} + input tax credit ${rupees(-closing("input_tax_credit"))}${plusOwed(closing("receivable"), closing("losses"))}.`,
  ];
}

/** What tenants owe and what was lost explain the rest; left out while both are zero. */
function plusOwed(receivable: bigint, losses: bigint): string {
  if (receivable === 0n && losses === 0n) return "";
  return ` + owed by tenants ${rupees(-receivable)} + losses ${rupees(-losses)}`;
}
