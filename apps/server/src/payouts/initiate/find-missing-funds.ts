import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { insufficientBalance } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";

/**
 * What a wallet lacks for a payout of this total, those that wait before it included; null if it is
 * covered. Only a forecast: the payout itself decides under the wallet's lock.
 * @throws 422 `INSUFFICIENT_BALANCE` unless the tenant's payouts wait for funds.
 */
export async function findMissing(tenantId: string, totalPaise: bigint): Promise<bigint | null> {
  const { availablePaise } = await ledger.balance(database(), tenantId);
  const { rows } = await sql<{ isOn: boolean; waiting: bigint | null }>`
    select coalesce((select is_on from funds_queue_settings where tenant_id = ${tenantId}), false)
        as "isOn",
      (
        select sum(amount_paise + fee_paise + gst_paise)::bigint from (
          select amount_paise, fee_paise, gst_paise from funds_queue
          where tenant_id = ${tenantId} and state = 'waiting'
          union all
          select batch_rows.amount_paise, batch_rows.fee_paise, batch_rows.gst_paise
          from payout_batches join batch_rows
            on batch_id = payout_batches.id and batch_rows.state = 'ready'
          where payout_batches.tenant_id = ${tenantId} and funds_place is not null
        ) as queued
      ) as waiting
  `.execute(database());
  const { isOn = false, waiting = null } = rows[0] ?? {};
  if (waiting === null && availablePaise >= totalPaise) return null;
  if (!isOn) throw insufficientBalance();
  const missing = (waiting ?? 0n) + totalPaise - availablePaise;
  return missing > 0n ? missing : 0n;
}
