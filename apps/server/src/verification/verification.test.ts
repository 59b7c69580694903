// The guarantee: the books are verified when somebody asks and once every night, one at a time;
// the result is kept, and a fault reaches everyone who runs the installation.
import { getVerification, startVerification } from "@rokad/contract/books";
import { listNotifications } from "@rokad/contract/notifications";
import { getSystemStatus } from "@rokad/contract/system";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disarm, tamper } from "../../test/tamper.ts";
import { openWorld, type World } from "../../test/world.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { adminCommand } from "../admin.ts";
import { database } from "../db.ts";
import { runJob } from "../jobs/run-job.ts";
import { workOfJobs } from "../work-of-jobs.ts";
import { checks } from "./checks.ts";
import { runChecks } from "./run-checks.ts";
import { verifyNightly } from "./verify-nightly.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  await world.operator({ wallet: "₹1,000" });
});
beforeEach(async () => {
  await database().deleteFrom("verifications").execute();
  await database().deleteFrom("background_jobs").execute();
});
afterAll(() => world.close());

const shown = async () => (await boss.ask(getVerification, {})).data;
const status = async () => (await boss.ask(getSystemStatus, {})).data;
const start = () => boss.post("/super-admin/books/verification");
const doJobs = (work = workOfJobs) =>
  runJob({ work, claimSeconds: 60, stop: new AbortController().signal });
const audited = async () => {
  const { rows } = await sql<{ actor_id: string | null; after: object }>`
    select actor_id, after from audit_log where act = 'books.verified' order by seq desc limit 1
  `.execute(database());
  return rows[0];
};

test("nothing was verified yet, then it waits for a worker, and then the result stays", async () => {
  expect(await shown()).toEqual({ last: null, under_way: null });
  await boss.ask(startVerification, {});
  expect(await shown()).toMatchObject({
    last: null,
    under_way: { state: "waiting", asked_by: boss.name, checks_total: checks.length },
  });
  expect(await doJobs()).toBe(true);
  const { last, under_way } = await shown();
  expect(under_way).toBeNull();
  expect(last).toMatchObject({ state: "clean", origin: "person", fault_count: 0, problem: null });
  expect(last?.checks.map(({ check }) => check)).toEqual([
    "Books",
    "Sums of histories",
    "Ledger seals",
    "Audit log",
  ]);
  expect(last?.checks.flatMap(({ rules }) => rules).length).toBeGreaterThan(8);
  expect(last?.ms).toBeGreaterThanOrEqual(0);
  expect(await audited()).toEqual({ actor_id: boss.id, after: { faults: 0 } });
});

test("of eight who press at once one starts it, and the others are told", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, start));
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 409),
  ]);
  expect(answers.find((answer) => answer.status === 409)?.body.error.code).toBe(
    "VERIFICATION_UNDER_WAY",
  );
});

test("one whose job died says why, and makes room for the next", async () => {
  await start();
  await database()
    .updateTable("background_jobs")
    .set({ status: "dead", finished_at: new Date(), last_error: "The disk is full" })
    .execute();
  expect((await shown()).last).toMatchObject({ state: "broken", problem: "The disk is full" });
  expect((await status()).problems).toContain(
    "The last verification of the books could not be finished.",
  );
  expect((await start()).status).toBe(201);
  await doJobs();
  expect((await shown()).last).toMatchObject({ state: "clean" });
});

test("done twice, it leaves one result", async () => {
  await start();
  await doJobs();
  const { last } = await shown();
  await database()
    .updateTable("background_jobs")
    .set({ status: "waiting", finished_at: null })
    .execute();
  await doJobs();
  expect((await shown()).last?.finished_at).toBe(last?.finished_at);
});

describe("by itself", () => {
  test("once in a night, however many workers there are, and not before two", async () => {
    await world.at("2026-03-04T20:29:00Z", verifyNightly);
    expect((await shown()).under_way).toBeNull();
    await world.at("2026-03-04T20:31:00Z", async () => {
      await Promise.all(Array.from({ length: 5 }, verifyNightly));
      expect((await shown()).under_way).toMatchObject({ origin: "night", asked_by: null });
      await doJobs();
      await verifyNightly();
      expect(await shown()).toMatchObject({ under_way: null, last: { origin: "night" } });
    });
    await world.at("2026-03-05T20:31:00Z", verifyNightly);
    expect((await shown()).under_way).toMatchObject({ origin: "night" });
  });

  test("it waits for one that somebody has started", async () => {
    // Before two at night nothing begins by itself, whenever this runs.
    await world.at("2026-03-06T20:31:00Z", async () => {
      await start();
      await verifyNightly();
      await doJobs();
      expect((await shown()).last).toMatchObject({ origin: "person" });
      await verifyNightly();
      expect((await shown()).under_way).toMatchObject({ origin: "night" });
    });
  });
});

test("the command line keeps what it finds", async () => {
  const lines: string[] = [];
  await adminCommand(["verify"], (line) => lines.push(line));
  expect(lines.at(-1)).toBe("The books are in balance, and nothing was tampered with");
  expect((await shown()).last).toMatchObject({ origin: "command", state: "clean" });
});

test("a process that is told to stop breaks the replay off", async () => {
  const stopping = new AbortController();
  const lock = database()
    .transaction()
    .execute(async (db) => {
      // Keeps the first check waiting until it is broken off.
      await sql`lock table payout_reversals in access exclusive mode`.execute(db);
      const running = runChecks({ signal: stopping.signal });
      await expect
        .poll(async () => {
          const { rows } = await sql<{ waiting: number }>`
            select count(*)::int as waiting from pg_locks
            where not granted and relation = 'payout_reversals'::regclass
          `.execute(database());
          return rows[0]?.waiting;
        })
        .toBe(1);
      stopping.abort();
      await expect(running).rejects.toThrow("canceling statement due to user request");
    });
  await lock;
});

test("tampered books are found, named, and told to everyone who can mend them", async () => {
  await disarm(["ledger_entries"]);
  await tamper("update ledger_entries set amount_paise = amount_paise + 1 where line = 1");
  await start();
  await doJobs();
  const { last } = await shown();
  expect(last?.state).toBe("faulty");
  const broken = last?.checks.flatMap(({ rules }) => rules).filter((rule) => rule.fault_count > 0);
  const sums = broken?.find(({ rule }) => rule === "every posting sums to zero");
  expect(sums?.faults[0]).toMatch(/^[0-9a-f-]{36}$/);
  const { data } = await boss.ask(listNotifications, { query: {} });
  expect(data[0]).toMatchObject({ kind: "books_faulty", title: "The books have faults" });
  expect(data[0]?.text).toContain("every posting sums to zero");
  expect(await status()).toMatchObject({ state: "degraded", page: "database" });
  expect((await status()).problems[0]).toMatch(/^The last verification of the books found/);
  expect(await audited()).toMatchObject({ after: { faults: last?.fault_count } });
});
