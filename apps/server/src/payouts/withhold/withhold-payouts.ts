import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Db, Tx } from "../../database/db.ts";
import { totalOf } from "../../ledger/ledger.ts";
import { recordCancelled, type CancellablePayout } from "../cancel/record-cancelled.ts";

/** Number of payouts, and their amounts with fee and GST in paise. */
export interface PayoutSum {
  readonly count: number;
  readonly paise: bigint;
}

const zero: PayoutSum = { count: 0, paise: 0n };
const cancelAtOnce = 500;

const openOf = (tenantId: string) =>
  sql`(select payout_id from payout_queue where tenant_id = ${tenantId})`;

/**
 * Locks a tenant's open payouts in id order, before its wallet and its account. A lease in progress
 * commits first, so its payout is one that a provider may have.
 */
export async function lockOpenPayouts(db: Tx, tenantId: string): Promise<void> {
  await sql`
    select from payouts
    where id in ${openOf(tenantId)} and status in ('pending', 'processing')
    order by id for no key update
  `.execute(db);
}

/**
 * Withholds a tenant's open payouts. What was not sent is not due any more; what a provider may have
 * only gets status checks, and is not sent again. The caller has locked wallet and account, so no
 * payout is added meanwhile.
 * @returns those that were not sent.
 */
export async function withholdPayouts(db: Tx, tenantId: string): Promise<PayoutSum> {
  const { rows } = await sql<PayoutSum>`
    with withheld as (
      -- Not before the lease of a server whose clock is ahead.
      update payouts set withheld_at = greatest(${now()}::timestamptz, handed_at),
        due_at = case status when 'pending' then 'infinity' else due_at end
      where id in ${openOf(tenantId)} and status in ('pending', 'processing')
      returning id, tenant_id, status, amount_paise + fee_paise + gst_paise as total
    ), unsent as (
      select * from withheld where status = 'pending'
    ), events as (
      insert into payout_events (payout_id, tenant_id, at, event)
      select id, tenant_id, ${now()}, 'withheld' from unsent
    )
    select count(*)::int as count, coalesce(sum(total), 0)::bigint as paise from unsent
  `.execute(db);
  return rows[0] ?? zero;
}

/** Makes a tenant's withheld payouts due again. @returns those that were not sent. */
export async function resumePayouts(db: Tx, tenantId: string): Promise<PayoutSum> {
  const { rows } = await sql<PayoutSum>`
    with resumed as (
      update payouts set withheld_at = null,
        due_at = case status when 'pending' then ${now()}::timestamptz else due_at end
      where id in ${openOf(tenantId)} and status in ('pending', 'processing')
        and withheld_at is not null
      returning id, tenant_id, status, amount_paise + fee_paise + gst_paise as total
    ), unsent as (
      select * from resumed where status = 'pending'
    ), events as (
      insert into payout_events (payout_id, tenant_id, at, event)
      select id, tenant_id, ${now()}, 'resumed' from unsent
    )
    select count(*)::int as count, coalesce(sum(total), 0)::bigint as paise from unsent
  `.execute(db);
  return rows[0] ?? zero;
}

/**
 * Cancels a tenant's withheld payouts that no provider has. One whose outcome super admins are
 * deciding stays as it is. The caller has locked them.
 */
export async function cancelWithheld(db: Tx, tenantId: string, reason: string): Promise<PayoutSum> {
  let sum = zero;
  for (let hasMore = true; hasMore;) {
    const { rows } = await sql<CancellablePayout>`
      select id as "payoutId", tenant_id as "walletId", reference_id, closing_id,
        amount_paise as "amountPaise", fee_paise as "feePaise", gst_paise as "gstPaise"
      from payouts
      where id in ${openOf(tenantId)} and status = 'pending' and withheld_at is not null
        and send_blocked_at is null
      order by id limit ${cancelAtOnce}
    `.execute(db);
    await recordCancelled(db, rows, reason);
    const paise = rows.reduce((all, each) => all + totalOf(each), sum.paise);
    sum = { count: sum.count + rows.length, paise };
    hasMore = rows.length === cancelAtOnce;
  }
  return sum;
}

/**
 * A tenant's open payouts: those that no provider has, those of them that are withheld, and those
 * that a provider may have.
 */
export async function sumOpenPayouts(
  db: Db,
  tenantId: string,
): Promise<Readonly<Record<"unsent" | "withheld" | "sent", PayoutSum>>> {
  const { rows } = await sql<PayoutSum & { isUnsent: boolean; isWithheld: boolean }>`
    select status = 'pending' as "isUnsent", withheld_at is not null as "isWithheld",
      count(*)::int as count, sum(amount_paise + fee_paise + gst_paise)::bigint as paise
    from payouts where id in ${openOf(tenantId)} and status in ('pending', 'processing')
    group by 1, 2
  `.execute(db);
  const unsent = rows.filter((row) => row.isUnsent);
  return {
    unsent: combine(unsent),
    withheld: combine(unsent.filter((row) => row.isWithheld)),
    sent: combine(rows.filter((row) => !row.isUnsent)),
  };
}

function combine(sums: readonly PayoutSum[]): PayoutSum {
  return sums.reduce(
    (all, { count, paise }) => ({ count: all.count + count, paise: all.paise + paise }),
    zero,
  );
}
