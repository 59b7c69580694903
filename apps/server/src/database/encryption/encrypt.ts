import { createHmac } from "node:crypto";
import { database } from "../db.ts";
import { logFailure } from "../log-failure.ts";
import { ApiError } from "../../kernel/errors.ts";
import { decryptBytes, encryptBytes } from "./aes-gcm.ts";
import { dataKeys, rereadDataKeys } from "./data-keys.ts";

/** Where an encrypted value is used. Bound to the value, so that it cannot move to another column. */
export type EncryptedUse =
  | "bank account number"
  | "payout destination"
  | "saved destination"
  | "beneficiary details"
  | "statement narration"
  | "sender of a credit"
  | "sandbox message"
  | "sandbox credit"
  | "webhook"
  | "adjustment document"
  | "credential"
  | "name at bank"
  | "receiving account number"
  | "setting"
  | "setting before"
  | "setting after"
  | "proposed changes"
  | "proposal content"
  | "payment request"
  | "batch row"
  | "payout waiting for funds"
  | "schedule order"
  | "outbound message"
  | "webhook secret"
  | "old webhook secret";

/** What can be found by its blind index. A number has the same index in every table. */
export type BlindIndexUse =
  | "account number"
  | "upi id"
  | "request"
  | "statement line"
  | "typed name";

const version = 1;
const headerBytes = 5;

/**
 * Encrypts a value for its column with AES-256-GCM and a random IV.
 * @param id of the row. Decryption needs it, so that a value cannot move to another row.
 * @returns version (1 byte), number of the data key (4), IV (12), tag (16), ciphertext.
 */
export function encrypt(use: EncryptedUse, id: string, plain: string): Buffer {
  return encryptWith(dataKeys().current, use, id, Buffer.from(plain, "utf8"));
}

function encryptWith(keyId: number, use: EncryptedUse, id: string, plain: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(version);
  header.writeUInt32BE(keyId, 1);
  return Buffer.concat([header, encryptBytes(keyOf(keyId), contextOf(use, id, header), plain)]);
}

/**
 * Decrypts the value of a use and row.
 * @throws {Error} if it was altered or moved. 503 if this process has not read its key yet.
 */
export function decrypt(use: EncryptedUse, id: string, encrypted: Buffer): string {
  return decryptToBytes(use, id, encrypted).toString("utf8");
}

/** Encrypts a value again with another data key. */
export function reEncryptValue(
  use: EncryptedUse,
  id: string,
  encrypted: Buffer,
  keyId: number,
): Buffer {
  return encryptWith(keyId, use, id, decryptToBytes(use, id, encrypted));
}

function decryptToBytes(use: EncryptedUse, id: string, encrypted: Buffer): Buffer {
  const header = encrypted.subarray(0, headerBytes);
  if (header.length < headerBytes || header.readUInt8() !== version) throw alteredError(use, id);
  const key = keyOf(encrypted.readUInt32BE(1));
  try {
    return decryptBytes(key, contextOf(use, id, header), encrypted.subarray(headerBytes));
  } catch {
    throw alteredError(use, id);
  }
}

/**
 * HMAC-SHA-256 with a separate key. Equal values have equal indexes, so they can be found and kept
 * unique; without the key nobody can test all account numbers against an index.
 */
export function blindIndex(what: BlindIndexUse, plain: string | Buffer): Buffer {
  return createHmac("sha256", dataKeys().lookup).update(`${what}\0`).update(plain).digest();
}

function contextOf(use: EncryptedUse, id: string, header: Buffer): string {
  return `${header.toString("hex")} ${use} ${id}`;
}

function keyOf(id: number) {
  const key = dataKeys().byNumber.get(id);
  if (key) return key;
  // Only a process that could not reach the database for some seconds lacks a key.
  rereadDataKeys(database()).catch((error: unknown) =>
    logFailure(error, "The data keys could not be read"),
  );
  throw new ApiError(
    503,
    "TRY_AGAIN",
    "This can't be read just now. Please try again in a moment.",
    { retryAfterSeconds: 2 },
  );
}

function alteredError(use: EncryptedUse, id: string): Error {
  return new Error(`The encrypted ${use} of ${id} was altered, or belongs to another row`);
}
