import { findTenant } from "../../identity/people/tenant-queries.ts";
import { showFundsQueue } from "../../payouts/funds-queue/funds-queue-settings.ts";
import { showRequestHolds } from "../../payouts/requests/hold-settings.ts";
import { database } from "../../database/db.ts";
import * as ledger from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";

/** The available balance, the amount on hold and what for, and what is owed. */
export async function readBalance(tenant: Tenant) {
  const [balance, account, funds_queue, request_holds] = await Promise.all([
    ledger.balance(database(), tenant.tenantId),
    findTenant(database(), tenant.tenantId),
    showFundsQueue(tenant),
    showRequestHolds(tenant),
  ]);
  return {
    main_balance: inr(balance.availablePaise),
    held_balance: inr(balance.heldPaise),
    receivable: inr(balance.receivablePaise),
    last_updated: balance.updatedAt?.toISOString() ?? null,
    closing_since: account?.closing_at?.toISOString() ?? null,
    funds_queue,
    request_holds,
  };
}
