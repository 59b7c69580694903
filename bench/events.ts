import { sql } from "kysely";
import { closeDatabase, database, openDatabase } from "../apps/server/src/database/db.ts";
import { createTenants } from "./create-tenants.ts";
import { openReader, type Reader } from "./http-reader.ts";
import { median, port, startServer, withNewPostgres } from "./payout-load.ts";
import type { Row } from "./row.ts";

/** `BENCH_EVENTS=10000000` for ten million, which takes minutes and 4 GB. */
const largeEvents = Number(process.env["BENCH_EVENTS"] ?? 1_000_000);
const smallEvents = 10_000;
const rounds = 300;
const warmUpRounds = 20;

/** From the start, the middle and the end; all types, a frequent and a rare one. */
const queries = (events: number) => [
  "limit=100",
  `limit=100&after=${events / 2}`,
  `limit=100&after=${events - 100}`,
  `limit=100&before=${events}`,
  `limit=100&after=${events / 2}&types=payout.success,deposit.completed`,
  "limit=100&types=payout.returned",
];

/** Pages of events of a business that has very many, and of one that has few, in turns. */
export function benchEvents(): Promise<Row[]> {
  return withNewPostgres(async ({ url }) => {
    openDatabase(url, { connections: 2 });
    const [large, small] = await createTenants(2);
    if (!large || !small) throw new Error("There are no tenants");
    await fill(large.id, largeEvents);
    await fill(small.id, smallEvents);
    await sql`vacuum analyze events`.execute(database());
    await closeDatabase();
    const stop = await startServer(url, "api");
    const reader = openReader(port);
    try {
      const [largeQueries, smallQueries] = [queries(largeEvents), queries(smallEvents)];
      const compared: { query: string; largeMs: number; smallMs: number }[] = [];
      for (const [at, query] of largeQueries.entries()) {
        const times = { large: [] as number[], small: [] as number[] };
        for (let round = -warmUpRounds; round < rounds; round += 1) {
          const largeMs = await read(reader, query, large.accessToken);
          const smallMs = await read(reader, smallQueries[at] ?? "", small.accessToken);
          if (round < 0) continue;
          times.large.push(largeMs);
          times.small.push(smallMs);
        }
        compared.push({ query, largeMs: median(times.large), smallMs: median(times.small) });
      }
      return [rowOf(compared)];
    } finally {
      reader.close();
      await stop();
    }
  });
}

async function read(reader: Reader, query: string, token: string): Promise<number> {
  return (await reader.get(`/events?${query}`, token)).ms;
}

/** Three events for each payout; one payout in a thousand came back. */
async function fill(tenantId: string, count: number): Promise<void> {
  await sql`
    insert into events (
      tenant_id, version, id, type, subject_id, status, created_at, numbered_at
    )
    select ${tenantId}, version, gen_random_uuid(),
      case
        when version % 3000 = 0 then 'payout.returned'
        when version % 3 = 0 then 'payout.success'
        when version % 3 = 1 then 'payout.created' else 'payout.processing'
      end, gen_random_uuid(), 'success', now() - interval '1 day', now()
    from generate_series(1, ${count}::bigint) as version
  `.execute(database());
  await sql`
    insert into event_heads (tenant_id, version) values (${tenantId}, ${count})
    on conflict (tenant_id) do update set version = excluded.version
  `.execute(database());
}

function rowOf(
  compared: readonly {
    readonly query: string;
    readonly largeMs: number;
    readonly smallMs: number;
  }[],
): Row {
  const [worst] = compared.toSorted((a, b) => b.largeMs / b.smallMs - a.largeMs / a.smallMs);
  if (!worst) throw new Error("There are no pages");
  return {
    key: "events_page",
    name: "Page of 100 events",
    reference: "the same of 10 thousand events",
    measured: `${worst.largeMs.toFixed(2)} ms`,
    referred: `${worst.smallMs.toFixed(2)} ms`,
    ratio: worst.largeMs / worst.smallMs,
    goal: { atMost: 1.5 },
    note: `${largeEvents.toLocaleString("en-IN")} events; slowest page: ${worst.query}`,
  };
}
