import { database } from "../../database/db.ts";
import * as ledger from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";

/** The available balance, and the amount on hold for payouts in progress. */
export async function readBalance(tenant: Tenant) {
  const balance = await ledger.balance(database(), tenant.id);
  return {
    main_balance: inr(balance.availablePaise),
    held_balance: inr(balance.heldPaise),
    last_updated: balance.updatedAt?.toISOString() ?? null,
  };
}
