import { readStatementLines } from "../../ledger/statement.ts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import type { Tenant } from "../../kernel/person.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import type { Period } from "./period.ts";
import { readStatementFigures } from "./read-figures.ts";
import { asStatementLine, describeEntries } from "./statement-line.ts";

/** The totals of a period and a page of its lines. */
export async function readStatementPage(
  tenant: Tenant,
  period: Period,
  page: { readonly page: number; readonly limit: number },
) {
  const { entryRange, figures } = await readStatementFigures(tenant, period);
  const db = await replicaOrPrimary();
  const skip = (page.page - 1) * page.limit;
  const entries = await readStatementLines(db, entryRange, { limit: page.limit, skip });
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
      wallet_history: {
        total_credits: inr(figures.walletHistory.creditsPaise),
        total_debits: inr(figures.walletHistory.debitsPaise),
        leaves_out_requests: figures.walletHistory.leavesOutRequests,
      },
    },
  };
}
