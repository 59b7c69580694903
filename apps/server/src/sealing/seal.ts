import { createHmac } from "node:crypto";
import { log } from "../log.ts";
import { database } from "../db.ts";
import { Refusal } from "../errors.ts";
import { lock, unlock } from "./aes-gcm.ts";
import { dataKeys, rereadDataKeys } from "./data-keys.ts";

/** What is sealed. It is part of each seal, so that a value can't be moved to another column. */
export type SealedUse =
  | "bank account number"
  | "payout destination"
  | "statement narration"
  | "sender of a credit"
  | "sandbox message"
  | "sandbox credit"
  | "webhook"
  | "credential";

/** What can be looked up by its hash. The same number has the same hash in every table. */
export type LookedUp = "account number" | "upi id" | "request" | "statement line";

const version = 1;
const headBytes = 5;

/**
 * Encrypts a value for its column: AES-256-GCM, another result each time.
 * @param id the row's, without which it can't be opened: a value stays in its row.
 * @returns version (1 byte), number of the data key (4), IV (12), tag (16), ciphertext.
 */
export function seal(use: SealedUse, id: string, plain: string): Buffer {
  const { current, seals } = dataKeys();
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(version);
  head.writeUInt32BE(current, 1);
  return Buffer.concat([head, lock(keyOf(current, seals), about(use, id, head), utf8(plain))]);
}

/**
 * The value that was sealed for this use and row.
 * @throws {Error} when it was altered or moved, 503 while this process does not know its key yet.
 */
export function unseal(use: SealedUse, id: string, sealed: Buffer): string {
  const head = sealed.subarray(0, headBytes);
  if (head.length < headBytes || head.readUInt8() !== version) throw broken(use, id);
  const key = keyOf(keyIdOf(sealed), dataKeys().seals);
  try {
    return unlock(key, about(use, id, head), sealed.subarray(headBytes)).toString();
  } catch {
    throw broken(use, id);
  }
}

/** The number of the data key under which a value was sealed. */
export function keyIdOf(sealed: Buffer): number {
  return sealed.readUInt32BE(1);
}

/**
 * HMAC-SHA-256 under a key of its own: equal values are found and kept unique by it, and nobody
 * without the key can try all account numbers against it.
 */
export function lookupHash(what: LookedUp, plain: string | Buffer): Buffer {
  return createHmac("sha256", dataKeys().lookup).update(`${what}\0`).update(plain).digest();
}

function about(use: SealedUse, id: string, head: Buffer): string {
  return `${head.toString("hex")} ${use} ${id}`;
}

function keyOf(id: number, seals: ReturnType<typeof dataKeys>["seals"]) {
  const key = seals.get(id);
  if (key) return key;
  // Only a process that could not reach the database for a while has missed it.
  rereadDataKeys(database()).catch((error: unknown) =>
    log().error({ err: error }, "The data keys can't be read"),
  );
  throw new Refusal(
    503,
    "TRY_AGAIN",
    "This can't be read just now. Please try again in a moment.",
    { retryAfterSeconds: 2 },
  );
}

function broken(use: SealedUse, id: string): Error {
  return new Error(`The sealed ${use} of ${id} was altered, or belongs to another row`);
}

function utf8(text: string): Buffer {
  return Buffer.from(text, "utf8");
}
