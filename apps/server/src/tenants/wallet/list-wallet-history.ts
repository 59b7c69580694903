import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import type { Tenant } from "../../kernel/person.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { pageMovements } from "./page-movements.ts";
import type { WalletFilter } from "./queries.ts";
import { asWalletTransaction } from "./wallet-transaction.ts";

export async function listWalletHistory(
  tenant: Tenant,
  filter: WalletFilter & { readonly page: number; readonly limit: number },
) {
  const { rows, totals } = await pageMovements(await replicaOrPrimary(), tenant, filter);
  return {
    data: rows.map((row) => asWalletTransaction(tenant, row)),
    pagination: pageOf(filter, totals.count),
    total: Number(totals.count),
    summary: {
      total_credits: inr(totals.credits),
      total_debits: inr(totals.debits),
      net_balance: inr(totals.credits - totals.debits),
    },
  };
}
