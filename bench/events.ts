import { sql } from "kysely";
import { closeDatabase, database, openDatabase } from "../apps/server/src/database/db.ts";
import { addEvents } from "./add-events.ts";
import { createTenants } from "./create-tenants.ts";
import { openReader, type Reader } from "./http-reader.ts";
import { p95, port, startServer, withNewPostgres } from "./payout-load.ts";
import type { Row } from "./row.ts";
import type { Size } from "./size.ts";

/** Ten million take minutes and 4 GB; `BENCH_EVENTS` sets another number. */
const sizes = {
  full: { largeEvents: Number(process.env["BENCH_EVENTS"] ?? 10_000_000), rounds: 300 },
  short: { largeEvents: 100_000, rounds: 40 },
};
const smallEvents = 10_000;
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
export function benchEvents({ isShort }: Size): Promise<Row[]> {
  const { largeEvents, rounds } = isShort ? sizes.short : sizes.full;
  return withNewPostgres(async ({ url }) => {
    openDatabase(url, { connections: 2 });
    const [large, small] = await createTenants(2);
    if (!large || !small) throw new Error("There are no tenants");
    await addEvents([large.id], largeEvents);
    await addEvents([small.id], smallEvents);
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
        compared.push({ query, largeMs: p95(times.large), smallMs: p95(times.small) });
      }
      return [rowOf(compared, largeEvents)];
    } finally {
      reader.close();
      await stop();
    }
  });
}

async function read(reader: Reader, query: string, token: string): Promise<number> {
  return (await reader.get(`/events?${query}`, token)).ms;
}

function rowOf(
  compared: readonly {
    readonly query: string;
    readonly largeMs: number;
    readonly smallMs: number;
  }[],
  largeEvents: number,
): Row {
  const [worst] = compared.toSorted((a, b) => b.largeMs / b.smallMs - a.largeMs / a.smallMs);
  if (!worst) throw new Error("There are no pages");
  return {
    key: "events_page",
    name: "Page of 100 events, p95",
    reference: "the same of 10 thousand events",
    measured: `${worst.largeMs.toFixed(2)} ms`,
    referred: `${worst.smallMs.toFixed(2)} ms`,
    ratio: worst.largeMs / worst.smallMs,
    goal: { atMost: 1.5 },
    note: `${largeEvents.toLocaleString("en-IN")} events; slowest page: ${worst.query}`,
  };
}
