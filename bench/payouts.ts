import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "../apps/server/src/db.ts";
import { newId } from "../apps/server/src/ids.ts";
import { orderDigest, signAuthorisation } from "../apps/server/src/payouts/authorisation.ts";
import { startEmbeddedPostgres } from "../apps/server/src/postgres/embedded.ts";
import { migrate } from "../apps/server/src/postgres/migrate.ts";
import { stepsWith } from "../apps/server/src/sealing/seal-plain-values.ts";
import { useSecret } from "../apps/server/src/secrets.ts";
import type { Load, LoadResult } from "./http-load.ts";
import { prepareTenants, type BenchTenant } from "./prepare.ts";
import { runReference } from "./reference.ts";
import type { Row } from "./row.ts";

const wallets = 10_000;
const rounds = 3;
const secondsEach = 6;
const payoutsEach = 16_000;
const payoutsToWarm = 4_000;
const connections = 192;
const port = 3_900;
const secret = "bench-bench-bench-bench-bench-bench-";

const order = {
  method: "imps",
  beneficiary_name: "Bench Beneficiary",
  beneficiary_email: "bench@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_address: "1 Bench Road",
  account_number: "000123456789",
  ifsc_code: "HDFC0000001",
  amount: 10,
} as const;

interface Figures {
  /** Payouts per second: the medians of the rounds. */
  readonly reference: number;
  readonly http: number;
  /** The median of the rounds' own ratios, so that a machine whose speed drifts is no excuse. */
  readonly ratio: number;
}

/**
 * Payouts over HTTP, committed before the answer, against one transaction for each payout on
 * 16 connections: the same rows on the same PostgreSQL with fsync on, in turns in one run.
 */
export async function benchPayouts(): Promise<Row[]> {
  const scratch = await mkdtemp(join(tmpdir(), "rokad-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir: scratch, log: () => {} });
  let server: ChildProcess | undefined;
  try {
    await migrate(postgres.url, { steps: stepsWith([]) });
    useSecret(secret);
    openDatabase(postgres.url, { connections: 4 });
    const tenants = await prepareTenants(wallets);
    server = await startServer(postgres.url);
    const many = await compare("many wallets", postgres.url, scratch, tenants);
    const one = await compare("one wallet", postgres.url, scratch, tenants.slice(0, 1));
    return [rowOf("many_wallets", many, 1), rowOf("one_wallet", one, 2.5)];
  } finally {
    if (server) await stop(server);
    await closeDatabase();
    await postgres.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

function rowOf(which: "many_wallets" | "one_wallet", figures: Figures, atLeast: number): Row {
  const perSecond = (rate: number) => `${Math.round(rate).toLocaleString("en")}/s`;
  return {
    key: `payouts_${which}`,
    name: `Payouts over HTTP, ${which.replace("_", " ")}`,
    reference: "one transaction for each payout",
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
  // Both are warmed first: plans and pages in PostgreSQL, compiled code in the server.
  await runReference({ url, scratch, wallets: tenants.length, seconds: 1 });
  await load({ port, connections, requests: requestsFor(tenants, payoutsToWarm) });
  for (let round = 1; round <= rounds; round += 1) {
    const requests = requestsFor(tenants, payoutsEach);
    const reference = await runReference({
      url,
      scratch,
      wallets: tenants.length,
      seconds: secondsEach,
    });
    const { seconds, statuses } = await load({ port, connections, requests });
    const http = (statuses["201"] ?? 0) / seconds;
    if (statuses["201"] !== payoutsEach)
      throw new Error(`Not all were accepted: ${JSON.stringify(statuses)}`);
    references.push(reference.perSecond);
    https.push(http);
    console.log(
      `${name}, round ${round}: one transaction each (${reference.driver}) ${Math.round(reference.perSecond)}/s, ` +
        `over HTTP ${Math.round(http)}/s, ratio ${(http / reference.perSecond).toFixed(2)}`,
    );
  }
  const ratios = https.map((http, round) => http / (references[round] ?? Number.NaN));
  return { reference: median(references), http: median(https), ratio: median(ratios) };
}

/** Whole HTTP requests, each with its own authorisation and idempotency key. */
function requestsFor(tenants: readonly BenchTenant[], count: number): string[] {
  return Array.from({ length: count }, () => {
    const tenant = tenants[Math.floor(Math.random() * tenants.length)] as BenchTenant;
    const token = signAuthorisation({
      personId: tenant.id,
      orderDigest: orderDigest(order),
      feePaise: 500n,
      gstPaise: 90n,
    });
    const body = JSON.stringify({ ...order, authorization_token: token });
    return [
      "POST /api/v1/payouts/initiate HTTP/1.1",
      "host: 127.0.0.1",
      "content-type: application/json",
      `content-length: ${body.length}`,
      `authorization: Bearer ${tenant.accessToken}`,
      `idempotency-key: ${newId()}`,
      "",
      body,
    ].join("\r\n");
  });
}

async function startServer(url: string): Promise<ChildProcess> {
  const server = fork(join(import.meta.dirname, "../apps/server/src/main.ts"), {
    env: {
      ...process.env,
      NODE_ENV: "production",
      ALLOW_SANDBOX: "1",
      DATABASE_URL: url,
      APP_SECRET: secret,
      ENCRYPTION_KEY: "be".repeat(32),
      ROLE: "api",
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  await new Promise<void>((resolve) => {
    server.stdout?.on("data", (text) => {
      if (String(text).includes("Rokad is at")) resolve();
    });
  });
  return server;
}

async function load(what: Load): Promise<LoadResult> {
  const generator = fork(join(import.meta.dirname, "http-load.ts"));
  generator.send(what);
  const [result] = (await once(generator, "message")) as [LoadResult];
  return result;
}

async function stop(server: ChildProcess): Promise<void> {
  const gone = once(server, "exit");
  server.kill("SIGTERM");
  await gone;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] as number;
}
