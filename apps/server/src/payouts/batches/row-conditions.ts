import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { secondsFromNow } from "../../kernel/clock.ts";
import { waitingPayments } from "../initiate/waiting-payments.ts";

/* Conditions on a row of `batch_rows`, for the figures and the filters of an assessment. */

/** A row with a warning of its own or of its name at the bank, or one of these lines. */
export const hasWarning = (conflicts: ReadonlyMap<number, string>) => sql<boolean>`
  warnings <> '[]' or coalesce(account_check in ('partial', 'different'), false) or batch_rows.number = any(${[...conflicts.keys()]}::int[])
`;

/** A row with the account and amount of an earlier row that is paid too. */
export const repeatsInFile = sql<boolean>`exists (
  select from batch_rows as earlier
  where earlier.batch_id = batch_rows.batch_id
    and earlier.destination_hash = batch_rows.destination_hash
    and earlier.amount_paise = batch_rows.amount_paise and earlier.number < batch_rows.number
    and earlier.state <> 'removed'
)`;

/** A row whose account was paid the same amount in the last 90 days. */
export const repeatsPayout = (tenantId: string) => sql<boolean>`exists (
  select from payouts
  where tenant_id = ${tenantId} and payouts.destination_hash = batch_rows.destination_hash
    and payouts.amount_paise = batch_rows.amount_paise and status = 'success'
    and payouts.created_at > ${secondsFromNow(-limits.batchRepeatDays * 86_400)}
)`;

/** A row with the account and amount of a payout in progress, or of a payment outside of its batch that waits. */
export const repeatsWaiting = (tenantId: string) => sql<boolean>`(
  (batch_rows.destination_hash, batch_rows.amount_paise) in (
    select destination_hash, amount_paise from payouts
    where id in (select payout_id from payout_queue where tenant_id = ${tenantId})
      and status in ('pending', 'processing')
  ) or exists (
    select from ${waitingPayments(tenantId)} as waiting
    where waiting.destination_hash = batch_rows.destination_hash
      and waiting.amount_paise = batch_rows.amount_paise and waiting.id <> batch_rows.batch_id
  )
)`;

/** A row that repeats an earlier payment outside of its batch. */
export const repeatsBefore = (tenantId: string) =>
  sql<boolean>`(${repeatsPayout(tenantId)} or ${repeatsWaiting(tenantId)})`;

/** A row whose account, with its bank, was never paid successfully. */
export const isNewPayee = sql<boolean>`not exists (
  select from payouts
  where payouts.tenant_id = batch_rows.tenant_id and payouts.destination_hash = batch_rows.destination_hash
    and coalesce(left(payouts.ifsc_code, 4), '') = batch_rows.bank and status = 'success'
)`;

/** A row whose bank has a different name. */
export const isDifferent = sql<boolean>`(account_check is not distinct from 'different')`;

/** A row whose new account is not checked. */
export const isUnchecked = sql<boolean>`(account_check is not distinct from 'unchecked')`;
