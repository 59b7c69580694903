import pg from "pg";
import { expect, test } from "vitest";
import { groupCommit } from "./group-commit.ts";

/** A grouped function whose calls wait for `finish`, with a record of its groups. */
function controlledGroups() {
  const groups: number[][] = [];
  let finish: () => void = () => {};
  const run = groupCommit(
    async (items: readonly number[]) => {
      groups.push([...items]);
      await new Promise<void>((resolve) => (finish = resolve));
      return items.map((item) => item * 10);
    },
    { atMost: 3 },
  );
  const nextTick = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { groups, run, nextTick, finish: () => finish() };
}

test("items that arrive while a group is in flight form the next group, up to the maximum", async () => {
  const { groups, run, nextTick, finish } = controlledGroups();
  const first = run(1);
  await nextTick();
  const rest = [2, 3, 4, 5].map(run);
  await nextTick();
  expect(groups).toEqual([[1]]);
  finish();
  expect(await first).toBe(10);
  await nextTick();
  expect(groups).toEqual([[1], [2, 3, 4]]);
  finish();
  await nextTick();
  finish();
  expect(await Promise.all(rest)).toEqual([20, 30, 40, 50]);
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
});

test("an item that PostgreSQL rejects does not fail the rest of its group", async () => {
  const run = groupCommit(
    async (items: readonly string[]) => {
      if (items.includes("bad")) throw new pg.DatabaseError("rejected", 7, "error");
      return items;
    },
    { atMost: 10 },
  );
  const outcomes = await Promise.allSettled(["a", "bad", "b"].map(run));
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("a group with an unknown outcome is never retried", async () => {
  let runs = 0;
  const run = groupCommit(
    async () => {
      runs += 1;
      throw new Error("Connection terminated unexpectedly");
    },
    { atMost: 10 },
  );
  const outcomes = await Promise.allSettled([run(1), run(2)]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
  expect(runs).toBe(1);
});
