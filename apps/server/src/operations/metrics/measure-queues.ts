import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { listQueues } from "../database-health/list-queues.ts";
import { copyNames } from "../log-copies/configured-copies.ts";
import { ageSeconds } from "./age-seconds.ts";
import type { Sample } from "./platform-metrics.ts";

interface Depth {
  readonly queue: string;
  readonly due: number;
  readonly later: number;
  readonly oldest_due_at: Date | string | null;
}

const auditPrefix = "audit_to_";

/** Depth and age of every queue. Each is counted by an index of what waits, or is short itself. */
export async function measureQueues(db: Db): Promise<Sample[]> {
  const names = copyNames();
  const listed = await listQueues(db);
  // The row of a copy that is no longer configured falls behind for ever.
  const shown = listed.filter(
    ({ name }) => !name.startsWith(auditPrefix) || names.has(name.slice(auditPrefix.length)),
  );
  const depths: Depth[] = [
    ...shown.map(({ name, ...depth }) => ({ queue: name, ...depth })),
    ...(await countOthers(db)),
  ];
  const samples = depths.flatMap(({ queue, due, later, oldest_due_at: oldest }): Sample[] => [
    { name: "rokad_queue_due", labels: { queue }, value: due },
    { name: "rokad_queue_later", labels: { queue }, value: later },
    { name: "rokad_queue_oldest_due_seconds", labels: { queue }, value: ageSeconds(oldest) },
  ]);
  const dead = listed.reduce((sum, queue) => sum + queue.dead, 0);
  return [...samples, { name: "rokad_jobs_dead", value: dead }, ...(await measureStops(db))];
}

async function countOthers(db: Db): Promise<Depth[]> {
  const { rows } = await sql<Depth>`
    select 'events' as queue, count(*)::int as due, 0 as later, min(at) as oldest_due_at
    from event_outbox
    union all
    select 'webhook_deliveries', ${dueAndLater()}
    from webhook_deliveries where state = 'waiting'
    union all
    select 'provider_webhooks', ${dueAndLater()}
    from webhooks where due_at is not null
    union all
    select 'messages', ${dueAndLater()}
    from outbound_messages where state = 'waiting'
    union all
    select 'funds', count(*)::int, 0, min(created_at) from funds_queue where state = 'waiting'
    union all
    select 'provider_charges', count(*)::int, 0, null from provider_charge_queue
  `.execute(db);
  return rows;
}

const dueAndLater = () => sql`count(*) filter (where due_at <= ${now()})::int,
  count(*) filter (where due_at > ${now()})::int, min(due_at) filter (where due_at <= ${now()})`;

/** Work that stands still: leases of jobs, payouts that should have been funded, bad webhooks. */
async function measureStops(db: Db): Promise<Sample[]> {
  const { rows } = await sql<{ lease_at: Date | null; stopped: number; unusable: number }>`
    select
      (select min(started_at) from background_jobs where status = 'running') as lease_at,
      (
        select count(*)::int from funds_queue
        where state = 'waiting' and stopped_reason is not null
      ) as stopped,
      (select count(*)::int from webhooks where state = 'unusable') as unusable
  `.execute(db);
  return [
    {
      name: "rokad_lease_oldest_seconds",
      labels: { queue: "background_jobs" },
      value: ageSeconds(rows[0]?.lease_at),
    },
    { name: "rokad_funds_queue_stopped", value: rows[0]?.stopped ?? 0 },
    { name: "rokad_provider_webhooks_unusable", value: rows[0]?.unusable ?? 0 },
  ];
}
