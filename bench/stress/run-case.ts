import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { database } from "../../apps/server/src/database/db.ts";
import { verifyBooks } from "../../apps/server/src/ledger/verify.ts";
import { openFleet, type Fleet } from "../../apps/server/test/fleet.ts";
import type { OpenPayer } from "../../apps/server/test/open-payers.ts";
import {
  countRecorded,
  startPayoutLoad,
  type LoadResult,
} from "../../apps/server/test/payout-load.ts";
import { createTenants } from "../create-tenants.ts";
import { serverKeys, withNewPostgres } from "../payout-load.ts";
import type { Goal, Row } from "../row.ts";

/** Clients that pay, one after the other. */
export const streams = 16;
const warmUpMs = 3_000;
/** After the condition, until payouts are accepted again and all have an outcome. */
const recoveryMsMax = 180_000;

/** What a case acts on. */
export interface Place {
  readonly fleet: Fleet;
  /** The database, as Rokad's account. */
  readonly url: string;
  /** The folder of its embedded PostgreSQL. */
  readonly dataDir: string;
  /** Those that pay, and as many others as the case asked for. */
  readonly tenants: readonly OpenPayer[];
}

/** A condition under which an installation is measured. */
export interface StressCase {
  readonly key: string;
  readonly name: string;
  readonly goal: Goal;
  /** How many tenants there are besides those that pay. */
  readonly tenants?: number;
  /** The folder for the database's data; the system's temporary one by default. */
  readonly parent?: string;
  /** Of the servers. */
  readonly env?: Readonly<Record<string, string>>;
  /** @returns what ends the condition, and says what it saw. */
  begin(place: Place): Promise<() => Promise<string>>;
}

/**
 * Payouts accepted a second under a condition ÷ before it, on one API server and one worker. At the end
 * every acknowledged payout is in the database once and has an outcome, and the books agree.
 */
export function runCase(stress: StressCase, phaseMs: number): Promise<Row> {
  return withNewPostgres(async ({ url, scratch }) => {
    const created = await createTenants(streams + (stress.tenants ?? 0));
    const tenants = created.map(({ id, accessToken }) => ({ id, token: accessToken }));
    const env = { ...serverKeys, WORKER_POLL_MS: "250", ...stress.env };
    const fleet = await openFleet({ databaseUrl: url, logFile: join(scratch, "fleet.log"), env });
    try {
      await fleet.start("api");
      await fleet.start("worker");
      const load = startPayoutLoad(fleet.port, tenants.slice(0, streams));
      await pause(warmUpMs);
      const before = await rateOf(load.result, phaseMs);
      const end = await stress.begin({ fleet, url, dataDir: scratch, tenants });
      load.result.repeated.clear();
      load.result.slowestMs = 0;
      const during = await rateOf(load.result, phaseMs);
      const [answers, slowestMs] = [answersOf(load.result), load.result.slowestMs];
      const seen = await end();
      const againMs = await untilAccepted(load.result);
      const { acknowledged, refused } = await load.stop();
      const open = await untilSettled();
      const { lost, doubled } = await countRecorded(acknowledged);
      const faults = (await verifyBooks(database())).length;
      return {
        key: `stress_${stress.key}`,
        name: `Payouts accepted: ${stress.name}`,
        reference: "before, in the same run",
        measured: `${during.toFixed(0)}/s`,
        referred: `${before.toFixed(0)}/s`,
        ratio: during / before,
        goal: stress.goal,
        holds: [lost, doubled, faults, open, refused.length].every((count) => count === 0),
        note: `${seen}; answers ${answers}, the slowest accepted one after ${seconds(slowestMs)}; accepted again after ${seconds(againMs)}; ${acknowledged.length} acknowledged, ${lost} lost, ${doubled} doubled, ${open} without an outcome, ${faults} faults in the books${refused.length > 0 ? `, refused: ${refused[0]}` : ""}`,
      };
    } finally {
      await fleet.close();
    }
  }, stress);
}

async function rateOf(result: LoadResult, phaseMs: number): Promise<number> {
  const [count, startedAt] = [result.acknowledged.length, performance.now()];
  await pause(phaseMs);
  return ((result.acknowledged.length - count) / (performance.now() - startedAt)) * 1_000;
}

/** What clients were answered besides acceptance: "201" alone, or with "503 ×12". */
function answersOf({ repeated }: LoadResult): string {
  const codes = new Map<string, number>();
  for (const [what, count] of repeated) {
    const code = /"code":"(\w+)"/.exec(what)?.[1];
    const shown = [what.split(" {")[0], code].filter(Boolean).join(" ");
    codes.set(shown, (codes.get(shown) ?? 0) + count);
  }
  return ["201", ...[...codes].map(([what, count]) => `${what} ×${count}`)].join(", ");
}

async function untilAccepted(result: LoadResult): Promise<number> {
  const [count, startedAt] = [result.acknowledged.length, performance.now()];
  while (result.acknowledged.length < count + streams) {
    const waited = performance.now() - startedAt;
    if (waited > recoveryMsMax) throw new Error("No payout was accepted after the condition ended");
    await pause(10);
  }
  return performance.now() - startedAt;
}

/** @returns how many payouts have no outcome at the end. */
async function untilSettled(): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from payout_queue
    `.execute(database());
    const open = rows[0]?.open ?? 0;
    if (open === 0 || performance.now() - startedAt > recoveryMsMax) return open;
    await pause(250);
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
