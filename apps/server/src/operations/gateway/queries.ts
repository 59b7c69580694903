import { sql } from "kysely";
import { secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import type { ProviderId } from "../../providers/provider.ts";
import type { ProviderMinutes } from "../../providers/provider-figures.ts";

export type ProviderRow = Awaited<ReturnType<typeof selectProviders>>[number];

export function selectProviders() {
  return database()
    .selectFrom("providers")
    .innerJoin("provider_health", "provider_health.provider", "providers.id")
    .leftJoin("people", "people.id", "providers.paused_by")
    .select(["providers.id", "paused_at", "pause_reason", "people.name as paused_by_name"])
    .select([
      "probed_at",
      "probe_ms",
      "probe_error",
      "balance_paise",
      "balance_read_at",
      "balance_problem",
    ])
    .select(["last_success_at", "last_success", "last_error_at", "last_error"])
    .execute();
}

export interface OpenTotals {
  readonly provider: ProviderId;
  readonly waiting: number;
  readonly waiting_paise: bigint;
  readonly movable: number;
  readonly movable_paise: bigint;
  readonly in_progress: number;
  readonly in_progress_paise: bigint;
}

/**
 * Totals of open payouts by provider, without withheld ones, which wait for their tenant. Finished
 * payouts are never read.
 */
export async function totalOpenPayouts(
  otherMaxPaise: (id: ProviderId, method: "upi" | "imps") => bigint,
): Promise<OpenTotals[]> {
  const { rows } = await sql<OpenTotals>`
    with open as (
      select provider, status, amount_paise,
        status = 'pending' and cardinality(allowed_providers) > 1
          and amount_paise <= case
            when provider = 'primary' and method = 'upi'
              then ${otherMaxPaise("primary", "upi")}::bigint
            when provider = 'primary' then ${otherMaxPaise("primary", "imps")}::bigint
            when method = 'upi' then ${otherMaxPaise("alternative", "upi")}::bigint
            else ${otherMaxPaise("alternative", "imps")}::bigint
          end as is_movable
      from payouts join tenants on tenants.id = payouts.tenant_id
      where payouts.id in (select payout_id from payout_queue) and (status = 'processing' or withheld_at is null)
    )
    select provider,
      count(*) filter (where status = 'pending')::int as waiting,
      coalesce(sum(amount_paise) filter (where status = 'pending'), 0)::bigint as waiting_paise,
      count(*) filter (where is_movable)::int as movable,
      coalesce(sum(amount_paise) filter (where is_movable), 0)::bigint as movable_paise,
      count(*) filter (where status = 'processing')::int as in_progress,
      coalesce(sum(amount_paise) filter (where status = 'processing'), 0)::bigint as in_progress_paise
    from open group by provider
  `.execute(database());
  return rows;
}

export type TenantCounts = Readonly<Record<ProviderId | "both", number>>;

export async function countTenants(): Promise<TenantCounts> {
  const { rows } = await sql<TenantCounts>`
    select count(*) filter (where 'primary' = any(allowed_providers))::int as primary,
      count(*) filter (where 'alternative' = any(allowed_providers))::int as alternative,
      count(*) filter (where allowed_providers @> '{primary,alternative}')::int as both
    from tenants where closed_at is null
  `.execute(database());
  return rows[0] ?? { primary: 0, alternative: 0, both: 0 };
}

type Hour = ProviderMinutes & { readonly provider: ProviderId; readonly hour: Date };

/** Measurements by Indian clock hour, from at most two days of minutes. */
export async function selectHours(): Promise<Hour[]> {
  const { rows } = await sql<Hour>`
    with minutes as (
      select *, date_bin('1 hour', minute, timestamptz '2000-01-01 00:30:00Z') as hour
      from provider_minutes where minute > ${secondsFromNow(-24 * 60 * 60)}
    ), slots as (
      select provider, hour, slot, sum(calls)::int as calls
      from minutes, unnest(latency) with ordinality as counted (calls, slot)
      group by provider, hour, slot
    ), spread as (
      select provider, hour, array_agg(calls order by slot) as latency
      from slots group by provider, hour
    )
    select provider, hour, spread.latency,
      sum(answered)::int as answered, sum(unclear)::int as unclear, sum(broken)::int as broken,
      sum(paid)::int as paid, sum(refused)::int as refused, max(slowest_ms) as slowest_ms
    from minutes join spread using (provider, hour)
    group by provider, hour, spread.latency
  `.execute(database());
  return rows;
}
