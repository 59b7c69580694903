// The guarantee: the alerts about Rokad's processes, their clock, PostgreSQL's connections, and its standbys
// fire during these faults. Standbys and `max_connections` need a PostgreSQL of their own.
import pg from "pg";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testEncryptionKey } from "../../../test/encryption-key.ts";
import { expectToFire } from "../../../test/expect-to-fire.ts";
import { readMetrics } from "../../../test/read-metrics.ts";
import { startPrimaryAndReplica, type PrimaryAndReplica } from "../../../test/replica.ts";
import { createApp } from "../../app.ts";
import { composePlatform } from "../../compose-platform.ts";
import { checkClock } from "../../database/clock-check.ts";
import { closeDatabase, database, openDatabase } from "../../database/db.ts";
import { migrate } from "../../database/migrations/migrate.ts";
import { closeReplica, openReplica, watchReplica } from "../../database/replica.ts";
import { useClock } from "../../kernel/clock.ts";
import { readConfig } from "../../kernel/config.ts";
import { checkServer } from "../doctor/check-database.ts";

const config = readConfig({
  NODE_ENV: "test",
  APP_SECRET: "a secret that only tests ever know of",
  ENCRYPTION_KEY: testEncryptionKey,
  LOG_LEVEL: "silent",
});
let stand: PrimaryAndReplica;
beforeAll(async () => {
  stand = await startPrimaryAndReplica();
  await migrate(stand.url);
  openDatabase(stand.url, { connections: 8 });
  await composePlatform(config, () => undefined);
});
afterAll(async () => {
  await closeReplica();
  await closeDatabase();
  await stand.stop();
});

test("a process that ended answers nothing", async () => {
  const app = await createApp(config);
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  await app.close();
  await expect(fetch(`${address}/metrics`)).rejects.toThrow("fetch failed");
  expectToFire({ text: "" }, "RokadDown");
});

test("reports a clock that differs from the database's", async () => {
  const restoreClock = useClock(() => new Date(Date.now() + 40_000));
  await checkClock();
  const metrics = await readMetrics();
  restoreClock();
  await checkClock();
  expect(metrics.value("rokad_clock_right")).toBe(0);
  expectToFire(metrics, "RokadClockWrong");
  expect((await readMetrics()).value("rokad_clock_right")).toBe(1);
});

test("reports that connections are almost used up", async () => {
  const max = (await readMetrics()).value("rokad_database_connections_max") ?? 0;
  const others = Array.from(
    { length: Math.ceil(max * 0.86) },
    () => new pg.Client({ connectionString: stand.superuserUrl }),
  );
  await Promise.all(others.map((client) => client.connect()));
  const metrics = await readMetrics();
  await Promise.all(others.map((client) => client.end()));
  // Of another user: this one sees that they are there, and not what they do.
  expect(metrics.value('rokad_database_connections{state="other"}')).toBeGreaterThan(max * 0.85);
  expectToFire(metrics, "RokadConnectionsNearLimit");
});

test("reports a standby that does not replay, and that histories do not read from it", async () => {
  const lag = async () =>
    (await readMetrics()).value('rokad_replication_lag_seconds{replica="replica"}');
  openReplica(stand.replicaUrl, { connections: 2 });
  await watchReplica();
  expect((await readMetrics()).value("rokad_replica_usable")).toBe(1);
  expect(await lag()).toBeUndefined();
  await stand.letSeeReplication();
  expect(await lag()).toBe(0);

  await stand.pauseReplay();
  await sql`create table marks (id int)`.execute(database());
  await watchReplica();
  // The primary learns of the lag with the standby's answer to the next write.
  async function lagAfterWrite() {
    await sql`insert into marks values (1)`.execute(database());
    return lag();
  }
  await expect.poll(lagAfterWrite, { timeout: 10_000 }).toBeGreaterThan(0);
  const metrics = await readMetrics();
  expect(metrics.value("rokad_replica_usable")).toBe(0);
  expectToFire(metrics, "RokadReplicaUnusable");
  expectToFire({ ...metrics, ages: ["rokad_replication_lag_seconds"] }, "RokadReplicationLag");
});

test("reports a standby that is not there, and so does the doctor", async () => {
  const series = 'rokad_standby_slot_active{slot="gone"}';
  expect((await readMetrics()).value(series)).toBeUndefined();
  await stand.createSlot("gone");
  const metrics = await readMetrics();
  expect(metrics.value(series)).toBe(0);
  expectToFire(metrics, "RokadStandbyAway");
  expect(await checkServer(database(), config)).toContainEqual({
    check: "Standbys",
    is_ok: false,
    detail: expect.stringContaining("none reads from the replication slot gone"),
    remedy: expect.stringContaining("RokadStandbyAway"),
  });
  await stand.dropSlot("gone");
});

test("the doctor says what keeps the lag of a standby from being seen", async () => {
  const find = async () =>
    (await checkServer(database(), config)).find(({ check }) => check === "Standbys");
  expect(await find()).toMatchObject({ is_ok: true, detail: "replica: streaming" });
  await stand.hideReplication();
  expect(await find()).toMatchObject({
    is_ok: false,
    detail: expect.stringContaining("can't see how far replica is behind"),
    remedy: "As a superuser: grant pg_monitor to rokad",
  });
});
