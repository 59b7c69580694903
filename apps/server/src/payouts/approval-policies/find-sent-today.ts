import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { startOfDay, today } from "../../kernel/days.ts";
import { inr } from "../../kernel/money.ts";
import { accountKey, type Account } from "../destination.ts";

/** What counts together with a payment to an account, of today in India. */
export interface SentToday {
  /** Payouts that are paid or on their way. */
  readonly payoutsPaise: bigint;
  /** What waits for funds, and what was submitted for approval and is no payout yet. */
  readonly waitingPaise: bigint;
}

/** What went to each of these accounts today, by `accountKey`. @param except requests and batches decided now. */
export async function findSentToday(
  db: Db,
  tenantId: string,
  accounts: readonly Account[],
  except: readonly string[],
): Promise<ReadonlyMap<string, SentToday>> {
  if (accounts.length === 0) return new Map();
  const { rows } = await sql<Account & SentToday>`
    select hash, bank, coalesce(sum(paise) filter (where is_payout), 0)::bigint as "payoutsPaise",
      coalesce(sum(paise) filter (where not is_payout), 0)::bigint as "waitingPaise"
    from (${sentToday(tenantId, except)}) as sent
    where hash = any(${accounts.map(({ hash }) => hash)}::bytea[])
    group by hash, bank
  `.execute(db);
  return new Map(rows.map((row) => [accountKey(row), row]));
}

/**
 * Each payment of today in India as hash, bank and paise. A payment is in one part only: a request has
 * the id of its payout also while that waits for funds, and what was funded waits no more. The rows of a
 * batch with approvals count from its submission on: nothing is asked again when they become payouts.
 */
export function sentToday(tenantId: string, except: readonly string[]) {
  const start = startOfDay(today());
  return sql`
    select destination_hash as hash, coalesce(left(ifsc_code, 4), '') as bank,
      amount_paise as paise, true as is_payout
    from payouts
    where tenant_id = ${tenantId} and created_at >= ${start} and payout_kind = 'payout'
      and status in ('pending', 'processing', 'success')
    union all
    select destination_hash, coalesce(left(ifsc_code, 4), ''), amount_paise, false
    from funds_queue
    where tenant_id = ${tenantId} and created_at >= ${start} and state = 'waiting'
    union all
    select destination_hash, bank, amount_paise, false
    from payment_requests
    where tenant_id = ${tenantId} and submitted_at >= ${start} and payout_id is null
      and state in ('awaiting_approval', 'approved') and id <> all(${[...except]}::uuid[])
    union all
    select destination_hash, bank, amount_paise, false
    from batch_rows join payout_batches on payout_batches.id = batch_id
    where payout_batches.tenant_id = ${tenantId} and submitted_at >= ${start} and steps is not null
      and payout_batches.state in ('awaiting_approval', 'running', 'paused')
      and batch_rows.state = 'ready' and batch_id <> all(${[...except]}::uuid[])
  `;
}

/** `₹80,000 was already sent or submitted to this account today, so this counts as ₹1,00,000.` */
export function daySentence(
  otherPaise: bigint,
  amountPaise: bigint,
  day: "today" | "that day" = "today",
): string {
  const rupees = (paise: bigint) => formatMoney(inr(paise), { trailingZeros: false });
  return `${rupees(otherPaise)} was already sent or submitted to this account ${day}, so this counts as ${rupees(otherPaise + amountPaise)}.`;
}
