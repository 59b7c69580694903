import { findTenant } from "../../identity/people/tenant-queries.ts";
import { database } from "../../database/db.ts";
import * as ledger from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";

/** The available balance, the amount on hold for payouts in progress, and what is owed. */
export async function readBalance(tenant: Tenant) {
  const [balance, account] = await Promise.all([
    ledger.balance(database(), tenant.id),
    findTenant(database(), tenant.id),
  ]);
  return {
    main_balance: inr(balance.availablePaise),
    held_balance: inr(balance.heldPaise),
    receivable: inr(balance.receivablePaise),
    last_updated: balance.updatedAt?.toISOString() ?? null,
    closing_since: account?.closing_at?.toISOString() ?? null,
  };
}
