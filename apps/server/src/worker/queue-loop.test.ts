// The guarantee: a queue at rest asks the database an eighth as often, and nobody who adds work waits for that.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startQueueLoop, type QueueLoop } from "./queue-loop.ts";

let loop: QueueLoop;
let rounds = 0;
let found: boolean[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  rounds = 0;
  found = [];
});
afterEach(async () => {
  await loop.stop();
  vi.useRealTimers();
});

function start(options: { neverIdle?: boolean } = {}): void {
  const work = () => {
    rounds += 1;
    return Promise.resolve(found.shift() ?? false);
  };
  loop = startQueueLoop({ name: "test", pollMs: 250, work, ...options });
}

/** How many rounds began in these milliseconds. */
async function roundsIn(ms: number): Promise<number> {
  const before = rounds;
  await vi.advanceTimersByTimeAsync(ms);
  return rounds - before;
}

test("an empty queue is asked at each poll at first, later every eighth", async () => {
  start();
  expect(rounds + (await roundsIn(2_400))).toBe(10);
  expect(await roundsIn(20_000)).toBe(10);
});

test("a wake-up begins a round at once, and the usual polls again", async () => {
  start();
  await roundsIn(10_000);
  loop.wake();
  expect(await roundsIn(0)).toBe(1);
  expect(await roundsIn(2_000)).toBe(8);
});

test("so does work that a poll finds", async () => {
  start();
  await roundsIn(10_000);
  found = [true];
  await roundsIn(300);
  expect(found).toEqual([]);
  expect(await roundsIn(1_000)).toBe(4);
});

test("a queue whose work nothing announces is asked at each poll", async () => {
  start({ neverIdle: true });
  await roundsIn(10_000);
  expect(await roundsIn(10_000)).toBe(40);
});
