import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { ConfigError } from "../../kernel/config.ts";
import { database, separateConnection, transaction } from "../db.ts";
import {
  dataKeys,
  insertDataKeys,
  rereadDataKeys,
  selectKeys,
  renewWrap,
  unwrap,
  wrap,
  type KeyRow,
} from "./data-keys.ts";
import { countOthers, reEncrypt } from "./re-encrypt.ts";
import { encryptedColumns } from "./encrypted-columns.ts";

interface RotationOptions {
  /** Also creates a new data key and encrypts every value again with it. */
  readonly data: boolean;
  readonly print: (line: string) => void;
  /**
   * Time between the creation of a data key and its first use, and after that until no process
   * uses the old one. Longer than the 3 s in which every process reads new keys.
   */
  readonly noticeSeconds?: number;
}

/** An arbitrary number, different from every other advisory lock of Rokad. */
const advisoryLock = 7_652_317_002;
const processIsAliveSeconds = 60;

/**
 * Encrypts every data key with the newest key of `ENCRYPTION_KEY`; the older ones can then be
 * removed from it. It can be killed at any point: the next run continues.
 * @throws {ConfigError} while a running process lacks the newest key, or another rotation runs.
 */
export async function rotateEncryptionKey(options: RotationOptions): Promise<void> {
  // A separate connection: its end releases the lock, however this process ends.
  const client = separateConnection();
  await client.connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock($1) as locked",
      [advisoryLock],
    );
    if (!rows[0]?.locked) throw new ConfigError("Another rotation is in progress");
    await assertNewestKeyEverywhere();
    await wrapDataKeys(options);
    if (options.data) await changeDataKey(options);
  } finally {
    await client.end();
  }
}

function newestKey(): string {
  const name = dataKeys().encryptionKeys[0]?.name;
  if (!name) throw new Error("There is no encryption key");
  return name;
}

/** A process without the newest key could not decrypt the data keys. */
async function assertNewestKeyEverywhere(): Promise<void> {
  const { rows } = await sql<{ host: string; role: string }>`
    select host, role from processes
    where beat_at > ${secondsFromNow(-processIsAliveSeconds)}
      and not ${newestKey()} = any(encryption_keys)
    order by host
  `.execute(database());
  if (rows.length === 0) return;
  const processes = rows.map(({ host, role }) => `${host} (${role})`).join(", ");
  throw new ConfigError(
    `These processes run without the newest key of ENCRYPTION_KEY, ${newestKey()}: ${processes}. Give it to them, restart them, and try again.`,
  );
}

async function wrapDataKeys({ print }: RotationOptions): Promise<void> {
  const { encryptionKeys } = dataKeys();
  const changed: KeyRow[] = [];
  for (const row of await selectKeys(database())) {
    const renewed =
      row.wrapped_with === newestKey()
        ? await renewWrap(row, encryptionKeys)
        : await wrap(row, await unwrap(row, encryptionKeys), encryptionKeys);
    if (!renewed) continue;
    // The lock of the rotation keeps others away. No lock of the row is held during a call to Vault.
    await database().updateTable("data_keys").set(renewed).where("id", "=", row.id).execute();
    changed.push(row);
  }
  for (const row of changed)
    print(
      row.wrapped_with === newestKey()
        ? `Data key ${row.id} (${row.purpose}): encrypted with the newest version of ${newestKey()}`
        : `Data key ${row.id} (${row.purpose}): encrypted with ${newestKey()} instead of ${row.wrapped_with}`,
    );
  print(
    changed.length === 0
      ? `Every data key is already encrypted with ${newestKey()}`
      : `Every data key is encrypted with ${newestKey()}. Remove the other keys from ENCRYPTION_KEY.`,
  );
}

/**
 * Creates a new data key, waits until every process has it, encrypts all values again while the
 * product runs, and retires the old key. Continues an unfinished change.
 */
async function changeDataKey({ print, noticeSeconds = 10 }: RotationOptions): Promise<void> {
  const unfinished = (await activeKeys()).length > 1;
  if (!unfinished) await createDataKey(noticeSeconds);
  const keys = await activeKeys();
  const newest = keys.at(-1);
  if (!newest) throw new Error("There is no active data key");
  print(
    unfinished
      ? `Continuing the unfinished change to data key ${newest.id}`
      : `Created data key ${newest.id}; processes use it in ${noticeSeconds} s`,
  );
  await waitUntilUsed(newest.id, 0);
  await rereadDataKeys(database());
  await reEncryptAll(newest.id, print);
  // Until every process has changed over, some still encrypt with the old key.
  await waitUntilUsed(newest.id, noticeSeconds);
  await retireOthers(newest.id, print);
}

async function activeKeys(): Promise<KeyRow[]> {
  const rows = await selectKeys(database());
  return rows.filter((row) => row.purpose === "encrypt" && row.retired_at === null);
}

async function createDataKey(usedInSeconds: number): Promise<void> {
  const db = database();
  const last = (await selectKeys(db)).at(-1);
  const id = (last?.id ?? 0) + 1;
  await insertDataKeys(db, dataKeys().encryptionKeys, [{ id, purpose: "encrypt", usedInSeconds }]);
  await rereadDataKeys(db);
}

/** Waits by the database's clock, which decides when a key is used. */
async function waitUntilUsed(id: number, andSeconds: number): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from use_from - clock_timestamp()) * 1000)::float8 as ms
    from data_keys where id = ${id}
  `.execute(database());
  await sleep(Math.max(0, Math.ceil((rows[0]?.ms ?? 0) + andSeconds * 1_000)));
}

async function reEncryptAll(keyId: number, print: RotationOptions["print"]): Promise<void> {
  for (const column of encryptedColumns) {
    const name = `${column.table}.${column.column}`;
    await reEncrypt(column, keyId, (done) => print(`${name}: ${done} encrypted again`));
  }
}

/** Repeats until no value has another key: locked rows are skipped and become free later. */
async function retireOthers(keyId: number, print: RotationOptions["print"]): Promise<void> {
  for (;;) {
    await reEncryptAll(keyId, print);
    const retired = await transaction(async (db) => {
      for (const column of encryptedColumns)
        if ((await countOthers(db, column, keyId)) > 0n) return null;
      return db
        .updateTable("data_keys")
        .set({ retired_at: now() })
        .where("purpose", "=", "encrypt")
        .where("retired_at", "is", null)
        .where("id", "<", keyId)
        .returning("id")
        .execute();
    });
    if (retired === null) {
      await sleep(200);
      continue;
    }
    await rereadDataKeys(database());
    for (const { id } of retired) print(`Data key ${id} is retired: no value uses it`);
    return;
  }
}
