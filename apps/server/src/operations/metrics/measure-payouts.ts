import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { providerStatuses } from "../../payouts/provider-status.ts";
import { ageSeconds } from "./age-seconds.ts";
import type { Sample } from "./platform-metrics.ts";

const states = ["pending", "withheld", "processing", "unknown"] as const;

interface Group {
  readonly provider: string;
  readonly status: "pending" | "processing";
  readonly state: (typeof states)[number];
  readonly count: number;
  readonly oldest_at: Date;
  readonly oldest_unknown_at: Date | null;
  readonly oldest_due_at: Date | null;
  readonly oldest_lease_at: Date | null;
}

/**
 * Open payouts, from the queue beside them. Only those with a provider are looked up themselves, for
 * what is unknown and for calls in progress: a lease whose call has had no answer yet.
 */
export async function measurePayouts(db: Db): Promise<Sample[]> {
  const { rows } = await sql<Group>`
    select queue.provider, queue.status,
      case
        when queue.status = 'pending' and queue.due_at = 'infinity' then 'withheld'
        when unknown_since is not null then 'unknown'
        else queue.status
      end as state,
      count(*)::int as count, min(queue.created_at) as oldest_at,
      min(unknown_since) as oldest_unknown_at,
      min(queue.due_at) filter (where queue.due_at <= ${now()}) as oldest_due_at,
      min(updated_at) filter (where unknown_since is null and provider_state is null)
        as oldest_lease_at
    from payout_queue as queue
    left join payouts on queue.status = 'processing' and payouts.id = payout_id
    group by 1, 2, 3
  `.execute(db);
  const leases = rows.flatMap(({ oldest_lease_at: at }) => at ?? []).map(ageSeconds);
  return [
    ...providerIds.flatMap((provider) => measureProvider(provider, rows)),
    {
      name: "rokad_lease_oldest_seconds",
      labels: { queue: "payouts" },
      value: Math.max(0, ...leases),
    },
  ];
}

function measureProvider(provider: string, all: readonly Group[]): Sample[] {
  const rows = all.filter((row) => row.provider === provider);
  const dueFor = (status: Group["status"]) =>
    rows.flatMap((row) => (row.status === status ? (row.oldest_due_at ?? []) : [])).map(ageSeconds);
  return [
    ...states.flatMap((state): Sample[] => {
      const row = rows.find((each) => each.state === state);
      const labels = { provider, state };
      return [
        { name: "rokad_payouts_open", labels, value: row?.count ?? 0 },
        { name: "rokad_payouts_oldest_seconds", labels, value: ageSeconds(row?.oldest_at) },
      ];
    }),
    {
      name: "rokad_payouts_unknown_oldest_seconds",
      labels: { provider },
      value: ageSeconds(rows.find(({ state }) => state === "unknown")?.oldest_unknown_at),
    },
    ...(["pending", "processing"] as const).map((status): Sample => ({
      name: "rokad_payouts_oldest_due_seconds",
      labels: { provider, status },
      value: Math.max(0, ...dueFor(status)),
    })),
  ];
}

/** What keeps new payouts off a provider. */
export async function measureProviders(): Promise<Sample[]> {
  const statuses = await providerStatuses();
  return providerIds.flatMap((provider): Sample[] => {
    const { isPaused, openReason } = statuses[provider];
    return [
      { name: "rokad_provider_paused", labels: { provider }, value: Number(isPaused) },
      {
        name: "rokad_provider_circuit_open",
        labels: { provider },
        value: Number(openReason !== undefined),
      },
    ];
  });
}
