// The guarantee: whatever transactions write at once, commit or roll back, and wherever a worker is
// ended, a reader by cursor gets each committed event once, in order, under numbers without gaps.
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { numberAllEvents } from "../../../test/number-all-events.ts";
import { closeDatabase, database, openDatabase, separateConnection } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { numberEvents } from "./number-events.ts";
import { verifyEvents } from "./verify-events.ts";

const writerCount = 4;

let writers: pg.Client[];
let drop: () => Promise<void>;
beforeAll(async () => {
  const clone = await cloneDatabase();
  ({ drop } = clone);
  openDatabase(clone.url, { connections: 6 });
  writers = Array.from({ length: writerCount }, () => separateConnection());
  await Promise.all(writers.map((writer) => writer.connect()));
});
afterAll(async () => {
  await Promise.all(writers.map((writer) => writer.end()));
  await closeDatabase();
  await drop();
});

const writer = fc.nat({ max: writerCount - 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("write" as const), writer }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("commit" as const), writer }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("roll back" as const), writer }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom("number" as const, "number twice" as const, "end a worker" as const),
      writer,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("read" as const), writer }) },
);

interface Read {
  readonly version: bigint;
  readonly subject_id: string;
}

/** What a program reads: everything after the version that it saw last. */
async function readAfter(tenantId: string, list: Read[]): Promise<void> {
  const rows = await database()
    .selectFrom("events")
    .select(["version", "subject_id"])
    .where("tenant_id", "=", tenantId)
    .where("version", ">", list.at(-1)?.version ?? 0n)
    .orderBy("version")
    .execute();
  list.push(...rows);
}

/** Ends the session of a worker while it numbers, as a crash does: its transaction is rolled back. */
async function endWorker(): Promise<void> {
  const blocker = separateConnection();
  await blocker.connect();
  await blocker.query("begin");
  // The worker waits here after it has read its rows.
  await blocker.query("lock table event_heads in share mode");
  const numbering = numberEvents().catch(() => undefined);
  for (let isOver = false; !isOver;) {
    // Outside the blocker's transaction, in which these statistics would stay as they were.
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(database());
    isOver = rows.length > 0 || (await Promise.race([numbering.then(() => true), wait(5, false)]));
  }
  await numbering;
  await blocker.query("rollback");
  await blocker.end();
}

test("a reader by cursor gets each committed event once and in order, without a gap", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const tenants = [newId(), newId()] as const;
      const open = Array.from({ length: writerCount }, () => new Map<string, string[]>());
      const committed = new Map<string, string[]>(tenants.map((tenant) => [tenant, []]));
      const read = new Map<string, Read[]>(tenants.map((tenant) => [tenant, []]));

      const end = async (at: number, isCommit: boolean) => {
        await writers[at]?.query(isCommit ? "commit" : "rollback");
        for (const [tenant, subjects] of open[at] ?? [])
          if (isCommit) committed.get(tenant)?.push(...subjects);
        open[at]?.clear();
      };
      for (const [at, { does, writer: by }] of steps.entries()) {
        const mine = open[by];
        if (does === "write" && mine) {
          if (mine.size === 0) await writers[by]?.query("begin");
          const tenant = tenants[at % 2] ?? "";
          const subject = newId();
          await writers[by]?.query(
            `insert into event_outbox (tenant_id, type, subject_id, status)
             values ($1, 'payout.created', $2, 'pending')`,
            [tenant, subject],
          );
          mine.set(tenant, [...(mine.get(tenant) ?? []), subject]);
        } else if (does === "commit" || does === "roll back") {
          if (mine?.size) await end(by, does === "commit");
        } else if (does === "number") await numberEvents();
        else if (does === "number twice") await Promise.all([numberEvents(), numberEvents()]);
        else if (does === "end a worker") await endWorker();
        else for (const [tenant, list] of read) await readAfter(tenant, list);
      }
      for (const at of open.keys()) if (open[at]?.size) await end(at, at % 2 === 0);
      await numberAllEvents();
      for (const [tenant, list] of read) {
        await readAfter(tenant, list);
        expect(list.map(({ version }) => Number(version))).toEqual(list.map((_, at) => at + 1));
        expect(list.map((one) => one.subject_id).toSorted()).toEqual(
          committed.get(tenant)?.toSorted(),
        );
      }
    }),
    { numRuns: 20, endOnFailure: true },
  );
  expect(await verifyEvents(database())).toEqual([]);
});

test("two changes of one subject keep their order, although the first to begin commits last", async () => {
  const [early, late] = writers;
  const tenant = newId();
  const subject = newId();
  await database().insertInto("event_heads").values({ tenant_id: subject, version: 1n }).execute();
  const change = async (by: pg.Client | undefined, status: string) => {
    await by?.query("select from event_heads where tenant_id = $1 for update", [subject]);
    await by?.query(
      `insert into event_outbox (tenant_id, type, subject_id, status)
       values ($1, 'payout.' || $3, $2, $3)`,
      [tenant, subject, status],
    );
  };
  await early?.query("begin");
  await early?.query("select pg_current_xact_id()");
  await late?.query("begin");
  await change(late, "processing");
  const waiting = change(early, "success");
  await late?.query("commit");
  await waiting;
  await numberEvents();
  await early?.query("commit");
  await numberAllEvents();
  const { rows } = await sql<{ status: string }>`
    select status from events where tenant_id = ${tenant} order by version
  `.execute(database());
  expect(rows.map(({ status }) => status)).toEqual(["processing", "success"]);
  await database().deleteFrom("event_heads").where("tenant_id", "=", subject).execute();
});
