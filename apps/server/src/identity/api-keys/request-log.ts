import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { unnestRows, type RowOf } from "../../database/unnest-rows.ts";
import type { AnsweredRequest } from "../../http/answered-request.ts";
import { log } from "../../kernel/log.ts";
import { shownAddress } from "./networks.ts";
import { readSecret } from "./secret.ts";

/** Beyond these, requests are dropped: the database is away, and a log must not fill the memory. */
const waitingMax = 5_000;
/** So many are written at once, and before the next second if they come earlier. */
const rowsPerStatement = 500;
const minuteMs = 60_000;
const secretsMax = 10_000;

const columns = {
  secret_hash: "bytea",
  request_id: "uuid",
  at: "timestamptz",
  call: "text",
  method: "text",
  path: "text",
  status: "smallint",
  error_code: "text",
  duration_us: "bigint",
  address: "text",
} as const;
type Row = RowOf<typeof columns>;

let waiting: Row[] = [];
let dropped = 0;
let writing: Promise<void> | undefined;
/** After a failure, only the next second's attempt writes, and only the first one is logged. */
let isFailing = false;

/** Refused requests of each secret in a minute, on this server. */
let refusals = { minute: 0, counts: new Map<string, number>() };

/**
 * Keeps an answered request in memory until it is written, so that no request waits for the log or
 * fails with it. A process that is killed loses those of its last second.
 */
export function recordRequest(secret: string, request: AnsweredRequest): void {
  const hash = readSecret(secret)?.hash;
  if (!hash || isFlood(hash, request)) return;
  if (waiting.length >= waitingMax) {
    dropped += 1;
    return;
  }
  waiting.push({
    secret_hash: hash,
    request_id: request.requestId,
    at: request.at,
    call: request.call,
    method: request.method,
    path: request.path,
    status: request.status,
    error_code: request.errorCode,
    duration_us: BigInt(request.durationUs),
    address: shownAddress(request.address),
  });
  if (waiting.length >= rowsPerStatement && !isFailing) void writeRequests();
}

/** A revoked or limited key costs its caller nothing: a program that goes on would fill the table. */
function isFlood(hash: Buffer, { at, status }: AnsweredRequest): boolean {
  if (status < 400 || status >= 500) return false;
  const minute = Math.floor(at.getTime() / minuteMs);
  const isFull = refusals.counts.size >= secretsMax;
  if (refusals.minute !== minute || isFull) refusals = { minute, counts: new Map() };
  const key = hash.toString("hex");
  const count = (refusals.counts.get(key) ?? 0) + 1;
  refusals.counts.set(key, count);
  return count > limits.apiRefusalsPerMinuteMax;
}

/** Writes what waits. A failure keeps it for the next call and does not throw. */
export function writeRequests(): Promise<void> {
  if (waiting.length === 0) return writing ?? Promise.resolve();
  writing ??= writeAll();
  return writing;
}

async function writeAll(): Promise<void> {
  try {
    while (waiting.length > 0) await writeSome();
    isFailing = false;
  } catch (error) {
    if (!isFailing)
      log().warn({ err: error }, "The request log is not written. Rokad keeps trying.");
    isFailing = true;
  } finally {
    writing = undefined;
  }
  if (dropped === 0 || isFailing) return;
  log().warn(
    { requests: dropped },
    "The request log lacks requests: too many waited to be written",
  );
  dropped = 0;
}

async function writeSome(): Promise<void> {
  const rows = waiting.splice(0, rowsPerStatement);
  try {
    await insertRows(rows);
  } catch (error) {
    waiting = [...rows, ...waiting];
    dropped += waiting.splice(waitingMax).length;
    throw error;
  }
}

/**
 * Finds the key of each secret in the same statement: an unknown one has no row. Rows of a commit
 * whose answer was lost are written again, which changes nothing.
 */
async function insertRows(rows: readonly Row[]): Promise<void> {
  await sql`
    insert into api_requests (request_id, tenant_id, key_id, at, call, method, path, status,
      error_code, duration_us, address)
    select request_id, tenant_id, key_id, at, call, method, path, status, error_code, duration_us,
      address
    from ${unnestRows("request", columns, rows)} join api_key_secrets on hash = secret_hash
    on conflict (request_id) do nothing
  `.execute(database());
}
