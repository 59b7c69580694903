import { figuresOf, linesOf } from "../ledger/statement.ts";
import { inr } from "../money.ts";
import { pageOf } from "../page.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import { entriesOf, type Period } from "./period.ts";
import { asStatementLine, describeEntries } from "./statement-line.ts";

/** The figures of a period, and a page of its lines. */
export async function showStatement(
  tenant: Tenant,
  period: Period,
  page: { readonly page: number; readonly limit: number },
) {
  const db = await reading();
  const stretch = await entriesOf(db, tenant, period);
  const [figures, entries] = await Promise.all([
    figuresOf(db, stretch),
    linesOf(db, stretch, { limit: page.limit, skip: (page.page - 1) * page.limit }),
  ]);
  const lines = await describeEntries(db, tenant, entries);
  const count = figures.creditCount + figures.debitCount;
  return {
    data: lines.map(asStatementLine),
    pagination: pageOf(page, count),
    total: Number(count),
    summary: {
      opening_balance: inr(figures.openingPaise),
      total_credits: inr(figures.creditsPaise),
      total_debits: inr(figures.debitsPaise),
      closing_balance: inr(figures.closingPaise),
      credit_count: Number(figures.creditCount),
      debit_count: Number(figures.debitCount),
    },
  };
}
