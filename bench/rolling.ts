// Restarts every process under a load of payouts, one after the other, then kills a server and a
// worker. Compares the acknowledged payouts with those in the database. `BENCH_FROM=checkout` also
// upgrades the servers of an older checkout to this one.
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { database } from "../apps/server/src/database/db.ts";
import { verifyBooks } from "../apps/server/src/ledger/verify.ts";
import { openFleet } from "../apps/server/test/fleet.ts";
import { openPayers } from "../apps/server/test/open-payers.ts";
import { countRecorded, startPayoutLoad } from "../apps/server/test/payout-load.ts";
import { withNewPostgres, serverKeys } from "./payout-load.ts";
import type { Row } from "./row.ts";
import { benchUpgrade } from "./upgrade.ts";

const streams = 8;
const durationMsMin = 20_000;
const roles = ["api", "api", "api", "worker", "worker"] as const;

interface Figures {
  readonly acknowledged: number;
  readonly found: number;
  readonly lost: number;
  readonly doubled: number;
  /** Requests repeated with their key during the rolling restart, and after the kills. */
  readonly repeatedRolling: number;
  readonly repeatedKilled: number;
  /** Requests that failed after all repeats. */
  readonly refused: number;
  /** The errors that caused the repeats. */
  readonly repeatCauses: string;
  readonly slowestMs: number;
  /** Processes that stopped with code 0 and started again. */
  readonly restarted: number;
  readonly faults: number;
}

export async function benchRolling(): Promise<Row[]> {
  const figures = await measureRolling();
  const { acknowledged, found, lost, doubled, refused, faults } = figures;
  const from = process.env["BENCH_FROM"];
  return [
    {
      key: "rolling_restart",
      name: "Payouts found after a rolling restart and two kills under load",
      reference: "payouts acknowledged before",
      measured: String(found),
      referred: String(acknowledged),
      ratio: acknowledged === 0 ? Number.NaN : found / acknowledged,
      goal: { atLeast: 1 },
      holds: lost === 0 && doubled === 0 && refused === 0 && faults === 0,
      note: `${lost} lost, ${doubled} doubled; ${figures.restarted} processes restarted with ${figures.repeatedRolling} requests repeated, 2 killed with ${figures.repeatedKilled} (${figures.repeatCauses}); the slowest answer took ${Math.round(figures.slowestMs)} ms`,
    },
    ...(from === undefined ? [] : [await benchUpgrade(resolve(from))]),
  ];
}

function measureRolling(): Promise<Figures> {
  return withNewPostgres(async ({ url, scratch }) => {
    const payers = await openPayers(streams);
    const fleet = await openFleet({
      databaseUrl: url,
      logFile: join(scratch, "fleet.log"),
      env: { ...serverKeys, SHUTDOWN_DRAIN_SECONDS: "3" },
    });
    try {
      await Promise.all(roles.map((role) => fleet.start(role)));
      const load = startPayoutLoad(fleet.port, payers);
      const repeats = () => [...load.result.repeated.values()].reduce((sum, each) => sum + each, 0);
      const startedAt = performance.now();
      let restarted = 0;
      do {
        const codes = await fleet.restartEach();
        restarted += codes.filter((code) => code === 0).length;
      } while (performance.now() - startedAt < durationMsMin);
      const repeatedRolling = repeats();
      for (const role of ["api", "worker"] as const) {
        const [victim] = fleet.servers(role);
        if (victim) await fleet.stop(victim, "SIGKILL");
        await pause(1_000);
      }
      const { acknowledged, refused, slowestMs } = await load.stop();
      return {
        acknowledged: acknowledged.length,
        ...(await countRecorded(acknowledged)),
        repeatedRolling,
        repeatedKilled: repeats() - repeatedRolling,
        refused: refused.length,
        repeatCauses: [...load.result.repeated.keys()].join(", ") || "none",
        slowestMs,
        restarted,
        faults: (await verifyBooks(database())).length,
      };
    } finally {
      await fleet.close();
    }
  });
}
