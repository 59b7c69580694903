import { sql } from "kysely";
import pg from "pg";
import { closeDatabase, database, openDatabase } from "../apps/server/src/database/db.ts";
import { showFloat } from "../apps/server/src/operations/float/show-float.ts";
import { useProviders } from "../apps/server/src/providers/configured-providers.ts";
import { sandboxProvider } from "../apps/server/src/providers/sandbox/sandbox.ts";
import { openFloatHistory } from "../apps/server/test/float-history.ts";
import { median, withNewPostgres } from "./payout-load.ts";
import type { Row } from "./row.ts";

const times = 10;
const rounds = 7;

/**
 * The Float page of a small history and of one ten times as large, in turns: paid payouts whose charges
 * no worker has booked yet, deposits, adjustments, credits in suspense, and complete bank statements.
 */
export function benchFloat(): Promise<Row[]> {
  return withNewPostgres(async ({ url }) => {
    const bank = sandboxProvider({ settleMs: 0 });
    useProviders({ primary: bank, alternative: bank });
    const largeUrl = await copyDatabase(url);
    await fill(url, 1);
    await fill(largeUrl, times);
    const taken = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      taken.small.push(await readingMs(url));
      taken.large.push(await readingMs(largeUrl));
    }
    const [smallMs, largeMs] = [median(taken.small), median(taken.large)];
    return [
      {
        key: "float_growth",
        name: `Float page with ${times} times the history`,
        reference: "the page of the small history",
        measured: `${largeMs.toFixed(0)} ms`,
        referred: `${smallMs.toFixed(0)} ms`,
        ratio: median(taken.large.map((ms, at) => ms / (taken.small[at] ?? ms))),
        goal: { atMost: 12 },
        note: "30,000 payouts with unbooked charges, 10,000 deposits, 3,000 adjustments, 3,000 credits, 18,000 statement lines",
      },
    ];
  });
}

/** Copies the new database with its keys. @returns the copy's address. */
async function copyDatabase(url: string): Promise<string> {
  await closeDatabase();
  const copy = new URL(url);
  copy.pathname = "/large";
  const other = new URL(url);
  other.pathname = "/postgres";
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  await client.query("create database large template rokad");
  await client.end();
  return copy.href;
}

async function fill(url: string, size: number): Promise<void> {
  openDatabase(url, { connections: 4 });
  const history = await openFloatHistory();
  await history.add({
    deposits: 1_000 * size,
    payouts: 3_000 * size,
    adjustments: 300 * size,
    credits: 300 * size,
  });
  await history.importStatements();
  await sql`vacuum analyze`.execute(database());
  await closeDatabase();
}

/** The time of the page on open connections. */
async function readingMs(url: string): Promise<number> {
  openDatabase(url, { connections: 4 });
  await showFloat();
  const startedAt = performance.now();
  await showFloat();
  const ms = performance.now() - startedAt;
  await closeDatabase();
  return ms;
}
