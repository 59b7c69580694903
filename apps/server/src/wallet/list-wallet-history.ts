import { inr } from "../money.ts";
import { pageOf } from "../page.ts";
import type { Tenant } from "../sign-in/person.ts";
import { reading } from "../replica.ts";
import { selectMovements, sumMovements, type WalletFilter } from "./queries.ts";
import { asWalletTransaction } from "./wallet-transaction.ts";

export async function listWalletHistory(
  tenant: Tenant,
  filter: WalletFilter & { readonly page: number; readonly limit: number },
) {
  const db = await reading();
  const [rows, sums] = await Promise.all([
    selectMovements(db, tenant, filter),
    sumMovements(db, tenant, filter),
  ]);
  return {
    data: rows.map((row) => asWalletTransaction(tenant, row)),
    pagination: pageOf(filter, sums.count),
    total: Number(sums.count),
    summary: {
      total_credits: inr(sums.credits),
      total_debits: inr(sums.debits),
      net_balance: inr(sums.credits - sums.debits),
    },
  };
}
