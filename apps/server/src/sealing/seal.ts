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
  | "credential"
  | "name at bank"
  | "setting"
  | "setting before"
  | "setting after";

/** What can be looked up by its hash. The same number has the same hash in every table. */
export type LookedUp = "account number" | "upi id" | "request" | "statement line" | "typed name";

const version = 1;
const headBytes = 5;

/**
 * Encrypts a value for its column: AES-256-GCM, another result each time.
 * @param id the row's, without which it can't be opened: a value stays in its row.
 * @returns version (1 byte), number of the data key (4), IV (12), tag (16), ciphertext.
 */
export function seal(use: SealedUse, id: string, plain: string): Buffer {
  return sealUnder(dataKeys().current, use, id, Buffer.from(plain, "utf8"));
}

function sealUnder(keyId: number, use: SealedUse, id: string, plain: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(version);
  head.writeUInt32BE(keyId, 1);
  return Buffer.concat([head, lock(keyOf(keyId), about(use, id, head), plain)]);
}

/**
 * The value that was sealed for this use and row.
 * @throws {Error} when it was altered or moved, 503 while this process does not know its key yet.
 */
export function unseal(use: SealedUse, id: string, sealed: Buffer): string {
  return unsealBytes(use, id, sealed).toString("utf8");
}

/** The same under another data key. */
export function resealed(use: SealedUse, id: string, sealed: Buffer, keyId: number): Buffer {
  return sealUnder(keyId, use, id, unsealBytes(use, id, sealed));
}

function unsealBytes(use: SealedUse, id: string, sealed: Buffer): Buffer {
  const head = sealed.subarray(0, headBytes);
  if (head.length < headBytes || head.readUInt8() !== version) throw broken(use, id);
  const key = keyOf(sealed.readUInt32BE(1));
  try {
    return unlock(key, about(use, id, head), sealed.subarray(headBytes));
  } catch {
    throw broken(use, id);
  }
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

function keyOf(id: number) {
  const key = dataKeys().seals.get(id);
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
