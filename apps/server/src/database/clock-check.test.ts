// The guarantee: a worker whose clock differs from the database's by more than 5 seconds takes no
// work, says so, and starts again when the clock is right.
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { pino } from "pino";
import { openWorld, type World } from "../../test/world.ts";
import { until } from "../../test/disturbances.ts";
import { useClock } from "../kernel/clock.ts";
import { useLog } from "../kernel/log.ts";
import { startQueueLoop } from "../worker/queue-loop.ts";
import { startBackgroundWork } from "../background-work.ts";
import { database } from "./db.ts";
import { checkClock, measureClockDifference } from "./clock-check.ts";

const logged: string[] = [];
let world: World;
let aheadMs = 0;
let restoreClock: () => void;
beforeAll(async () => {
  world = await openWorld();
  useLog(pino({ level: "warn" }, { write: (line: string) => logged.push(line) }));
  restoreClock = useClock(() => new Date(Date.now() + aheadMs));
});
afterAll(async () => {
  aheadMs = 0;
  await checkClock();
  restoreClock();
  await world.close();
});

test("the difference to the database's clock is measured", async () => {
  for (const ms of [0, 40_000, -40_000]) {
    aheadMs = ms;
    expect(Math.abs((await measureClockDifference()) - ms)).toBeLessThan(1_000);
  }
});

test.for([
  [40_000, "ahead of"],
  [-40_000, "behind"],
] as const)("a worker %i ms off takes nothing, and /readyz says so", async ([ms, direction]) => {
  let rounds = 0;
  const loop = startQueueLoop({
    name: "test",
    pollMs: 5,
    work: async () => {
      rounds += 1;
      return false;
    },
  });
  await until(() => rounds > 0);
  aheadMs = ms;
  logged.length = 0;
  await checkClock();
  await wait(20);
  const before = rounds;
  await wait(60);
  expect(rounds).toBe(before);
  const sentence = `this server's clock is 40 s ${direction} the database's. Check NTP on both`;
  expect(logged.filter((line) => line.includes(sentence))).toHaveLength(1);
  expect((await world.app.inject("/readyz")).json()).toMatchObject({ clock: sentence });

  aheadMs = 4_000;
  await checkClock();
  await until(() => rounds > before);
  expect((await world.app.inject("/readyz")).json()).not.toHaveProperty("clock");
  await loop.stop();
});

test("nor does it run a periodic task, such as retention, until its clock is right", async () => {
  await sql`
    insert into rate_limits values ('test', now() - interval '2 days', 1)
  `.execute(database());
  const old = () =>
    database().selectFrom("rate_limits").select("key").where("key", "=", "test").execute();
  /** Each task runs once, at the start. */
  const workOnce = async () => {
    await checkClock();
    await startBackgroundWork({ workerPollMs: 250, leaseSeconds: 60 }).stop();
  };
  aheadMs = 40_000;
  await workOnce();
  expect(await old()).toHaveLength(1);
  aheadMs = 0;
  await workOnce();
  expect(await old()).toEqual([]);
});
