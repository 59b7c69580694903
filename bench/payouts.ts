import pg from "pg";
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
import { countStatements, openCostMeter } from "./measure-cost.ts";
import { runReference } from "./reference.ts";
import type { Row } from "./row.ts";
import { withYardstick, type Yardstick } from "./yardstick.ts";

const wallets = 10_000;
const rounds = 3;
const secondsPerRound = 6;
const payoutsPerRound = 16_000;
const warmUpPayouts = 4_000;

/** A round: payouts per second, and what one costs. */
interface Round extends CostRound {
  readonly http: number;
  /** One transaction per payout on our own tables. */
  readonly reference: number;
  /** The mean of the runs before and after. */
  readonly yardstick: number;
}

interface Bench {
  readonly url: string;
  readonly scratch: string;
  readonly yardstick: Yardstick;
  readonly meter: ReturnType<typeof openCostMeter>;
}

/**
 * Alternates payouts over HTTP, committed before the response, with two references on 16 connections
 * and fsync: the yardstick, which never changes, and one transaction per payout with the rows that
 * Rokad writes.
 */
export function benchPayouts(): Promise<Row[]> {
  return withYardstick((yardstick) =>
    withNewPostgres(async ({ url, scratch }) => {
      const tenants = await createTenants(wallets);
      const stop = await startServer(url, "api");
      const client = new pg.Client({ connectionString: url });
      try {
        await client.connect();
        const meter = openCostMeter({ dataDir: scratch, client, serverPid: stop.pid });
        const bench = { url, scratch, yardstick, meter };
        const many = await compare("many wallets", bench, tenants);
        const one = await compare("one wallet", bench, tenants.slice(0, 1));
        return [
          rateRow("many_wallets", many, 1.5),
          rateRow("one_wallet", one, 5),
          referenceRow("many_wallets", many, 1),
          referenceRow("one_wallet", one, 2.5),
          ...costRows(many, { key: "payout_cost", of: "accepted payout, many wallets", atMost }),
          await statementRow(scratch, tenants),
        ];
      } finally {
        await client.end();
        await stop();
      }
    }),
  );
}

type Which = "many_wallets" | "one_wallet";
const nameOf = (which: Which) => which.replace("_", " ");

function rateRow(which: Which, list: readonly Round[], atLeast: number): Row {
  return {
    key: `payouts_${which}`,
    name: `Payouts over HTTP, ${nameOf(which)}`,
    reference: "the yardstick: seven plain row writes",
    measured: perSecond(medianOf(list, (round) => round.http)),
    referred: perSecond(medianOf(list, (round) => round.yardstick)),
    ratio: medianOf(list, (round) => round.http / round.yardstick),
    goal: { atLeast },
  };
}

function referenceRow(which: Which, list: readonly Round[], atLeast: number): Row {
  return {
    key: `payouts_${which}_own_tables`,
    name: `Payouts over HTTP, ${nameOf(which)}`,
    reference: "one transaction per payout on our tables",
    measured: perSecond(medianOf(list, (round) => round.http)),
    referred: perSecond(medianOf(list, (round) => round.reference)),
    ratio: medianOf(list, (round) => round.http / round.reference),
    goal: { atLeast },
  };
}

/** Half of the ratios of November 2026; those of the processor times are of a busy machine. */
const atMost = { postgresMicros: 0.2, serverMicros: 0.25, walBytes: 0.82, diskBytes: 0.71 };

/** The yardstick runs begin, five statements, and commit for each payout; Rokad runs them in batches. */
async function statementRow(scratch: string, tenants: readonly BenchTenant[]): Promise<Row> {
  const requests = createRequests(tenants, warmUpPayouts);
  const count = await countStatements(scratch, () => acceptAll(requests));
  const each = count / requests.length;
  const referred = 7;
  return {
    key: "payout_statements",
    name: "Statements per accepted payout, many wallets",
    reference: "the yardstick",
    measured: each.toFixed(2),
    referred: String(referred),
    ratio: each / referred,
    goal: { atMost: 0.1 },
  };
}

async function compare(
  name: string,
  { url, scratch, yardstick, meter }: Bench,
  tenants: readonly BenchTenant[],
): Promise<Round[]> {
  const count = tenants.length;
  // Warm-up: plans and pages in PostgreSQL, compiled code in the server.
  await yardstick.run(count, 1);
  await runReference({ url, scratch, wallets: count, seconds: 1 });
  await acceptAll(createRequests(tenants, warmUpPayouts));
  const list: Round[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const requests = createRequests(tenants, payoutsPerRound);
    const before = await yardstick.run(count, secondsPerRound);
    let seconds = 0;
    const cost = await meter.measure(async () => {
      ({ seconds } = await acceptAll(requests));
      return payoutsPerRound;
    });
    const after = await yardstick.run(count, secondsPerRound);
    const reference = await runReference({
      url,
      scratch,
      wallets: count,
      seconds: secondsPerRound,
    });
    const round: Round = {
      http: payoutsPerRound / seconds,
      cost,
      reference: reference.perSecond,
      yardstick: (before.perSecond + after.perSecond) / 2,
      yardstickCost: before.cost,
    };
    list.push(round);
    console.log(
      `${name}, round ${number}: over HTTP ${Math.round(round.http)}/s, yardstick ` +
        `${Math.round(before.perSecond)} and ${Math.round(after.perSecond)}/s, ratio ` +
        `${(round.http / round.yardstick).toFixed(2)}; one transaction per payout ` +
        `(${reference.driver}) ${Math.round(round.reference)}/s`,
    );
  }
  return list;
}

function medianOf(list: readonly Round[], figure: (round: Round) => number): number {
  return median(list.map(figure));
}
