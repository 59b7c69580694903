import { sql } from "kysely";
import { secondsFromNow } from "../clock.ts";
import { database } from "../db.ts";
import type { ProviderId } from "../providers/provider.ts";
import type { MeasuredRow } from "../providers/rail-figures.ts";

export type RailRow = Awaited<ReturnType<typeof selectRails>>[number];

export function selectRails() {
  return database()
    .selectFrom("providers")
    .innerJoin("provider_health", "provider_health.provider", "providers.id")
    .leftJoin("people", "people.id", "providers.paused_by")
    .select(["providers.id", "paused_at", "pause_reason", "people.name as paused_by_name"])
    .select(["probed_at", "probe_ms", "probe_error", "balance_paise"])
    .select(["last_success_at", "last_success", "last_error_at", "last_error"])
    .execute();
}

export interface OpenSums {
  readonly provider: ProviderId;
  readonly waiting: number;
  readonly waiting_paise: bigint;
  readonly movable: number;
  readonly movable_paise: bigint;
  readonly under_way: number;
  readonly under_way_paise: bigint;
}

/** The open payouts of each rail; only these are read, however many there were. */
export async function sumOpen(
  mostElsewhere: (id: ProviderId, method: "upi" | "imps") => bigint,
): Promise<OpenSums[]> {
  const { rows } = await sql<OpenSums>`
    with open as (
      select provider, status, amount_paise,
        status = 'pending' and cardinality(allowed_providers) > 1
          and amount_paise <= case
            when provider = 'primary' and method = 'upi'
              then ${mostElsewhere("primary", "upi")}::bigint
            when provider = 'primary' then ${mostElsewhere("primary", "imps")}::bigint
            when method = 'upi' then ${mostElsewhere("alternative", "upi")}::bigint
            else ${mostElsewhere("alternative", "imps")}::bigint
          end as is_movable
      from payouts join people on people.id = payouts.person_id
      where due_at is not null
    )
    select provider,
      count(*) filter (where status = 'pending')::int as waiting,
      coalesce(sum(amount_paise) filter (where status = 'pending'), 0)::bigint as waiting_paise,
      count(*) filter (where is_movable)::int as movable,
      coalesce(sum(amount_paise) filter (where is_movable), 0)::bigint as movable_paise,
      count(*) filter (where status = 'processing')::int as under_way,
      coalesce(sum(amount_paise) filter (where status = 'processing'), 0)::bigint as under_way_paise
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
    from people where role <> 'superadmin' and closed_at is null
  `.execute(database());
  return rows[0] ?? { primary: 0, alternative: 0, both: 0 };
}

type Hour = MeasuredRow & { readonly provider: ProviderId; readonly hour: Date };

/** What was measured, hour by hour as they begin in India: at most two days of minutes are read. */
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
