import type { Tx } from "../../database/db.ts";
import { lockTenant } from "../../identity/people/tenant-queries.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import { findPending } from "../accounts/queries.ts";

/**
 * Locks the wallet, the tenant and its open closing, in this order, as payouts do. Closes the race
 * with everything that moves the wallet's money.
 * @throws 404; 409 `CLOSING_CHANGED` when nobody closes the account.
 */
export async function lockClosing(db: Tx, tenantId: string) {
  const locked = await lockWithWallet(db, tenantId);
  const closing = await selectOpen(db, tenantId);
  if (!closing) throw closingChanged("This account is not being closed");
  return { ...locked, closing };
}

/** The same without a closing. @throws 404. */
export async function lockWithWallet(db: Tx, tenantId: string) {
  const known = await db
    .selectFrom("wallets")
    .select("id")
    .where("id", "=", tenantId)
    .executeTakeFirst();
  if (!known) throw notFound("This tenant");
  const wallets = await ledger.lock(db, [tenantId]);
  const tenant = await lockTenant(db, tenantId);
  const wallet = wallets.get(tenantId);
  if (!tenant || !wallet) throw notFound("This tenant");
  return { wallets, wallet, tenant };
}

type Wallet = Awaited<ReturnType<typeof lockWithWallet>>["wallet"];

/** Whether a wallet allows closing: no money is in it, and its tenant owes nothing. */
export function isEmpty({ available, held, receivable }: Wallet): boolean {
  return available === 0n && held === 0n && receivable === 0n;
}

function selectOpen(db: Tx, tenantId: string) {
  return db
    .selectFrom("tenant_closings")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("state", "=", "open")
    .forUpdate()
    .executeTakeFirst();
}

/**
 * What is held without a payout belongs to payment requests, and comes back soon: `returnStrayHolds`.
 * @throws 409 `CLOSING_CHANGED` while payouts or deposit requests are open, or money is held.
 */
export async function assertNothingOpen(db: Tx, { id, held }: Wallet): Promise<void> {
  const pending = await findPending(db, id);
  if (pending.hasPayouts) throw closingChanged("Payouts in progress must end first");
  if (pending.hasDeposits) throw closingChanged("Pending deposits must be decided first");
  if (held > 0n) throw closingChanged("Money on hold for payment requests must come back first");
}

export const closingChanged = (why: string) => new ApiError(409, "CLOSING_CHANGED", why);
