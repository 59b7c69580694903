import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { ConfigError } from "../config.ts";
import { database, separateConnection, transaction } from "../db.ts";
import {
  dataKeys,
  insertDataKeys,
  rereadDataKeys,
  selectKeys,
  unwrap,
  wrap,
  type KeyRow,
} from "./data-keys.ts";
import { countOthers, sealAnew } from "./seal-anew.ts";
import { sealedPlaces } from "./sealed-places.ts";

interface Rotation {
  /** Also makes a new data key and seals every value anew under it. */
  readonly data: boolean;
  readonly print: (line: string) => void;
  /**
   * How long before a new data key is used it can be read, and how long after that some process
   * may still use the old one: more than the 3 s in which every process looks for new keys.
   */
  readonly noticeSeconds?: number;
}

/** Any number will do, as long as no other lock of Rokad's has it. */
const advisoryLock = 7_652_317_002;
const processIsAliveSeconds = 60;

/**
 * Locks every data key with the newest key of `ENCRYPTION_KEY`, after which the older ones can be
 * taken out of it. May be killed at any line and run again: it goes on where it was.
 * @throws {ConfigError} while a running process lacks the newest key, or another rotation runs.
 */
export async function rotateEncryptionKey(rotation: Rotation): Promise<void> {
  // A connection of its own, whose end gives the lock back however this process ends.
  const client = separateConnection();
  await client.connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock($1) as locked",
      [advisoryLock],
    );
    if (!rows[0]?.locked) throw new ConfigError("Another rotation is under way");
    await requireNewestEverywhere();
    await lockDataKeys(rotation);
    if (rotation.data) await changeDataKey(rotation);
  } finally {
    await client.end();
  }
}

function newestKey(): string {
  const name = dataKeys().encryptionKeys[0]?.name;
  if (!name) throw new Error("There is no encryption key");
  return name;
}

/** A process without it could not open the keys that are locked with it. */
async function requireNewestEverywhere(): Promise<void> {
  const { rows } = await sql<{ host: string; role: string }>`
    select host, role from processes
    where beat_at > ${secondsFromNow(-processIsAliveSeconds)}
      and not ${newestKey()} = any(encryption_keys)
    order by host
  `.execute(database());
  if (rows.length === 0) return;
  const who = rows.map(({ host, role }) => `${host} (${role})`).join(", ");
  throw new ConfigError(
    `These run without the newest key of ENCRYPTION_KEY, ${newestKey()}: ${who}. Give it to them, restart them, and try again.`,
  );
}

async function lockDataKeys({ print }: Rotation): Promise<void> {
  const { encryptionKeys } = dataKeys();
  const changed = await transaction(async (db) => {
    await sql`select from data_keys order by id for update`.execute(db);
    const others = (await selectKeys(db)).filter((row) => row.wrapped_with !== newestKey());
    for (const row of others) {
      await db
        .updateTable("data_keys")
        .set(wrap(row, unwrap(row, encryptionKeys), encryptionKeys))
        .where("id", "=", row.id)
        .execute();
    }
    return others;
  });
  for (const row of changed)
    print(
      `Data key ${row.id} (${row.purpose}): locked with ${newestKey()}, no more with ${row.wrapped_with}`,
    );
  print(
    changed.length === 0
      ? `Every data key is locked with ${newestKey()} already`
      : `Every data key is locked with ${newestKey()}: the others can be taken out of ENCRYPTION_KEY`,
  );
}

/**
 * Makes a new key for sealing, waits until every process has it, seals everything anew while the
 * product runs, and retires the old one. An unfinished change is gone on with.
 */
async function changeDataKey({ print, noticeSeconds = 10 }: Rotation): Promise<void> {
  const unfinished = (await sealingKeys()).length > 1;
  if (!unfinished) await makeSealingKey(noticeSeconds);
  const keys = await sealingKeys();
  const newest = keys.at(-1);
  if (!newest) throw new Error("There is no sealing key");
  print(
    unfinished
      ? `Going on with data key ${newest.id}, to which an earlier run was changing`
      : `Made data key ${newest.id}; it is used in ${noticeSeconds} s`,
  );
  await waitUntilUsed(newest.id, 0);
  await rereadDataKeys(database());
  await sweep(newest.id, print);
  // What was sealed under the old key until every process had changed over.
  await waitUntilUsed(newest.id, noticeSeconds);
  await retireOthers(newest.id, print);
}

async function sealingKeys(): Promise<KeyRow[]> {
  const rows = await selectKeys(database());
  return rows.filter((row) => row.purpose === "seal" && row.retired_at === null);
}

async function makeSealingKey(usedInSeconds: number): Promise<void> {
  const db = database();
  const last = (await selectKeys(db)).at(-1);
  const id = (last?.id ?? 0) + 1;
  await insertDataKeys(db, dataKeys().encryptionKeys, [{ id, purpose: "seal", usedInSeconds }]);
  await rereadDataKeys(db);
}

/** By the database's clock, which decides when a key is used. */
async function waitUntilUsed(id: number, andSeconds: number): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from use_from - clock_timestamp()) * 1000)::float8 as ms
    from data_keys where id = ${id}
  `.execute(database());
  await sleep(Math.max(0, Math.ceil((rows[0]?.ms ?? 0) + andSeconds * 1_000)));
}

async function sweep(keyId: number, print: Rotation["print"]): Promise<number> {
  let all = 0;
  for (const place of sealedPlaces) {
    const where = `${place.table}.${place.column}`;
    const count = await sealAnew(place, keyId, (done) => print(`${where}: ${done} sealed anew`));
    all += count;
  }
  return all;
}

/** Looks until nothing is under another key; whoever holds a row lets it go after a moment. */
async function retireOthers(keyId: number, print: Rotation["print"]): Promise<void> {
  for (;;) {
    await sweep(keyId, print);
    const retired = await transaction(async (db) => {
      for (const place of sealedPlaces) if ((await countOthers(db, place, keyId)) > 0n) return null;
      return db
        .updateTable("data_keys")
        .set({ retired_at: now() })
        .where("purpose", "=", "seal")
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
    for (const { id } of retired) print(`Data key ${id} is retired: nothing is sealed under it`);
    return;
  }
}
