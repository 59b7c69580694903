import { payoutFieldNames, type PayoutFieldValues } from "@rokad/contract/payout-fields";
import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { startOfDay, today } from "../../kernel/days.ts";
import { database } from "../../database/db.ts";
import type { ProviderId } from "../../providers/provider.ts";
import type { EncryptedDestination } from "../destination.ts";
import { adapterNames, defaultAdapters } from "../../providers/configured-providers.ts";
import { traceOf } from "../payout-traces.ts";
import { providerStatuses } from "../provider-status.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { unnestRows } from "../../database/unnest-rows.ts";

export interface LeasedPayout extends EncryptedDestination, PayoutFieldValues {
  /** Certainly never sent to a provider. Otherwise it may have been, even if we don't know it. */
  readonly isNew: boolean;
  /**
   * False while its provider is paused or its circuit breaker is open, while an outcome is proposed,
   * and while it is withheld. The payout then gets status checks, but is not sent.
   */
  readonly maySend: boolean;
  /** The provider has reported a state of it. */
  readonly isAccepted: boolean;
  /** When it was first leased to be sent with its adapter. */
  readonly handedAt: Date;
  /** The number of this lease; leases of crashed workers count too. */
  readonly attempts: number;
  /** When this lease ends, by `performance.now()`; never later than in the database. */
  readonly leaseEndsMs: number;
  /** Status checks completed before this lease. */
  readonly statusChecks: number;
  readonly reference: string;
  readonly provider: ProviderId;
  /** The adapter that sends it: chosen once, even if the settings change later. */
  readonly adapter: string;
  /** False once System Settings name another adapter for its provider. */
  readonly isOfCurrentAdapter: boolean;
  readonly amount_paise: bigint;
  readonly ifsc_code: string | null;
  /** The trace in which it was requested, if that was recorded. */
  readonly traceParent: string | null;
}

/**
 * The payouts of one provider that wait for the same thing: to be sent, or for a status check.
 * Each queue has its own slots, so that a long one never delays the others.
 */
export interface SendQueue {
  readonly provider: ProviderId;
  readonly status: "pending" | "processing";
}

export const sendQueues: readonly SendQueue[] = providerIds.flatMap((provider) =>
  (["pending", "processing"] as const).map((status) => ({ provider, status })),
);

export interface SendSlots extends SendQueue {
  readonly atMost: number;
}

/** The same number of slots in every queue. */
export function slotsInEveryQueue(atMost: number): SendSlots[] {
  return sendQueues.map((queue) => ({ ...queue, atMost }));
}

/**
 * Leases due payouts for `leaseSeconds`: no other worker gets them until then. The lease commits
 * before anything is sent. If the worker crashes, its payouts are due again afterwards, and the
 * next worker checks their status before it sends them.
 *
 * The lease records the adapter, so that later status checks ask the provider that received the
 * payout, even if System Settings name another one by then.
 *
 * A provider that is paused, unconfigured or has an open circuit breaker only gets status checks.
 * The share lock on its row closes the race between a pause and this lease.
 * @param slots the queues to lease from, and how many payouts of each at most.
 */
export async function leasePayouts(
  slots: readonly SendSlots[],
  leaseSeconds: number,
): Promise<LeasedPayout[]> {
  const defaults = defaultAdapters();
  const statuses = await providerStatuses();
  const open = providerIds.filter((id) => statuses[id].openReason !== undefined);
  const leaseEndsMs = performance.now() + leaseSeconds * 1_000;
  const { rows } = await sql<Omit<LeasedPayout, "leaseEndsMs">>`
    ${prepared} with adapters as (
      select id, coalesce(
        value #>> '{}',
        case id when 'primary' then ${defaults.primary} else ${defaults.alternative} end
      ) as adapter
      from providers left join settings on key = id || '_provider'
    ), sendable as (
      select id from providers
      where paused_at is null and id <> all(${open}::text[]) and id in (
        select id from adapters where adapter = any(${adapterNames()}::text[])
      ) and (
        -- The least is the first entry of an index, also while statistics are out of date. Many
        -- payouts that are not due, such as withheld ones, would make another plan slow.
        ${now()} >= (
          select min(due_at) from payout_queue where status = 'pending' and provider = providers.id
        ) or ${now()} >= (
          select min(due_at) from payout_queue where status = 'processing' and provider = providers.id
        )
      )
      for share
    ), queues as (
      -- The aggregate locks the providers before any payout, as a resume does: nothing that holds a
      -- payout waits for a provider.
      select slots.*, sendable.ids from (
        select coalesce(array_agg(id), '{}') as ids from sendable
      ) as sendable
      cross join ${unnestRows("slots", slotColumns, slots.map(slotRowOf))}
      where status = 'processing' or provider = any(sendable.ids)
    ), due as (
      select leased.*, queues.ids as sendable from queues cross join lateral (
        -- The conditions on the payout are checked again once it is locked: another worker may have
        -- leased it since the queue was read.
        select payouts.id, payouts.tenant_id, payouts.status, attempts
        from payout_queue as queue join payouts on payouts.id = payout_id
        where queue.status = queues.status and queue.provider = queues.provider
          and queue.due_at <= ${now()}
          and payouts.status = queues.status and payouts.provider = queues.provider
          and payouts.due_at <= ${now()}
          and (payouts.status = 'processing' or (send_blocked_at is null and withheld_at is null))
        order by queue.due_at limit queues.at_most for no key update of payouts skip locked
      ) as leased
    ), events as (
      insert into payout_events (payout_id, tenant_id, at, event)
      select id, tenant_id, ${now()}, 'sent' from due
      where status = 'pending' and (
        -- Once a day: by these lines a reconciliation finds the payouts of its day. As a comparison of
        -- two values, because PostgreSQL could read all lines of the day for a condition of existence.
        attempts = 0 or coalesce((
          select max(at) from payout_events where payout_id = due.id and event = 'sent'
        ), '-infinity') < ${startOfDay(today())}
      )
    )
    update payouts
    set status = 'processing', adapter = coalesce(
          payouts.adapter, (select adapter from adapters where adapters.id = payouts.provider)
        ),
        handed_at = coalesce(handed_at, ${now()}), due_at = ${secondsFromNow(leaseSeconds)},
        attempts = payouts.attempts + 1, updated_at = ${now()}
    from due where payouts.id = due.id
    returning payouts.id, due.status = 'pending' as "isNew",
      send_blocked_at is null and withheld_at is null and provider = any(due.sendable)
        as "maySend", payouts.attempts, provider_state is not null as "isAccepted",
      handed_at as "handedAt",
      status_checks as "statusChecks", reference_id as reference,
      provider, adapter,
      adapter = (select adapter from adapters where adapters.id = payouts.provider)
        as "isOfCurrentAdapter",
      method, amount_paise, destination_encrypted, destination_end, ifsc_code,
      ${fieldColumns}, ${traceOf(sql.ref("payouts.id"))} as "traceParent"
  `.execute(database());
  return rows.map((row) => ({ ...row, leaseEndsMs }));
}

const fieldColumns = sql.raw(payoutFieldNames.join(", "));

const slotColumns = { status: "text", provider: "text", at_most: "int" } as const;

function slotRowOf({ status, provider, atMost }: SendSlots) {
  return { status, provider, at_most: atMost };
}
