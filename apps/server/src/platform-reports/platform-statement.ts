import { dayInIndia } from "../days.ts";
import type { Account } from "../ledger/account-sums.ts";
import { platformStatement, type AccountFigures } from "../ledger/platform-statement.ts";
import { rupees } from "../money.ts";
import { monthsOf } from "./months.ts";
import type { Making, Row, Table } from "./table.ts";

const names: Record<Account, string> = {
  available: "Tenants' wallets, available",
  held: "Tenants' wallets, held for payouts",
  bank: "Bank account, deposits received",
  provider: "Providers, payouts paid",
  fee_income: "Fee income",
  gst_payable: "GST payable",
  suspense: "Suspense, money whose owner is not known",
};

/** Every account of the ledger: over the whole period, then month by month. */
export async function platformStatementTable({ from, to, progress }: Making): Promise<Table> {
  const months = monthsOf({ from, to });
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
  figures: readonly AccountFigures[],
): Generator<Row> {
  const row = (name: string, each: Omit<AccountFigures, "account">) => [
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

function totalOf(figures: readonly AccountFigures[]) {
  const sum = (key: "openingPaise" | "creditsPaise" | "debitsPaise" | "closingPaise") =>
    figures.reduce((total, each) => total + each[key], 0n);
  return {
    openingPaise: sum("openingPaise"),
    creditsPaise: sum("creditsPaise"),
    debitsPaise: sum("debitsPaise"),
    closingPaise: sum("closingPaise"),
  };
}

/** The two identities with their figures, which held when this was made: else it was not made. */
function notesOf(whole: readonly AccountFigures[], to: string): string[] {
  const { openingPaise, creditsPaise, debitsPaise, closingPaise } = totalOf(whole);
  const closing = (...accounts: readonly Account[]) =>
    whole
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, each) => sum + each.closingPaise, 0n);
  return [
    "A credit makes us owe or earn more, a debit less. What we owe, have paid out or have earned is above zero; what came in on the bank account is below.",
    "In every line: opening + credits − debits = closing.",
    `All accounts together: ${rupees(openingPaise)} + ${rupees(creditsPaise)} − ${rupees(debitsPaise)} = ${rupees(closingPaise)}; both ends are zero, as double entry has it.`,
    `On ${dayInIndia(to)}: wallets ${rupees(closing("available", "held"))} + paid out ${rupees(closing("provider"))} + fees and GST ${rupees(closing("fee_income", "gst_payable"))} + in suspense ${rupees(closing("suspense"))} = received ${rupees(-closing("bank"))}.`,
  ];
}
