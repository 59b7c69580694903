// The guarantee: the books are verified on request and once every night, one at a time; the result
// is stored, and every super admin is notified of a fault.
import { getVerification, startVerification } from "@rokad/contract/books";
import { listNotifications } from "@rokad/contract/notifications";
import { getSystemStatus } from "@rokad/contract/system";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { disableGuards, tamper } from "../../../test/tamper.ts";
import { openWorld, type World } from "../../../test/world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { adminCommand } from "../../admin-commands.ts";
import { database } from "../../database/db.ts";
import { runJob } from "../../worker/jobs/run-job.ts";
import { jobHandlers } from "../../job-handlers.ts";
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

const verification = async () => (await boss.ask(getVerification, {})).data;
const systemStatus = async () => (await boss.ask(getSystemStatus, {})).data;
const requestVerification = () => boss.post("/super-admin/books/verification");
const doJobs = (handlers = jobHandlers) =>
  runJob({ handlers, leaseSeconds: 60, stop: new AbortController().signal });
const lastAuditEntry = async () => {
  const { rows } = await sql<{ actor_id: string | null; after: object }>`
    select actor_id, after from audit_log where act = 'books.verified' order by seq desc limit 1
  `.execute(database());
  return rows[0];
};

test("shows nothing at first, then a waiting verification, then its result [19.9]", async () => {
  expect(await verification()).toEqual({ last: null, in_progress: null });
  await boss.ask(startVerification, {});
  expect(await verification()).toMatchObject({
    last: null,
    in_progress: { state: "waiting", requested_by: boss.name, checks_total: checks.length },
  });
  expect(await doJobs()).toBe(true);
  const { last, in_progress } = await verification();
  expect(in_progress).toBeNull();
  expect(last).toMatchObject({ state: "clean", origin: "person", fault_count: 0, problem: null });
  expect(last?.checks.map(({ check }) => check)).toEqual([
    "Books",
    "Approvals",
    "Payouts waiting for funds",
    "Bulk payouts",
    "Payout queue",
    "API keys",
    "Schedules",
    "Events",
    "Rollups",
    "Ledger checkpoints",
    "Audit log",
  ]);
  expect(last?.checks.flatMap(({ rules }) => rules).length).toBeGreaterThan(8);
  expect(last?.ms).toBeGreaterThanOrEqual(0);
  expect(await lastAuditEntry()).toEqual({ actor_id: boss.id, after: { faults: 0 } });
});

test("starts once when 8 requests race; the others get 409 [19.9]", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, requestVerification));
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 409),
  ]);
  expect(answers.find((answer) => answer.status === 409)?.body.error.code).toBe(
    "VERIFICATION_UNDER_WAY",
  );
});

test("shows why its job died, and lets the next one start", async () => {
  await requestVerification();
  await database()
    .updateTable("background_jobs")
    .set({ status: "dead", finished_at: new Date(), last_error: "The disk is full" })
    .execute();
  expect((await verification()).last).toMatchObject({
    state: "broken",
    problem: "The disk is full",
  });
  expect((await systemStatus()).problems).toContain(
    "The last verification of the books did not finish.",
  );
  expect((await requestVerification()).status).toBe(201);
  await doJobs();
  expect((await verification()).last).toMatchObject({ state: "clean" });
});

test("stores one result when the job runs twice", async () => {
  await requestVerification();
  await doJobs();
  const { last } = await verification();
  await database()
    .updateTable("background_jobs")
    .set({ status: "waiting", finished_at: null })
    .execute();
  await doJobs();
  expect((await verification()).last?.finished_at).toBe(last?.finished_at);
});

describe("the nightly run", () => {
  test("starts once a night with 5 workers, and not before 02:00 [19.10]", async () => {
    await world.at("2026-03-04T20:29:00Z", verifyNightly);
    expect((await verification()).in_progress).toBeNull();
    await world.at("2026-03-04T20:31:00Z", async () => {
      await Promise.all(Array.from({ length: 5 }, verifyNightly));
      expect((await verification()).in_progress).toMatchObject({
        origin: "night",
        requested_by: null,
      });
      await doJobs();
      await verifyNightly();
      expect(await verification()).toMatchObject({ in_progress: null, last: { origin: "night" } });
    });
    await world.at("2026-03-05T20:31:00Z", verifyNightly);
    expect((await verification()).in_progress).toMatchObject({ origin: "night" });
  });

  test("waits until a manual verification has ended", async () => {
    // A fixed time: before 02:00 no nightly run starts.
    await world.at("2026-03-06T20:31:00Z", async () => {
      await requestVerification();
      await verifyNightly();
      await doJobs();
      expect((await verification()).last).toMatchObject({ origin: "person" });
      await verifyNightly();
      expect((await verification()).in_progress).toMatchObject({ origin: "night" });
    });
  });
});

test("the command line stores its result [19.10]", async () => {
  const lines: string[] = [];
  await adminCommand(["verify"], (line) => lines.push(line));
  expect(lines.at(-1)).toBe("The books balance, and nothing was tampered with");
  expect((await verification()).last).toMatchObject({ origin: "command", state: "clean" });
});

test("a stopping process cancels the running check", async () => {
  const stopping = new AbortController();
  const lock = database()
    .transaction()
    .execute(async (db) => {
      // Blocks the first check until it is cancelled.
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

test("finds tampered books, names the broken rule, and notifies every super admin [18.7, 19.11]", async () => {
  await disableGuards(["ledger_entries"]);
  await tamper("update ledger_entries set amount_paise = amount_paise + 1 where line = 1");
  await requestVerification();
  await doJobs();
  const { last } = await verification();
  expect(last?.state).toBe("faulty");
  const broken = last?.checks.flatMap(({ rules }) => rules).filter((rule) => rule.fault_count > 0);
  const sums = broken?.find(({ rule }) => rule === "every posting sums to zero");
  expect(sums?.faults[0]).toMatch(/^[0-9a-f-]{36}$/);
  const { data } = await boss.ask(listNotifications, { query: {} });
  expect(data[0]).toMatchObject({
    kind: "books_faulty",
    title: "Ledger verification found faults",
  });
  expect(data[0]?.text).toContain("every posting sums to zero");
  expect(await systemStatus()).toMatchObject({ state: "degraded", page: "books" });
  expect((await systemStatus()).problems[0]).toMatch(/^The last verification of the books found/);
  expect(await lastAuditEntry()).toMatchObject({ after: { faults: last?.fault_count } });
});
