import { sql } from "kysely";
import { database, transaction } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { closeAccount } from "../accounts/close-account.ts";
import { findPending } from "../accounts/queries.ts";
import { isEmpty, lockClosing } from "./lock-closing.ts";

const atOnce = 50;

/**
 * Closes the accounts whose closing has come to its end: the balance is paid out, and nothing is in
 * progress or owed. Each is checked again under its locks.
 * @returns how many it closed.
 */
export async function finishClosings(): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select tenant_id as id from tenant_closings
    join wallets on wallets.id = tenant_id
    where state = 'open' and available_paise = 0 and held_paise = 0 and receivable_paise = 0
      and not exists (select from payout_queue where payout_queue.tenant_id = tenant_closings.tenant_id)
      and not exists (
        select from deposits
        where deposits.tenant_id = tenant_closings.tenant_id and status = 'pending'
      )
    order by started_at limit ${atOnce}
  `.execute(database());
  let closed = 0;
  for (const { id } of rows) if (await finish(id)) closed += 1;
  return closed;
}

async function finish(tenantId: string): Promise<boolean> {
  try {
    return await transaction(async (db) => {
      const { wallet, tenant } = await lockClosing(db, tenantId);
      const pending = await findPending(db, tenantId);
      if (!isEmpty(wallet) || pending.hasPayouts || pending.hasDeposits) return false;
      await closeAccount(db, tenant, null);
      return true;
    });
  } catch (error) {
    // Another worker or a super admin ended the closing first.
    if (error instanceof ApiError) return false;
    throw error;
  }
}
