import type { TenantStatistics } from "@rokad/contract/tenants";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import { sumTenant } from "./queries.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";

/** @throws 404 for a closed account and for a super admin. */
export async function summariseTenant(id: string): Promise<TenantStatistics> {
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
