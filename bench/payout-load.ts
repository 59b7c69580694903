import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { closeDatabase, database, openDatabase } from "../apps/server/src/database/db.ts";
import { newId } from "../apps/server/src/kernel/ids.ts";
import {
  orderDigest,
  signAuthorisation,
} from "../apps/server/src/payouts/initiate/authorisation.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { startEmbeddedPostgres } from "../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { migrate } from "../apps/server/src/database/migrations/migrate.ts";
import { openDataKeys } from "../apps/server/src/database/encryption/data-keys.ts";
import { readEncryptionKeys } from "../apps/server/src/kernel/encryption-keys.ts";
import { useSecret } from "../apps/server/src/kernel/app-secret.ts";
import type { Load, LoadResult } from "./http-load.ts";
import type { BenchTenant } from "./create-tenants.ts";

const connections = 192;
export const port = Number(process.env.BENCH_PORT ?? 3_900);
export const secret = "kZ8vQ2mT5xN7cW4jR9pL3bH6yD1fG0sA";
export const encryptionKey = "9f3c71e0a85d24b6c7e19058fd3ab2647c50e81d9b3f6a2470d5c8e1b94f6a03";

/** The secrets that all servers of a benchmark share. */
export const serverKeys = { APP_SECRET: secret, ENCRYPTION_KEY: encryptionKey };

export const order = {
  method: "imps",
  beneficiary_name: "Bench Beneficiary",
  beneficiary_email: "bench@example.com",
  beneficiary_phone: "9876543210",
  beneficiary_address: "1 Bench Road",
  account_number: "000123456789",
  ifsc_code: "HDFC0000001",
  amount: 10,
} as const;

interface BenchDatabase {
  /** The embedded PostgreSQL of this benchmark, with fsync on. */
  readonly url: string;
  /** A temporary folder, deleted at the end. */
  readonly scratch: string;
}

interface PostgresOptions {
  /** The root of the checkout whose schema it gets; this one by default. */
  readonly checkout?: string;
  /** The folder for its data; the system's temporary one by default. */
  readonly parent?: string | undefined;
}

/** Runs a benchmark on a new, migrated PostgreSQL that this process has opened. */
export async function withNewPostgres<T>(
  bench: (db: BenchDatabase) => Promise<T>,
  { checkout = join(import.meta.dirname, ".."), parent }: PostgresOptions = {},
): Promise<T> {
  const scratch = await temporaryDataDirectory("bench", parent);
  const postgres = await startEmbeddedPostgres({ dataDir: scratch, log: () => {} });
  try {
    const db = join(checkout, "db");
    await migrate(postgres.url, {
      directory: join(db, "migrations"),
      functions: join(db, "functions"),
    });
    useSecret(secret);
    openDatabase(postgres.url, { connections: 4 });
    await openDataKeys(database(), readEncryptionKeys(encryptionKey) ?? []);
    return await bench({ url: postgres.url, scratch });
  } finally {
    await closeDatabase();
    await postgres.stop();
    await removeDataDirectory(scratch);
  }
}

/** Creates raw HTTP requests for payouts, each with its own idempotency key. */
export function createRequests(
  tenants: readonly BenchTenant[],
  count: number,
  requestOf = sessionRequest,
): string[] {
  return Array.from({ length: count }, () =>
    requestOf(tenants[Math.floor(Math.random() * tenants.length)] as BenchTenant),
  );
}

/** A payout of a person, with an authorisation of its own. */
function sessionRequest({ id, accessToken }: BenchTenant): string {
  const token = signAuthorisation({
    personId: id,
    orderDigest: orderDigest(order),
    feePaise: 500n,
    gstPaise: 90n,
  });
  return rawPost("/payouts/initiate", accessToken, { ...order, authorization_token: token });
}

/** The same payout of a program. */
export function keyRequest({ accessToken }: BenchTenant): string {
  return rawPost("/payouts", accessToken, order);
}

function rawPost(path: string, accessToken: string, content: object): string {
  const body = JSON.stringify(content);
  return [
    `POST /api/v1${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "content-type: application/json",
    `content-length: ${body.length}`,
    `authorization: Bearer ${accessToken}`,
    `idempotency-key: ${newId()}`,
    "",
    body,
  ].join("\r\n");
}

/**
 * Sends each request once, from another process.
 * @returns the time from the first request to the last response.
 * @throws if one was not accepted.
 */
export async function acceptAll(requests: readonly string[]): Promise<{ seconds: number }> {
  const generator = fork(join(import.meta.dirname, "http-load.ts"));
  const load: Load = { port, connections, requests };
  generator.send(load);
  const [{ seconds, statuses }] = (await once(generator, "message")) as [LoadResult];
  if (statuses["201"] !== requests.length)
    throw new Error(`Not every payout was accepted: ${JSON.stringify(statuses)}`);
  return { seconds };
}

/**
 * Starts the product in another process.
 * @returns a function that stops it gracefully, with its process id.
 */
export async function startServer(
  url: string,
  role: "all" | "api" | "worker",
  settings: Readonly<Record<string, string>> = {},
): Promise<(() => Promise<void>) & { readonly pid: number }> {
  const server = fork(join(import.meta.dirname, "../apps/server/src/main.ts"), {
    env: {
      ...process.env,
      NODE_ENV: "production",
      ALLOW_SANDBOX: "1",
      DATABASE_URL: url,
      ...serverKeys,
      // No load balancer needs time to notice the stop.
      SHUTDOWN_DRAIN_SECONDS: "0",
      SANDBOX_SETTLE_MS: "0",
      ROLE: role,
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "error",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  await new Promise<void>((resolve, reject) => {
    server.once("exit", () => reject(new Error(`The server (${role}) did not start`)));
    server.stdout?.on("data", (text) => {
      if (/Rokad is at|worker is running/.test(String(text))) resolve();
    });
  });
  return Object.assign(() => stop(server), { pid: server.pid as number });
}

async function stop(server: ChildProcess): Promise<void> {
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  await exited;
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] as number;
}

export function p95(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.95)] as number;
}

/** A rate as text for a row. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en")}/s`;
}
