import { createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { ConfigError } from "../../kernel/config.ts";
import type { Db } from "../db.ts";
import { encryptBytes, decryptBytes } from "./aes-gcm.ts";
import type { EncryptionKey } from "../../kernel/encryption-keys.ts";

/** As stored in the table: "encrypt" encrypts values, "lookup" computes blind indexes. */
type Purpose = "lookup" | "encrypt";

interface DataKeys {
  readonly encryptionKeys: readonly EncryptionKey[];
  readonly lookup: KeyObject;
  /** The encryption keys by number, retired ones included: a value may still need one. */
  readonly byNumber: ReadonlyMap<number, KeyObject>;
  /** The number of the key that encrypts new values. */
  readonly current: number;
}

let loaded: DataKeys | undefined;

/** Fixed numbers for a new installation, so that two first starts create one pair of keys. */
const firstKeys = [
  { id: 1, purpose: "lookup" },
  { id: 2, purpose: "encrypt" },
] as const;

/**
 * Decrypts the database's data keys for this process; creates the first pair if there is none.
 * @throws {ConfigError} if a data key is encrypted with a key that is not in `encryptionKeys`.
 */
export async function openDataKeys(
  db: Db,
  encryptionKeys: readonly EncryptionKey[],
): Promise<void> {
  let rows = await selectKeys(db);
  if (rows.length === 0) {
    await insertDataKeys(db, encryptionKeys, firstKeys);
    rows = await selectKeys(db);
  }
  loaded = await decryptKeys(rows, encryptionKeys, new Map());
}

/**
 * Reads keys that another process has created. A new key is stored some seconds before its first
 * use (`use_from`), and every process reads the keys more often than that.
 */
export async function rereadDataKeys(db: Db): Promise<void> {
  const { encryptionKeys, byNumber } = dataKeys();
  loaded = await decryptKeys(await selectKeys(db), encryptionKeys, byNumber);
}

export function dataKeys(): DataKeys {
  if (!loaded) throw new Error("Call openDataKeys() before the first encryption");
  return loaded;
}

interface NewKey {
  readonly id: number;
  readonly purpose: Purpose;
  readonly usedInSeconds?: number;
}

/**
 * Creates random keys in one statement; a key that exists already is left alone. The conflict names
 * no column: of two first starts, one may fail on the unique purpose before it sees the number.
 */
export async function insertDataKeys(
  db: Db,
  encryptionKeys: readonly EncryptionKey[],
  keys: readonly NewKey[],
): Promise<void> {
  const wrapped = await Promise.all(keys.map((key) => wrap(key, randomBytes(32), encryptionKeys)));
  const rows = keys.map(({ id, purpose, usedInSeconds = 0 }, at) => ({
    id,
    purpose,
    ...(wrapped[at] as Wrapped),
    made_at: now(),
    use_from: sql<Date>`clock_timestamp() + make_interval(secs => ${usedInSeconds})`,
  }));
  await db
    .insertInto("data_keys")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface Wrapped {
  readonly wrapped: Buffer;
  readonly wrapped_with: string;
}

/** Encrypts a data key with the newest encryption key. */
export async function wrap(
  { id, purpose }: { readonly id: number; readonly purpose: Purpose },
  bytes: Uint8Array,
  [newest]: readonly EncryptionKey[],
): Promise<Wrapped> {
  if (!newest) throw new Error("There is no encryption key");
  const context = contextOf(id, purpose);
  return {
    wrapped:
      "key" in newest
        ? encryptBytes(newest.key, context, bytes)
        : await newest.encrypt(withContext(context, bytes)),
    wrapped_with: newest.name,
  };
}

/** Encrypts a data key with the newest version of its key in a key management service. */
export async function renewWrap(
  row: KeyRow,
  [newest]: readonly EncryptionKey[],
): Promise<Wrapped | undefined> {
  if (!newest || "key" in newest || newest.name !== row.wrapped_with) return undefined;
  return { wrapped: await newest.renew(row.wrapped), wrapped_with: newest.name };
}

/**
 * The context and the key. Vault's `rewrap` takes no associated data, so that the context, which
 * keeps a wrapped key from standing in for another one, is a part of what is encrypted.
 */
function withContext(context: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${context}\0`), bytes]);
}

function withoutContext(context: string, plain: Buffer): Buffer {
  const start = Buffer.from(`${context}\0`);
  if (!plain.subarray(0, start.length).equals(start)) throw new Error("Another key's context");
  return plain.subarray(start.length);
}

/** @throws {ConfigError} if its encryption key is not in `encryptionKeys`, or it is damaged. */
export async function unwrap(
  row: KeyRow,
  encryptionKeys: readonly EncryptionKey[],
): Promise<Buffer> {
  const encryptionKey = encryptionKeys.find(({ name }) => name === row.wrapped_with);
  if (!encryptionKey) {
    const names = encryptionKeys.map(({ name }) => name).join(", ");
    throw new ConfigError(
      `ENCRYPTION_KEY does not fit this database: its data key ${row.id} is encrypted with the key ${row.wrapped_with}, and ${keysNoun(encryptionKeys)} has ${names}. Without that key no account number can be read. See docs/operations/keys.md.`,
    );
  }
  const context = contextOf(row.id, row.purpose);
  // Outside the try: an error of the service is no damage of the key.
  const plain = "key" in encryptionKey ? undefined : await encryptionKey.decrypt(row.wrapped);
  try {
    if ("key" in encryptionKey) return decryptBytes(encryptionKey.key, context, row.wrapped);
    return withoutContext(context, plain ?? Buffer.alloc(0));
  } catch {
    throw new ConfigError(
      `The data key ${row.id} of this database is damaged: restore the table data_keys from a backup.`,
    );
  }
}

function keysNoun(keys: readonly EncryptionKey[]): string {
  return keys.some((key) => !("key" in key)) ? "this process" : "ENCRYPTION_KEY";
}

function contextOf(id: number, purpose: Purpose): string {
  return `rokad data key ${id} ${purpose}`;
}

export interface KeyRow extends Wrapped {
  readonly id: number;
  readonly purpose: Purpose;
  readonly retired_at: Date | null;
  readonly is_used: boolean;
}

export function selectKeys(db: Db): Promise<KeyRow[]> {
  return (
    db
      .selectFrom("data_keys")
      .select(["id", "purpose", "wrapped", "wrapped_with", "retired_at"])
      // By the database's clock, which all processes share.
      .select(sql<boolean>`use_from <= clock_timestamp()`.as("is_used"))
      .orderBy("id")
      .execute()
  );
}

/** Keys that were decrypted before are reused, whatever encrypts them now. */
async function decryptKeys(
  rows: readonly KeyRow[],
  encryptionKeys: readonly EncryptionKey[],
  known: ReadonlyMap<number, KeyObject>,
): Promise<DataKeys> {
  const keyOf = async (row: KeyRow) => createSecretKey(await unwrap(row, encryptionKeys));
  const encryptionRows = rows.filter(({ purpose }) => purpose === "encrypt");
  const lookup = rows.find(({ purpose }) => purpose === "lookup");
  const current = encryptionRows.findLast((row) => row.is_used && row.retired_at === null);
  if (!lookup || !current) throw new ConfigError("The table data_keys has no usable keys");
  return {
    encryptionKeys,
    lookup: loaded?.lookup && known.size > 0 ? loaded.lookup : await keyOf(lookup),
    byNumber: new Map(
      await Promise.all(
        encryptionRows.map(
          async (row) => [row.id, known.get(row.id) ?? (await keyOf(row))] as const,
        ),
      ),
    ),
    current: current.id,
  };
}
