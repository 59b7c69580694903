// Restarts every process of a fleet under a load of payouts, one after the other, then kills a
// server and a worker outright, and counts what was acknowledged and what is found afterwards.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { database } from "../apps/server/src/db.ts";
import { verifyBooks } from "../apps/server/src/ledger/verify.ts";
import { openFleet } from "../apps/server/test/fleet.ts";
import { openPayers } from "../apps/server/test/open-payers.ts";
import { findAgain, startPayoutLoad } from "../apps/server/test/payout-load.ts";
import { onOwnPostgres, serverKeys } from "./payout-load.ts";
import type { Row } from "./row.ts";

const streams = 8;
const leastMs = 20_000;
const roles = ["api", "api", "api", "worker", "worker"] as const;

interface Figures {
  readonly acknowledged: number;
  readonly found: number;
  readonly lost: number;
  readonly doubled: number;
  /** Requests that had to be asked again under their key: in the rolling restart, and for the kills. */
  readonly repeatedRolling: number;
  readonly repeatedKilled: number;
  /** What repeating could not mend. */
  readonly refused: number;
  /** What came in place of the answers that had to be asked for again. */
  readonly why: string;
  readonly slowestMs: number;
  /** Restarted in order, and ended by themselves. */
  readonly restarted: number;
  readonly faults: number;
}

export async function benchRolling(): Promise<Row[]> {
  const figures = await measureRolling();
  const { acknowledged, found, lost, doubled, refused, faults } = figures;
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
      note: `${lost} lost, ${doubled} doubled; ${figures.restarted} processes restarted with ${figures.repeatedRolling} requests repeated, 2 killed with ${figures.repeatedKilled} (${figures.why}); the slowest answer took ${Math.round(figures.slowestMs)} ms`,
    },
  ];
}

function measureRolling(): Promise<Figures> {
  return onOwnPostgres(async ({ url, scratch }) => {
    const payers = await openPayers(streams);
    const fleet = await openFleet({
      databaseUrl: url,
      logFile: join(scratch, "fleet.log"),
      env: { ...serverKeys, SHUTDOWN_DRAIN_SECONDS: "3" },
    });
    try {
      await Promise.all(roles.map((role) => fleet.start(role)));
      const load = startPayoutLoad(fleet.port, payers);
      const repeats = () => [...load.seen.repeated.values()].reduce((sum, each) => sum + each, 0);
      const began = performance.now();
      let restarted = 0;
      do {
        const codes = await fleet.restartEach();
        restarted += codes.filter((code) => code === 0).length;
      } while (performance.now() - began < leastMs);
      const repeatedRolling = repeats();
      for (const role of ["api", "worker"] as const) {
        const [victim] = fleet.servers(role);
        if (victim) await fleet.stop(victim, "SIGKILL");
        await pause(1_000);
      }
      const { acknowledged, refused, slowestMs } = await load.stop();
      return {
        acknowledged: acknowledged.length,
        ...(await findAgain(acknowledged)),
        repeatedRolling,
        repeatedKilled: repeats() - repeatedRolling,
        refused: refused.length,
        why: [...load.seen.repeated.keys()].join(", ") || "none",
        slowestMs,
        restarted,
        faults: (await verifyBooks(database())).length,
      };
    } finally {
      await fleet.close();
    }
  });
}
