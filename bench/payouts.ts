import {
  acceptAll,
  median,
  withNewPostgres,
  perSecond,
  createRequests,
  startServer,
} from "./payout-load.ts";
import { createTenants, type BenchTenant } from "./create-tenants.ts";
import { runReference } from "./reference.ts";
import type { Row } from "./row.ts";

const wallets = 10_000;
const rounds = 3;
const secondsPerRound = 6;
const payoutsPerRound = 16_000;
const warmUpPayouts = 4_000;

interface Figures {
  /** Payouts per second: the medians of the rounds. */
  readonly reference: number;
  readonly http: number;
  /** The median of the ratios of each round, so that a drift of the machine's speed cancels out. */
  readonly ratio: number;
}

/**
 * Alternates payouts over HTTP, committed before the response, with one transaction per payout on
 * 16 connections: the same rows on the same PostgreSQL with fsync on.
 */
export function benchPayouts(): Promise<Row[]> {
  return withNewPostgres(async ({ url, scratch }) => {
    const tenants = await createTenants(wallets);
    const stop = await startServer(url, "api");
    try {
      const many = await compare("many wallets", url, scratch, tenants);
      const one = await compare("one wallet", url, scratch, tenants.slice(0, 1));
      return [rowOf("many_wallets", many, 1), rowOf("one_wallet", one, 2.5)];
    } finally {
      await stop();
    }
  });
}

function rowOf(which: "many_wallets" | "one_wallet", figures: Figures, atLeast: number): Row {
  return {
    key: `payouts_${which}`,
    name: `Payouts over HTTP, ${which.replace("_", " ")}`,
    reference: "one transaction per payout",
    measured: perSecond(figures.http),
    referred: perSecond(figures.reference),
    ratio: figures.ratio,
    goal: { atLeast },
  };
}

async function compare(
  name: string,
  url: string,
  scratch: string,
  tenants: readonly BenchTenant[],
): Promise<Figures> {
  const references: number[] = [];
  const https: number[] = [];
  // Warm-up: plans and pages in PostgreSQL, compiled code in the server.
  await runReference({ url, scratch, wallets: tenants.length, seconds: 1 });
  await acceptAll(createRequests(tenants, warmUpPayouts));
  for (let round = 1; round <= rounds; round += 1) {
    const requests = createRequests(tenants, payoutsPerRound);
    const reference = await runReference({
      url,
      scratch,
      wallets: tenants.length,
      seconds: secondsPerRound,
    });
    const http = payoutsPerRound / (await acceptAll(requests)).seconds;
    references.push(reference.perSecond);
    https.push(http);
    console.log(
      `${name}, round ${round}: one transaction per payout (${reference.driver}) ${Math.round(reference.perSecond)}/s, ` +
        `over HTTP ${Math.round(http)}/s, ratio ${(http / reference.perSecond).toFixed(2)}`,
    );
  }
  const ratios = https.map((http, round) => http / (references[round] ?? Number.NaN));
  return { reference: median(references), http: median(https), ratio: median(ratios) };
}
