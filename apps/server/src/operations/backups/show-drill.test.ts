// The guarantee: super admins see the last drill as it ended, one that never ended, and an overdue one.
import { getRestoreDrill } from "@rokad/contract/restore-drills";
import { getSystemStatus } from "@rokad/contract/system";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../../test/world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { secondsFromNow } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

const drills = async () => (await boss.ask(getRestoreDrill, {})).data;
const systemStatus = async () => (await boss.ask(getSystemStatus, {})).data;
const drillProblems = async () =>
  (await systemStatus()).problems.filter((problem) => problem.includes("restore drill"));

type Values = Partial<{
  finished_at: Date | null;
  fault_count: number;
  faulty_rules: string[];
  problem: string;
}>;

/** Adds a drill that began some hours ago and, without other values, passed at once. */
async function add(hoursAgo: number, values: Values = {}): Promise<string> {
  const id = newId();
  const at = secondsFromNow(-hoursAgo * 3_600);
  const backup = {
    backup_name: "rokad-2026-11-25",
    backup_at: at,
    restore_ms: 9_000,
    verify_ms: 400,
  };
  await database()
    .insertInto("restore_drills")
    .values({ id, started_at: at, finished_at: at, rule_count: 34, ...backup, ...values })
    .execute();
  return id;
}

test("shows nothing before the first drill, and then that it runs", async () => {
  expect(await drills()).toEqual({ last: null, in_progress: null, is_overdue: false });
  const id = await add(9 * 24, { finished_at: null });
  // One that began this long ago is not running.
  expect(await drills()).toMatchObject({
    last: { id, state: "unfinished", finished_at: null },
    in_progress: null,
    is_overdue: true,
  });
  expect(await drillProblems()).toEqual(["The last restore drill did not finish."]);
  const running = await add(23, { finished_at: null });
  expect(await drills()).toMatchObject({
    last: null,
    in_progress: { id: running, state: "running" },
  });
});

test("shows the last drill with its backup, and when the next is overdue", async () => {
  const old = await add(8 * 24 + 1);
  expect((await drills()).last).toMatchObject({ id: old, state: "passed" });
  expect((await drills()).is_overdue).toBe(true);
  const id = await add(8 * 24 - 1);
  expect(await drills()).toMatchObject({
    last: {
      id,
      state: "passed",
      backup_name: "rokad-2026-11-25",
      restore_ms: 9_000,
      verify_ms: 400,
      rule_count: 34,
      fault_count: 0,
      problem: null,
    },
    is_overdue: false,
  });
  expect(await drillProblems()).toEqual([]);
});

test("a drill that failed or found faults degrades the system until one passes", async () => {
  await add(5, { problem: "pg_restore was not found" });
  expect((await drills()).last).toMatchObject({
    state: "failed",
    problem: "pg_restore was not found",
  });
  expect(await systemStatus()).toMatchObject({
    state: "degraded",
    page: "database",
  });
  expect(await drillProblems()).toEqual(["The last restore drill failed."]);
  await add(4, { fault_count: 2, faulty_rules: ["every posting sums to zero"] });
  expect((await drills()).last).toMatchObject({
    state: "faulty",
    fault_count: 2,
    faulty_rules: ["every posting sums to zero"],
  });
  expect(await drillProblems()).toEqual([
    "The last restore drill found faults in the backup's books.",
  ]);
  // A killed drill counts until a later one ends.
  const killed = await add(2, { finished_at: null });
  expect((await drills()).in_progress).toMatchObject({ id: killed });
  const last = await add(1);
  expect(await drills()).toMatchObject({ last: { id: last, state: "passed" }, in_progress: null });
  expect(await drillProblems()).toEqual([]);
});
