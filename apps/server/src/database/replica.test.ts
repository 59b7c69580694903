// The guarantee: a read from the replica is never older than one from the primary, and a replica
// that is behind, away or of another database fails no read.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPrimaryAndReplica, type PrimaryAndReplica } from "../../test/replica.ts";
import { closeDatabase, database, openDatabase } from "./db.ts";
import {
  closeReplica,
  openReplica,
  replicaOrPrimary,
  replicaStatus,
  watchReplica,
} from "./replica.ts";

let stand: PrimaryAndReplica;
beforeAll(async () => {
  stand = await startPrimaryAndReplica();
  openDatabase(stand.url, { connections: 8 });
  await sql`create table marks (id int primary key)`.execute(database());
});
afterAll(async () => {
  await closeReplica();
  await closeDatabase();
  await stand.stop();
});

async function use(url: string): Promise<void> {
  await closeReplica();
  openReplica(url, { connections: 4 });
  await watchReplica();
}

async function write(id: number): Promise<void> {
  await sql`insert into marks values (${id})`.execute(database());
}

/** Whether the replica answered, and the number of rows. */
async function read(): Promise<{ isReplica: boolean; count: number }> {
  const { rows } = await sql<{ isReplica: boolean; count: number }>`
    select pg_is_in_recovery() as "isReplica", (select count(*)::int from marks) as count
  `.execute(await replicaOrPrimary());
  return rows[0] ?? { isReplica: false, count: -1 };
}

test("without a replica, and before its first check, the primary is read", async () => {
  expect((await read()).isReplica).toBe(false);
  expect(replicaStatus()).toBeNull();
  openReplica(stand.replicaUrl, { connections: 4 });
  expect((await read()).isReplica).toBe(false);
  await watchReplica();
  expect((await read()).isReplica).toBe(true);
});

test("the next read on the replica sees each of 200 writes", async () => {
  await use(stand.replicaUrl);
  const before = (await read()).count;
  for (let id = 1; id <= 200; id += 1) {
    await write(id);
    expect((await read()).count).toBe(before + id);
  }
  expect((await read()).isReplica).toBe(true);
});

test("the replica rejects writes", async () => {
  await use(stand.replicaUrl);
  await expect(sql`insert into marks values (0)`.execute(await replicaOrPrimary())).rejects.toThrow(
    /read-only transaction/,
  );
});

test("reads wait once for a replica that falls behind, then skip it until it is current", async () => {
  await use(stand.replicaUrl);
  await stand.pauseReplay();
  await write(1_001);
  const { count } = await read();
  expect(await read()).toEqual({ isReplica: false, count });
  expect(replicaStatus()).toMatchObject({ state: "behind", behind_seconds: expect.any(Number) });
  await stand.resumeReplay();
  await expect
    .poll(async () => {
      await watchReplica();
      return replicaStatus()?.state;
    })
    .toBe("current");
  expect(await read()).toEqual({ isReplica: true, count });
});

test("a primary, and a replica of another database, are not used", async () => {
  await use(stand.url);
  expect(replicaStatus()).toMatchObject({ state: "away" });
  const other = new URL(stand.replicaUrl);
  other.pathname = "/postgres";
  await use(other.href);
  expect(replicaStatus()).toMatchObject({ state: "away" });
  expect((await read()).isReplica).toBe(false);
});

test("a replica that goes away fails no read", async () => {
  await use(stand.replicaUrl);
  expect((await read()).isReplica).toBe(true);
  await stand.stopReplica();
  const reads = await Promise.all(Array.from({ length: 20 }, read));
  expect(reads.every(({ isReplica }) => !isReplica)).toBe(true);
  expect(replicaStatus()).toMatchObject({ state: "away", behind_seconds: null });
});
