import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { database } from "../apps/server/src/database/db.ts";
import { createTenants } from "./create-tenants.ts";
import {
  acceptAll,
  createRequests,
  median,
  perSecond,
  startServer,
  withNewPostgres,
} from "./payout-load.ts";
import type { Row } from "./row.ts";
import { assertBooksBalance, countPaid } from "./settle.ts";

const wallets = 10_000;
/** Payouts that are due before a worker starts. */
const backlog = Number(process.env.BENCH_BACKLOG ?? 100_000);
const requestsAtOnce = 20_000;
const checkEveryMs = 100;

/**
 * A backlog, as after a long outage of a provider: payouts are accepted while no worker runs, then one
 * worker settles them all. Compares its rate with the rate at which they were accepted, and its last
 * tenth with its second, after the warm-up: leasing may not become slower the more payouts wait.
 * @throws if a payout was not paid or the books do not balance.
 */
export function benchBacklog(): Promise<Row[]> {
  return withNewPostgres(async ({ url }) => {
    const tenants = await createTenants(wallets);
    const stopApi = await startServer(url, "api");
    const rates: number[] = [];
    try {
      for (let accepted = 0; accepted < backlog; accepted += requestsAtOnce) {
        const requests = createRequests(tenants, Math.min(requestsAtOnce, backlog - accepted));
        const { seconds } = await acceptAll(requests);
        rates.push(requests.length / seconds);
      }
    } finally {
      await stopApi();
    }
    await sql`vacuum analyze payouts, payout_queue`.execute(database());
    const stopWorker = await startServer(url, "worker");
    try {
      return rowsOf(median(rates), await drain());
    } finally {
      await stopWorker();
      await assertBooksBalance();
    }
  });
}

interface Drain {
  readonly perSecond: number;
  /** Payouts per second of the second tenth, while most wait, and of the last. */
  readonly early: number;
  readonly last: number;
}

async function drain(): Promise<Drain> {
  const started = performance.now();
  const tenth = backlog / 10;
  const reachedMs = new Map<number, number>();
  for (let paid = 0; paid < backlog;) {
    await pause(checkEveryMs);
    paid = await countPaid();
    for (const mark of [tenth, 2 * tenth, backlog - tenth, backlog])
      if (paid >= mark && !reachedMs.has(mark)) reachedMs.set(mark, performance.now() - started);
  }
  const at = (mark: number) => reachedMs.get(mark) ?? Number.NaN;
  return {
    perSecond: (backlog * 1000) / at(backlog),
    early: (tenth * 1000) / (at(2 * tenth) - at(tenth)),
    last: (tenth * 1000) / (at(backlog) - at(backlog - tenth)),
  };
}

function rowsOf(accepted: number, drained: Drain): Row[] {
  const name = `Backlog of ${backlog.toLocaleString("en-IN")} due payouts`;
  return [
    {
      key: "backlog_drained",
      name: `${name}, settled by one worker`,
      reference: "the rate at which they were accepted",
      measured: perSecond(drained.perSecond),
      referred: perSecond(accepted),
      ratio: drained.perSecond / accepted,
      goal: { atLeast: 1 },
    },
    {
      key: "backlog_second_tenth",
      name: `${name}, the second tenth`,
      reference: "the last tenth, when few wait",
      measured: perSecond(drained.early),
      referred: perSecond(drained.last),
      ratio: drained.early / drained.last,
      goal: { atLeast: 0.8 },
    },
  ];
}
