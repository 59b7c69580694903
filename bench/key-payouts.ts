import { saveSetting } from "../apps/server/test/save-setting.ts";
import { createKeys } from "./create-keys.ts";
import { createTenants } from "./create-tenants.ts";
import {
  acceptAll,
  createRequests,
  keyRequest,
  median,
  perSecond,
  startServer,
  withNewPostgres,
} from "./payout-load.ts";
import type { Row } from "./row.ts";
import type { Size } from "./size.ts";

const sizes = {
  full: { wallets: 10_000, rounds: 3, payouts: 16_000 },
  short: { wallets: 100, rounds: 1, payouts: 400 },
};

/** Payouts over HTTP with API keys, each round between two rounds with sessions. */
export function benchKeyPayouts({ isShort }: Size): Promise<Row[]> {
  const { wallets, rounds, payouts } = isShort ? sizes.short : sizes.full;
  return withNewPostgres(async ({ url }) => {
    const tenants = await createTenants(wallets);
    const keys = await createKeys(tenants);
    // One wallet sends with one key.
    await saveSetting("api_calls_per_key_per_minute", 1_00_000);
    const stop = await startServer(url, "api");
    try {
      const rows: Row[] = [];
      for (const [which, count] of [
        ["many_wallets", wallets],
        ["one_wallet", 1],
      ] as const) {
        const withSession = () => rateOf(createRequests(tenants.slice(0, count), payouts));
        const withKey = () => rateOf(createRequests(keys.slice(0, count), payouts, keyRequest));
        // Warm-up: plans in PostgreSQL, compiled code in the server.
        await withSession();
        await withKey();
        const list: Round[] = [];
        for (let number = 1; number <= rounds; number += 1) {
          const before = await withSession();
          const key = await withKey();
          const after = await withSession();
          list.push({ key, session: (before + after) / 2 });
        }
        rows.push(rowOf(which, list));
      }
      return rows;
    } finally {
      await stop();
    }
  });
}

async function rateOf(requests: readonly string[]): Promise<number> {
  return requests.length / (await acceptAll(requests)).seconds;
}

/** Payouts per second. */
interface Round {
  readonly key: number;
  readonly session: number;
}

function rowOf(which: "many_wallets" | "one_wallet", list: readonly Round[]): Row {
  return {
    key: `key_payouts_${which}`,
    name: `Payouts with an API key, ${which.replace("_", " ")}`,
    reference: "the same with sessions",
    measured: perSecond(median(list.map(({ key }) => key))),
    referred: perSecond(median(list.map(({ session }) => session))),
    ratio: median(list.map(({ key, session }) => key / session)),
    goal: { atLeast: 0.9 },
  };
}
