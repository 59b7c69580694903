// The guarantee: what is read from a replica is never older than what the primary would show, and
// a replica that is behind, away or not ours costs nobody an answer.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReplicaStand, type ReplicaStand } from "../test/replica.ts";
import { closeDatabase, database, openDatabase } from "./db.ts";
import { closeReplica, openReplica, reading, replicaStanding, watchReplica } from "./replica.ts";

let stand: ReplicaStand;
beforeAll(async () => {
  stand = await startReplicaStand();
  openDatabase(stand.url, { connections: 8 });
  await sql`create table marks (id int primary key)`.execute(database());
}, 60_000);
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

/** Where it was read, and what was there. */
async function read(): Promise<{ follows: boolean; count: number }> {
  const { rows } = await sql<{ follows: boolean; count: number }>`
    select pg_is_in_recovery() as follows, (select count(*)::int from marks) as count
  `.execute(await reading());
  return rows[0] ?? { follows: false, count: -1 };
}

test("without a replica, and before the first look at one, the primary is read", async () => {
  expect((await read()).follows).toBe(false);
  expect(replicaStanding()).toBeNull();
  openReplica(stand.replicaUrl, { connections: 4 });
  expect((await read()).follows).toBe(false);
  await watchReplica();
  expect((await read()).follows).toBe(true);
});

test("200 writes are each seen on the replica by the very next read", async () => {
  await use(stand.replicaUrl);
  const before = (await read()).count;
  for (let done = 1; done <= 200; done += 1) {
    await write(done);
    expect((await read()).count).toBe(before + done);
  }
  expect((await read()).follows).toBe(true);
});

test("nothing can be written where histories are read", async () => {
  await use(stand.replicaUrl);
  await expect(sql`insert into marks values (0)`.execute(await reading())).rejects.toThrow(
    /read-only transaction/,
  );
});

test("one that falls behind is not waited for twice, says how far, and is read again later", async () => {
  await use(stand.replicaUrl);
  await stand.pauseReplay();
  await write(1_001);
  const { count } = await read();
  expect(await read()).toEqual({ follows: false, count });
  expect(replicaStanding()).toMatchObject({ state: "behind", behind_seconds: expect.any(Number) });
  await stand.resumeReplay();
  await expect
    .poll(async () => {
      await watchReplica();
      return replicaStanding()?.state;
    })
    .toBe("current");
  expect(await read()).toEqual({ follows: true, count });
});

test("a primary, and a copy of another database, are no replica of ours", async () => {
  await use(stand.url);
  expect(replicaStanding()).toMatchObject({ state: "away" });
  const other = new URL(stand.replicaUrl);
  other.pathname = "/postgres";
  await use(other.href);
  expect(replicaStanding()).toMatchObject({ state: "away" });
  expect((await read()).follows).toBe(false);
});

test("one that goes away costs no read an answer", async () => {
  await use(stand.replicaUrl);
  expect((await read()).follows).toBe(true);
  await stand.stopReplica();
  const reads = await Promise.all(Array.from({ length: 20 }, read));
  expect(reads.every(({ follows }) => !follows)).toBe(true);
  expect(replicaStanding()).toMatchObject({ state: "away", behind_seconds: null });
});
