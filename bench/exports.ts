import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { promisify } from "node:util";
import pg from "pg";
import { CopyOut } from "../apps/server/src/copy-out.ts";
import { statementOf } from "../apps/server/src/copied-csv.ts";
import { walletHistoryFile } from "../apps/server/src/wallet/export-wallet-history.ts";
import type { Tenant } from "../apps/server/src/sign-in/person.ts";
import { openHistoryData } from "./history-data.ts";
import { median, perSecond, port, startServer } from "./payout-load.ts";
import type { BenchTenant } from "./prepare.ts";
import type { Row } from "./row.ts";

/** With their deposits and returns a million rows of the wallet, and some. */
const payoutsOfAMillionRows = 980_000;
const rounds = 3;
const growthBytesMax = 64 * 2 ** 20;
const sampleEveryMs = 100;

interface Result {
  readonly rows: number;
  readonly http: number;
  readonly copy: number;
  readonly growthBytes: number;
}

/** The export of a wallet of a million rows. */
export async function benchExports(): Promise<Row[]> {
  const data = await openHistoryData({ payouts: payoutsOfAMillionRows });
  try {
    return [await measureExport(data.url, data.large)];
  } finally {
    await data.stop();
  }
}

/**
 * The export of a whole wallet over HTTP against `COPY (…) TO STDOUT` of the same rows with the
 * same text in every cell, thrown away as it comes; in turns, on the same PostgreSQL. A COPY can't
 * open what is sealed, so that it writes UPI ids masked, and has less to do.
 * @param wallet a tenant with a long history, in a database that `database()` is open on.
 */
async function measureExport(url: string, wallet: BenchTenant): Promise<Row> {
  const stop = await startServer(url, "api");
  try {
    const address = `http://127.0.0.1:${port}/api/v1/wallet/history/export`;
    await takeExport(address, wallet);
    const results: Result[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const result = await takeTurns(url, address, wallet, stop.pid);
      results.push(result);
      console.log(
        `export, round ${round}: ${Math.round(result.http)} rows/s over HTTP, ` +
          `${Math.round(result.copy)} with COPY, ratio ${(result.http / result.copy).toFixed(2)}, ` +
          `memory + ${megabytes(result.growthBytes)}`,
      );
    }
    return rowOf(results);
  } finally {
    await stop();
  }
}

function rowOf(results: readonly Result[]): Row {
  const of = (figure: "http" | "copy") => median(results.map((result) => result[figure]));
  const growthBytes = Math.max(...results.map((result) => result.growthBytes));
  const rows = results[0]?.rows ?? 0;
  return {
    key: "wallet_export",
    name: `Wallet export of ${rows.toLocaleString("en-IN")} rows`,
    reference: "`COPY (select …) TO STDOUT` of the same rows",
    measured: perSecond(of("http")),
    referred: perSecond(of("copy")),
    ratio: median(results.map(({ http, copy }) => http / copy)),
    goal: { atLeast: 0.5 },
    holds: growthBytes < growthBytesMax,
    note: `the server's memory grew by ${megabytes(growthBytes)} at the most, where 64 MB are allowed`,
  };
}

async function takeTurns(
  url: string,
  address: string,
  wallet: BenchTenant,
  pid: number,
): Promise<Result> {
  const copy = await takeCopy(url, wallet);
  const before = await residentBytes(pid);
  let peak = before;
  const sampling = setInterval(() => {
    void residentBytes(pid).then((bytes) => (peak = Math.max(peak, bytes)));
  }, sampleEveryMs);
  try {
    const http = await takeExport(address, wallet);
    if (http.rows !== copy.rows) throw new Error(`${http.rows} rows, and COPY has ${copy.rows}`);
    return {
      rows: copy.rows,
      http: http.rows / http.seconds,
      copy: copy.rows / copy.seconds,
      growthBytes: peak - before,
    };
  } finally {
    clearInterval(sampling);
  }
}

interface Taken {
  readonly rows: number;
  readonly seconds: number;
}

async function takeExport(address: string, { accessToken }: BenchTenant): Promise<Taken> {
  const startedAt = performance.now();
  const request = get(address, { headers: { authorization: `Bearer ${accessToken}` } });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The export answered ${answer.statusCode}`);
  let lines = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) lines += countLines(chunk);
  return { rows: lines - 1, seconds: (performance.now() - startedAt) / 1_000 };
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** The rows' own text as PostgreSQL sends it, and nothing done with it. */
async function takeCopy(url: string, { id }: BenchTenant): Promise<Taken> {
  const { db, csv } = await walletHistoryFile({ id, isViewed: true } as Tenant, {});
  const { sealed: _masked, ...plain } = csv;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const startedAt = performance.now();
  const copy = client.query(new CopyOut(statementOf(db, plain), (_row, _into, at) => at));
  for await (const _piece of copy);
  const seconds = (performance.now() - startedAt) / 1_000;
  await client.end();
  return { rows: Number(copy.rows), seconds };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => undefined);
  const found = /VmRSS:\s+(\d+) kB/.exec(status ?? "")?.[1];
  if (found) return Number(found) * 1_024;
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) * 1_024;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
