import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import { inr } from "../../kernel/money.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { neededByRunning } from "./needed-funds.ts";

interface Finished {
  readonly id: string;
  readonly tenant_id: string;
  readonly file_name: string;
  readonly rows: bigint;
  readonly paid: bigint;
  readonly paid_paise: bigint;
}

/** Ends the batches of which each row has an outcome, also paused ones. @returns how many. */
export function finishBatches(): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<Finished>`
      with finished as (
        update payout_batches set state = 'finished', ended_at = ${now()}, pause_code = null,
          pause_message = null, paused_at = null
        where id in (
          select id from payout_batches
          where state in ('running', 'paused')
            and not exists (
              select from batch_rows where batch_id = payout_batches.id and state = 'ready'
            )
            and not exists (
              select from batch_rows join payouts on payouts.id = payout_id
              where batch_id = payout_batches.id and status in ('pending', 'processing')
            )
          order by id limit 20 for update skip locked
        )
        returning id, tenant_id, file_name
      )
      select finished.id, finished.tenant_id, file_name,
        count(*) filter (where state <> 'removed') as rows,
        count(*) filter (where status = 'success') as paid,
        coalesce(sum(batch_rows.amount_paise) filter (where status = 'success'), 0)::bigint as paid_paise
      from finished join batch_rows on batch_id = finished.id
      left join payouts on payouts.id = payout_id
      group by finished.id, finished.tenant_id, file_name
    `.execute(db);
    await notify(
      db,
      rows.map(({ id, tenant_id: personId, file_name: name, rows: count, paid, paid_paise }) => ({
        personId,
        kind: "batch_finished",
        subjectId: id,
        detail: `${name}: ${paid} of ${count} rows paid, ${formatMoney(inr(paid_paise))}`,
      })),
    );
    await publishChange(
      db,
      rows.map(({ tenant_id: id }) => id),
      ["payouts", "notifications"],
    );
    return rows.length;
  });
}

/** Of a row of `payout_batches` that waits for funds: as long as a payout of its business may wait. */
const isWaitOver = () => sql<boolean>`
  paused_at <= ${now()}::timestamptz - make_interval(hours => coalesce((
    select wait_hours from funds_queue_settings
    where funds_queue_settings.tenant_id = payout_batches.tenant_id
  ), ${limits.fundsWaitHours}::int))
`;

const notInTime =
  "Funds did not arrive in time. Resume it if its rows are still due, or cancel it.";

/**
 * Lets batches wait for funds no longer than a payout may: later funds pay them only if a person
 * resumes them, because people may have paid in another way. @returns how many it paused.
 */
export function pauseUnfundedBatches(): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<Pick<Finished, "id" | "tenant_id" | "file_name">>`
      update payout_batches
      set pause_code = 'PAUSED', pause_message = ${notInTime}, paused_at = ${now()},
        funds_place = null
      where id in (
        select id from payout_batches
        where state = 'paused' and pause_code = 'INSUFFICIENT_BALANCE' and ${isWaitOver()}
        order by id limit 20 for update skip locked
      )
      returning id, tenant_id, file_name
    `.execute(db);
    await notify(
      db,
      rows.map(({ id, tenant_id: personId, file_name: name }) => ({
        personId,
        kind: "batch_paused",
        subjectId: id,
        detail: `${name}: ${notInTime}`,
      })),
    );
    await publishChange(
      db,
      rows.map(({ tenant_id: id }) => id),
      ["payouts", "notifications"],
    );
    return rows.length;
  });
}

/**
 * Lets batches that wait for funds go on once the wallet covers their next row, or all rows that are
 * left of one that is paid as a whole, beside what running batches still need. One of a business at a
 * time: the next one may not be covered any more.
 * @returns how many.
 */
export async function resumeFundedBatches(): Promise<number> {
  const count = await transaction(async (db) => {
    const { rows } = await sql<{ id: string; tenant_id: string }>`
      select payout_batches.id, tenant_id from payout_batches
      join tenants on tenants.id = tenant_id and is_active and closing_at is null
      join wallets on wallets.id = tenant_id
      join lateral (
        select amount_paise + fee_paise + gst_paise as paise from batch_rows
        where batch_id = payout_batches.id and state = 'ready' order by number limit 1
      ) as next on true
      join lateral (
        select sum(amount_paise + fee_paise + gst_paise) as paise from batch_rows
        where batch_id = payout_batches.id and state = 'ready'
      ) as rest on true
      where state = 'paused' and pause_code = 'INSUFFICIENT_BALANCE' and not ${isWaitOver()}
        -- What waits for funds before it comes first.
        and not exists (
          select from funds_queue
          where funds_queue.tenant_id = payout_batches.tenant_id
            and funds_queue.state = 'waiting'
            and (funds_place is null or funds_queue.place < funds_place)
        )
        and not exists (
          select from payout_batches as other
          where other.tenant_id = payout_batches.tenant_id and other.id <> payout_batches.id
            and other.funds_place is not null
            and (
              payout_batches.funds_place is null
              or other.funds_place < payout_batches.funds_place
            )
        )
        and wallets.available_paise - (${neededByRunning(sql.ref("wallets.id"))})
          >= case funding when 'whole' then rest.paise else next.paise end
      order by payout_batches.id limit 20 for update of payout_batches skip locked
    `.execute(db);
    const firstOf = new Map(
      rows.map(({ id, tenant_id: tenantId }) => [tenantId, id] as const).toReversed(),
    );
    if (firstOf.size === 0) return 0;
    await sql`
      update payout_batches
      set state = 'running', pause_code = null, pause_message = null, paused_at = null
      where id = any(${[...firstOf.values()]}::uuid[])
    `.execute(db);
    await publishChange(db, firstOf.keys(), ["payouts"]);
    return firstOf.size;
  });
  if (count > 0) wakeWorker();
  return count;
}
