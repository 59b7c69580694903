import { createSecretKey, randomBytes, type KeyObject } from "node:crypto";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { ConfigError } from "../config.ts";
import type { Db } from "../db.ts";
import { lock, unlock } from "./aes-gcm.ts";
import type { EncryptionKey } from "./encryption-keys.ts";

type Purpose = "lookup" | "seal";

interface OpenKeys {
  readonly encryptionKeys: readonly EncryptionKey[];
  readonly lookup: KeyObject;
  /** Every key that anything may be sealed under, those that are retired too. */
  readonly seals: ReadonlyMap<number, KeyObject>;
  /** What is sealed from now on is sealed under this one. */
  readonly current: number;
}

let open: OpenKeys | undefined;

/** The two keys of a new installation have fixed numbers, so that two first starts make one pair. */
const firstKeys = [
  { id: 1, purpose: "lookup" },
  { id: 2, purpose: "seal" },
] as const;

/**
 * Opens this database's data keys for the process, and makes the first ones where there are none.
 * @throws {ConfigError} when one was locked with a key that is not among these.
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
  open = unlocked(rows, encryptionKeys, new Map());
}

/**
 * Looks for keys that another process has made. A new one is announced some seconds before it is
 * used (`use_from`), and every process looks more often than that.
 */
export async function rereadDataKeys(db: Db): Promise<void> {
  const { encryptionKeys, seals } = dataKeys();
  open = unlocked(await selectKeys(db), encryptionKeys, seals);
}

export function dataKeys(): OpenKeys {
  if (!open) throw new Error("openDataKeys() comes before the first sealed value");
  return open;
}

interface NewKey {
  readonly id: number;
  readonly purpose: Purpose;
  readonly usedInSeconds?: number;
}

/** Locks new random keys and adds them, all at once, unless those with these numbers are there. */
export async function insertDataKeys(
  db: Db,
  encryptionKeys: readonly EncryptionKey[],
  keys: readonly NewKey[],
): Promise<void> {
  const rows = keys.map(({ usedInSeconds = 0, ...key }) => ({
    ...key,
    ...wrap(key, randomBytes(32), encryptionKeys),
    made_at: now(),
    use_from: sql<Date>`clock_timestamp() + make_interval(secs => ${usedInSeconds})`,
  }));
  await db
    .insertInto("data_keys")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

interface Wrapped {
  readonly wrapped: Buffer;
  readonly wrapped_with: string;
}

/** Locks a data key with the newest of the encryption keys. */
export function wrap(
  { id, purpose }: { readonly id: number; readonly purpose: Purpose },
  bytes: Uint8Array,
  [newest]: readonly EncryptionKey[],
): Wrapped {
  if (!newest) throw new Error("There is no encryption key");
  return { wrapped: lock(newest.key, about(id, purpose), bytes), wrapped_with: newest.name };
}

/** @throws {ConfigError} when its encryption key is not among these. */
export function unwrap(row: KeyRow, encryptionKeys: readonly EncryptionKey[]): Buffer {
  const its = encryptionKeys.find(({ name }) => name === row.wrapped_with);
  if (!its) {
    const names = encryptionKeys.map(({ name }) => name).join(", ");
    throw new ConfigError(
      `ENCRYPTION_KEY does not fit this database: its data key ${row.id} was locked with the key ${row.wrapped_with}, and ENCRYPTION_KEY has ${names}. Without that key no account number can be read; docs/operations/keys.md says what to do.`,
    );
  }
  try {
    return unlock(its.key, about(row.id, row.purpose), row.wrapped);
  } catch {
    throw new ConfigError(
      `The data key ${row.id} of this database is damaged: restore the table data_keys from a backup.`,
    );
  }
}

function about(id: number, purpose: Purpose): string {
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
      // By the database's clock, which is one for all processes.
      .select(sql<boolean>`use_from <= clock_timestamp()`.as("is_used"))
      .orderBy("id")
      .execute()
  );
}

/** Those that are open already stay open, whatever locks them by now. */
function unlocked(
  rows: readonly KeyRow[],
  encryptionKeys: readonly EncryptionKey[],
  known: ReadonlyMap<number, KeyObject>,
): OpenKeys {
  const keyOf = (row: KeyRow) => createSecretKey(unwrap(row, encryptionKeys));
  const sealing = rows.filter(({ purpose }) => purpose === "seal");
  const lookup = rows.find(({ purpose }) => purpose === "lookup");
  const current = sealing.findLast((row) => row.is_used && row.retired_at === null);
  if (!lookup || !current) throw new ConfigError("The table data_keys has lost its keys");
  return {
    encryptionKeys,
    lookup: open?.lookup && known.size > 0 ? open.lookup : keyOf(lookup),
    seals: new Map(sealing.map((row) => [row.id, known.get(row.id) ?? keyOf(row)])),
    current: current.id,
  };
}
