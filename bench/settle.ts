import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { database } from "../apps/server/src/database/db.ts";
import { verifyBooks } from "../apps/server/src/ledger/verify.ts";
import {
  acceptAll,
  median,
  withNewPostgres,
  perSecond,
  createRequests,
  startServer,
} from "./payout-load.ts";
import { createTenants, type BenchTenant } from "./create-tenants.ts";
import type { Row } from "./row.ts";

const wallets = 10_000;
const rounds = 3;
const payoutsPerRound = 16_000;
const warmUpPayouts = 4_000;
const checkEveryMs = 20;

interface Result {
  /** Payouts per second from the first request until the last was accepted, or settled. */
  readonly accepted: number;
  readonly settled: number;
  readonly ratio: number;
}

/**
 * One process accepts payouts over HTTP while another settles them; the sandbox has no delay.
 * Measures how much longer the last settlement takes than the last acceptance.
 * @throws if a payout was not paid or the books do not balance.
 */
export function benchSettle(): Promise<Row[]> {
  return withNewPostgres(async ({ url }) => {
    const tenants = await createTenants(wallets);
    const stops = [await startServer(url, "api"), await startServer(url, "worker")];
    try {
      await acceptAndSettle(tenants, warmUpPayouts);
      const results: Result[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const result = await acceptAndSettle(tenants, payoutsPerRound);
        results.push(result);
        console.log(
          `accepted → settled, round ${round}: accepted ${Math.round(result.accepted)}/s, ` +
            `settled ${Math.round(result.settled)}/s, ratio ${result.ratio.toFixed(2)}`,
        );
      }
      await assertBooksBalance();
      return [rowOf(results)];
    } finally {
      await Promise.all(stops.map((stop) => stop()));
    }
  });
}

function rowOf(results: readonly Result[]): Row {
  const of = (figure: keyof Result) => median(results.map((result) => result[figure]));
  return {
    key: "payouts_settled",
    name: "Payouts accepted → settled, sandbox at zero delay",
    reference: "accepted in the same run",
    measured: perSecond(of("settled")),
    referred: perSecond(of("accepted")),
    ratio: of("ratio"),
    goal: { atLeast: 0.8 },
    note: "settled per second until the last payout ended; every payout was paid, and the ledger agreed",
  };
}

async function acceptAndSettle(tenants: readonly BenchTenant[], count: number): Promise<Result> {
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
  const { rows } = await sql`select from payouts where due_at is not null limit 1`.execute(
    database(),
  );
  return rows.length > 0;
}

async function countPaid(): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select count(*)::int as paid from payouts where status = 'success'
  `.execute(database());
  return rows[0]?.paid ?? 0;
}

async function assertBooksBalance(): Promise<void> {
  const faults = await verifyBooks(database());
  if (faults.length > 0)
    throw new Error(`The books do not balance: ${JSON.stringify(faults.slice(0, 3))}`);
}
