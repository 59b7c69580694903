import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { promisify } from "node:util";
import pg from "pg";
import { CopyOutStream } from "../apps/server/src/database/copy-stream.ts";
import { copyStatement } from "../apps/server/src/files/csv-copy.ts";
import { exportWalletHistory } from "../apps/server/src/tenants/wallet/export-wallet-history.ts";
import type { Tenant } from "../apps/server/src/kernel/person.ts";
import { openHistoryData } from "./history-data.ts";
import { median, perSecond, port, startServer } from "./payout-load.ts";
import type { BenchTenant } from "./create-tenants.ts";
import type { Row } from "./row.ts";

/** With their deposits and returns, slightly more than a million wallet rows. */
const payoutsForAMillionRows = 980_000;
const rounds = 3;
const growthBytesMax = 64 * 2 ** 20;
const sampleEveryMs = 100;

interface Result {
  readonly rows: number;
  readonly http: number;
  readonly copy: number;
  readonly growthBytes: number;
}

/** Measures the export of a wallet with a million rows. */
export async function benchExports(): Promise<Row[]> {
  const data = await openHistoryData({ payouts: payoutsForAMillionRows });
  try {
    return [await measureExport(data.url, data.large)];
  } finally {
    await data.stop();
  }
}

/**
 * Alternates the export of a wallet over HTTP with `COPY (…) TO STDOUT` of the same cells, which are
 * discarded. COPY can't decrypt, so it writes masked UPI IDs and has less work.
 * @param wallet a tenant with a long history in the open database.
 */
async function measureExport(url: string, wallet: BenchTenant): Promise<Row> {
  const stop = await startServer(url, "api");
  try {
    const address = `http://127.0.0.1:${port}/api/v1/wallet/history/export`;
    await runExport(address, wallet);
    const results: Result[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const result = await measureRound(url, address, wallet, stop.pid);
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
    note: `the server's memory grew by at most ${megabytes(growthBytes)} (64 MB allowed)`,
  };
}

async function measureRound(
  url: string,
  address: string,
  wallet: BenchTenant,
  pid: number,
): Promise<Result> {
  const copy = await runCopy(url, wallet);
  const before = await residentBytes(pid);
  let peak = before;
  const sampling = setInterval(() => {
    void residentBytes(pid).then((bytes) => (peak = Math.max(peak, bytes)));
  }, sampleEveryMs);
  try {
    const http = await runExport(address, wallet);
    if (http.rows !== copy.rows)
      throw new Error(`${http.rows} rows over HTTP, ${copy.rows} with COPY`);
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

interface Timing {
  readonly rows: number;
  readonly seconds: number;
}

async function runExport(address: string, { accessToken }: BenchTenant): Promise<Timing> {
  const startedAt = performance.now();
  const request = get(address, { headers: { authorization: `Bearer ${accessToken}` } });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The export responded with ${answer.statusCode}`);
  let lines = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) lines += countLines(chunk);
  return { rows: lines - 1, seconds: (performance.now() - startedAt) / 1_000 };
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** Reads the text of the rows as PostgreSQL sends it and discards it. */
async function runCopy(url: string, { id }: BenchTenant): Promise<Timing> {
  const { db, csv } = await exportWalletHistory({ tenantId: id, isViewed: true } as Tenant, {});
  const { encrypted: _masked, ...plain } = csv;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const startedAt = performance.now();
  const copy = client.query(new CopyOutStream(copyStatement(db, plain), (_row, _into, at) => at));
  for await (const _piece of copy);
  const seconds = (performance.now() - startedAt) / 1_000;
  await client.end();
  return { rows: Number(copy.rows), seconds };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => undefined);
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status ?? "")?.[1];
  if (kilobytes) return Number(kilobytes) * 1_024;
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) * 1_024;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
