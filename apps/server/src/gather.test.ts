import pg from "pg";
import { expect, test } from "vitest";
import { gather } from "./gather.ts";

/** A batch function that waits until it is let go, and remembers its batches. */
function held() {
  const batches: number[][] = [];
  let letGo: () => void = () => {};
  const run = gather(
    async (items: readonly number[]) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => (letGo = resolve));
      return items.map((item) => item * 10);
    },
    { atMost: 3 },
  );
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { batches, run, turn, letGo: () => letGo() };
}

test("what arrives while a batch is in flight goes together into the next, at most so many", async () => {
  const { batches, run, turn, letGo } = held();
  const first = run(1);
  await turn();
  const rest = [2, 3, 4, 5].map(run);
  await turn();
  expect(batches).toEqual([[1]]);
  letGo();
  expect(await first).toBe(10);
  await turn();
  expect(batches).toEqual([[1], [2, 3, 4]]);
  letGo();
  await turn();
  letGo();
  expect(await Promise.all(rest)).toEqual([20, 30, 40, 50]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test("an item that PostgreSQL refuses does not spoil its neighbours", async () => {
  const run = gather(
    async (items: readonly string[]) => {
      if (items.includes("bad")) throw new pg.DatabaseError("refused", 7, "error");
      return items;
    },
    { atMost: 10 },
  );
  const outcomes = await Promise.allSettled(["a", "bad", "b"].map(run));
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("a batch whose outcome is not known is never tried again", async () => {
  let runs = 0;
  const run = gather(
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
