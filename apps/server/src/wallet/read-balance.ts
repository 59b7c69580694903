import { database } from "../db.ts";
import * as ledger from "../ledger/ledger.ts";
import { inr } from "../money.ts";
import type { Tenant } from "../sign-in/person.ts";

/** What the tenant can spend now, and what is set aside for payouts under way. */
export async function readBalance(tenant: Tenant) {
  const balance = await ledger.balance(database(), tenant.id);
  return {
    main_balance: inr(balance.availablePaise),
    held_balance: inr(balance.heldPaise),
    last_updated: balance.updatedAt?.toISOString() ?? null,
  };
}
