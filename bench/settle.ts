import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { database } from "../apps/server/src/db.ts";
import { verifyBooks } from "../apps/server/src/ledger/verify.ts";
import {
  acceptAll,
  median,
  onOwnPostgres,
  perSecond,
  requestsFor,
  startServer,
} from "./payout-load.ts";
import { prepareTenants, type BenchTenant } from "./prepare.ts";
import type { Row } from "./row.ts";

const wallets = 10_000;
const rounds = 3;
const payoutsEach = 16_000;
const payoutsToWarm = 4_000;
const lookEveryMs = 20;

interface Result {
  /** Payouts per second, from the first request on: until the last was accepted, and settled. */
  readonly accepted: number;
  readonly settled: number;
  readonly ratio: number;
}

/**
 * Payouts accepted over HTTP by one process and brought to their end by another at the same time,
 * the sandbox at zero delay: how much longer the last end takes than the last acceptance.
 * @throws when a payout did not end as paid, or the books don't agree.
 */
export function benchSettle(): Promise<Row[]> {
  return onOwnPostgres(async ({ url }) => {
    const tenants = await prepareTenants(wallets);
    const stops = [await startServer(url, "api"), await startServer(url, "worker")];
    try {
      await acceptAndSettle(tenants, payoutsToWarm);
      const results: Result[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const result = await acceptAndSettle(tenants, payoutsEach);
        results.push(result);
        console.log(
          `accepted → settled, round ${round}: accepted ${Math.round(result.accepted)}/s, ` +
            `settled ${Math.round(result.settled)}/s, ratio ${result.ratio.toFixed(2)}`,
        );
      }
      await refuseFaults();
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
    note: "settled per second until the last had reached its end; every one was paid and the books agreed",
  };
}

async function acceptAndSettle(tenants: readonly BenchTenant[], count: number): Promise<Result> {
  const requests = requestsFor(tenants, count);
  const paidBefore = await countPaid();
  const { seconds } = await acceptAll(requests);
  const began = performance.now() - seconds * 1_000;
  while (await anyIsOpen()) await pause(lookEveryMs);
  const settled = (count * 1_000) / (performance.now() - began);
  const paid = (await countPaid()) - paidBefore;
  if (paid !== count) throw new Error(`${paid} of ${count} were paid`);
  const accepted = count / seconds;
  return { accepted, settled, ratio: settled / accepted };
}

async function anyIsOpen(): Promise<boolean> {
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

async function refuseFaults(): Promise<void> {
  const faults = await verifyBooks(database());
  if (faults.length > 0)
    throw new Error(`The books don't agree: ${JSON.stringify(faults.slice(0, 3))}`);
}
