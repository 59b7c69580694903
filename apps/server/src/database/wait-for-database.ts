import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { isDatabaseUnreachable } from "./db.ts";
import { PostgresError } from "./embedded/postgres-error.ts";

const firstPauseMs = 500;
const pauseMsMax = 5_000;
const connectMsMax = 5_000;

interface WaitOptions {
  readonly print: (line: string) => void;
  /** Aborted when the process is asked to stop. */
  readonly signal: AbortSignal;
  readonly secondsMax?: number;
}

/**
 * Waits until PostgreSQL accepts connections, so that Rokad may start together with its database.
 * Prints one line a failed try; the pauses between tries grow from 0.5 s to 5 s.
 * @param url of the database; only its host and port are printed.
 * @returns false when `signal` was aborted first.
 * @throws {PostgresError} after `secondsMax`, and at once when the server rejects the connection,
 *   for instance for a wrong password.
 */
export async function waitForDatabase(
  url: string,
  { print, signal, secondsMax = 60 }: WaitOptions,
): Promise<boolean> {
  const server = serverOf(url);
  const deadline = performance.now() + secondsMax * 1_000;
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    const error = await tryToConnect(url);
    if (error === undefined) return true;
    const reason = reasonOf(error);
    if (!isDatabaseUnreachable(error)) {
      throw new PostgresError(
        `The database at ${server} rejected the connection: ${reason}. Check DATABASE_URL.`,
        { cause: error },
      );
    }
    if (performance.now() + pauseMs > deadline) {
      throw new PostgresError(
        `The database at ${server} did not answer within ${secondsMax} s: ${reason}. Start it, or check DATABASE_URL.`,
        { cause: error },
      );
    }
    print(`Waiting for the database at ${server}: ${reason}. Next try in ${pauseMs / 1_000} s`);
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

async function tryToConnect(url: string): Promise<Error | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMsMax,
    application_name: "rokad start",
  });
  // A connection that breaks after it was opened emits an error, which would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    // A server that has just gone away does not confirm the end of a connection.
    void client.end().catch(() => undefined);
  }
}

function serverOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return host || searchParams.get("host") || "localhost";
}

/** PostgreSQL's own message, or Node's code, because Node's messages repeat the address. */
function reasonOf(error: Error): string {
  if (error instanceof pg.DatabaseError) return error.message;
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
