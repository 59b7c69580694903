import type { TenantStatistics } from "@rokad/contract/tenants";
import { database } from "../db.ts";
import { notFound } from "../errors.ts";
import * as ledger from "../ledger/ledger.ts";
import { inr } from "../money.ts";
import { findTenant, sumTenant } from "./queries.ts";

/** @throws 404 for a closed account and for a super admin. */
export async function sumUpTenant(id: string): Promise<TenantStatistics> {
  const db = database();
  if (!(await findTenant(db, id))) throw notFound("This tenant");
  const [balance, sums] = await Promise.all([ledger.balance(db, id), sumTenant(db, id)]);
  return {
    transactions: Number(sums.transactions),
    wallet_balance: inr(balance.availablePaise),
    held_balance: inr(balance.heldPaise),
    volume: inr(sums.volume),
    failed: Number(sums.failed),
    open_payouts: Number(sums.open),
    pending_deposits: Number(sums.pending),
  };
}
