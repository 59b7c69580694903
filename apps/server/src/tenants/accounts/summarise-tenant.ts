import type { TenantStatistics } from "@rokad/contract/tenants";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import { sumTenant } from "./queries.ts";
import { sumOpenPayouts, type PayoutSum } from "../../payouts/withhold/withhold-payouts.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";

/** @throws 404 for a closed account and for a super admin. */
export async function summariseTenant(id: string): Promise<TenantStatistics> {
  const db = database();
  if (!(await findTenant(db, id))) throw notFound("This tenant");
  const [balance, sums, open] = await Promise.all([
    ledger.balance(db, id),
    sumTenant(db, id),
    sumOpenPayouts(db, id),
  ]);
  return {
    transactions: Number(sums.transactions),
    wallet_balance: inr(balance.availablePaise),
    held_balance: inr(balance.heldPaise),
    receivable: inr(balance.receivablePaise),
    volume: inr(sums.volume),
    failed: Number(sums.failed),
    open_payouts: Number(sums.open),
    unsent_payouts: asTotal(open.unsent),
    held_payouts: asTotal(open.withheld),
    sent_payouts: asTotal(open.sent),
    pending_deposits: Number(sums.pending),
  };
}

const asTotal = ({ count, paise }: PayoutSum) => ({ count, total: inr(paise) });
