import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { database } from "../apps/server/src/database/db.ts";
import { verifyBooks } from "../apps/server/src/ledger/verify.ts";
import { adapterRollups } from "../apps/server/src/rollups/adapter-rollups.ts";
import {
  acceptAll,
  median,
  withNewPostgres,
  perSecond,
  createRequests,
  startServer,
} from "./payout-load.ts";
import { createTenants, type BenchTenant } from "./create-tenants.ts";
import { costRows, type CostRound } from "./cost-rows.ts";
import { openCostMeter } from "./measure-cost.ts";
import type { Row } from "./row.ts";
import { withYardstick } from "./yardstick.ts";

const wallets = 10_000;
const rounds = 3;
const payoutsPerRound = 16_000;
const secondsPerRound = 6;
const warmUpPayouts = 4_000;
const checkEveryMs = 20;

interface Rates {
  /** Payouts per second from the first request until the last was accepted, or settled. */
  readonly accepted: number;
  readonly settled: number;
  readonly ratio: number;
}

type Result = Rates & CostRound;

/**
 * One process accepts payouts over HTTP while another settles them; the sandbox has no delay.
 * Measures how much longer the last settlement takes than the last acceptance.
 * @throws if a payout was not paid or the books do not balance.
 */
export function benchSettle(): Promise<Row[]> {
  return withYardstick((yardstick) =>
    withNewPostgres(async ({ url, scratch }) => {
      const tenants = await createTenants(wallets);
      const client = new pg.Client({ connectionString: url });
      const stops = [await startServer(url, "api"), await startServer(url, "worker")];
      try {
        await client.connect();
        const meter = openCostMeter({ dataDir: scratch, client });
        await yardstick.run(wallets, 1);
        await acceptAndSettle(tenants, warmUpPayouts);
        const results: Result[] = [];
        for (let round = 1; round <= rounds; round += 1) {
          const { cost: yardstickCost } = await yardstick.run(wallets, secondsPerRound);
          let rates: Rates | undefined;
          const cost = await meter.measure(async () => {
            rates = await acceptAndSettle(tenants, payoutsPerRound);
            return payoutsPerRound;
          });
          if (rates === undefined) throw new Error("Nothing was measured");
          results.push({ ...rates, cost, yardstickCost });
          console.log(
            `accepted → settled, round ${round}: accepted ${Math.round(rates.accepted)}/s, ` +
              `settled ${Math.round(rates.settled)}/s, ratio ${rates.ratio.toFixed(2)}`,
          );
        }
        await assertBooksBalance();
        return [rowOf(results), ...costRows(results, costOptions)];
      } finally {
        await client.end();
        await Promise.all(stops.map((stop) => stop()));
      }
    }),
  );
}

/**
 * What an accepted and settled payout costs, the sandbox bank's own records included. Goals: half of
 * the first ratios, of November 2026 and without those records.
 */
const costOptions = {
  key: "payout_settled_cost",
  of: "payout accepted and settled",
  atMost: { postgresMicros: 0.47, walBytes: 2.3, diskBytes: 2.3 },
};

function rowOf(results: readonly Result[]): Row {
  const of = (figure: keyof Rates) => median(results.map((result) => result[figure]));
  return {
    key: "payouts_settled",
    name: "Payouts accepted → settled, sandbox at zero delay",
    reference: "accepted in the same run",
    measured: perSecond(of("settled")),
    referred: perSecond(of("accepted")),
    ratio: of("ratio"),
    goal: { atLeast: 0.9 },
    note: "settled per second until the last payout ended; every payout was paid, and the ledger agreed",
  };
}

async function acceptAndSettle(tenants: readonly BenchTenant[], count: number): Promise<Rates> {
  const requests = createRequests(tenants, count);
  const paidBefore = await countPaid();
  const { seconds } = await acceptAll(requests);
  const startedAt = performance.now() - seconds * 1_000;
  while (await hasOpenPayouts()) await pause(checkEveryMs);
  const settled = (count * 1_000) / (performance.now() - startedAt);
  const paid = (await countPaid()) - paidBefore;
  if (paid !== count) throw new Error(`${paid} of ${count} payouts were paid`);
  const accepted = count / seconds;
  return { accepted, settled, ratio: settled / accepted };
}

async function hasOpenPayouts(): Promise<boolean> {
  const { rows } = await sql`select from payout_queue limit 1`.execute(database());
  return rows.length > 0;
}

/** From the rollups, because counting rows would take time from what is measured. */
export async function countPaid(): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(success_count), 0)::int as paid from ${adapterRollups} as sums
  `.execute(database());
  return rows[0]?.paid ?? 0;
}

export async function assertBooksBalance(): Promise<void> {
  const faults = await verifyBooks(database());
  if (faults.length > 0)
    throw new Error(`The books do not balance: ${JSON.stringify(faults.slice(0, 3))}`);
}
