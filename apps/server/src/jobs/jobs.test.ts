// The guarantee: work that was recorded is done, by one worker at a time, whatever becomes of the
// processes; and what can't be done ends where a super admin sees it.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPayoutWorld, type PayoutWorld } from "../../test/payout-world.ts";
import { database, transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { forgetOld } from "../forget-old.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { claimJob } from "./claim-job.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { jobTriesMax, type Work } from "./job.ts";
import { recordDone } from "./move-claim.ts";
import { discardJob, retryJob } from "./review-dead-job.ts";
import { runJob } from "./run-job.ts";
import { startJobs } from "./start-jobs.ts";

const claimSeconds = 60;
const hourMs = 60 * 60 * 1000;

let world: PayoutWorld;
let boss: SuperAdmin;
beforeAll(async () => {
  world = await openPayoutWorld();
  await world.superAdmin();
  const [id = ""] = await superAdminIds(database());
  boss = { id, from: { address: "203.0.113.7", userAgent: undefined } } as SuperAdmin;
});
beforeEach(() => database().deleteFrom("background_jobs").execute());
afterAll(() => world.close());

const enqueue = (payload: object = {}) =>
  transaction((db) => enqueueJob(db, { kind: "sample", payload, by: boss }));
const run = (work: Work, stop = new AbortController().signal) =>
  runJob({ work: { sample: work }, claimSeconds, stop });
const job = (id: string) =>
  database()
    .selectFrom("background_jobs")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const breaks: Work = async () => {
  throw new Error("The paper ran out");
};

test("a job is done once, with what it was given, by the many who ask", async () => {
  const ids = await Promise.all([1, 2, 3].map((number) => enqueue({ number })));
  const done: unknown[] = [];
  const work: Work = async ({ payload }, { progress }) => {
    done.push(payload);
    progress(4n, 5n);
  };
  const worked = await Promise.all(Array.from({ length: 8 }, () => run(work)));
  expect(worked.filter(Boolean)).toHaveLength(3);
  expect(done).toHaveLength(3);
  expect(new Set(done)).toEqual(new Set([{ number: 1 }, { number: 2 }, { number: 3 }]));
  expect(await job(ids[0] ?? "")).toMatchObject({
    status: "done",
    tries: 1,
    created_by: boss.id,
    progress_done: 5n,
    progress_total: 5n,
    last_error: null,
  });
});

test("what is not committed is not worked on", async () => {
  await expect(
    transaction(async (db) => {
      await enqueueJob(db, { kind: "sample", payload: {}, by: null });
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await run(async () => {})).toBe(false);
});

test("a failed job is tried again later and later, and is dead after the last try", async () => {
  const id = await enqueue();
  for (let tries = 1; tries <= jobTriesMax; tries += 1) {
    expect(await run(breaks)).toBe(true);
    expect(await job(id)).toMatchObject({ tries, last_error: "The paper ran out" });
    expect(await run(breaks)).toBe(false);
    world.pass(hourMs);
  }
  expect(await job(id)).toMatchObject({ status: "dead" });
  expect(await run(breaks)).toBe(false);
});

test("what was refused is dead at once", async () => {
  const id = await enqueue();
  await run(async () => {
    throw notFound("The tenant");
  });
  expect(await job(id)).toMatchObject({ status: "dead", last_error: "The tenant was not found" });
});

test("a kind that nobody knows any more fails with a sentence", async () => {
  const id = await transaction((db) => enqueueJob(db, { kind: "old", payload: {}, by: null }));
  await run(async () => {});
  expect((await job(id)).last_error).toBe("This version does not know jobs of the kind old");
});

test("a worker that dies leaves its job to the next, and can't end it afterwards", async () => {
  const id = await enqueue();
  const died = await claimJob(claimSeconds);
  expect(await claimJob(claimSeconds)).toBeUndefined();
  world.pass((claimSeconds + 1) * 1000);
  const next = await claimJob(claimSeconds);
  expect([died?.tries, next?.tries]).toEqual([1, 2]);
  expect(died && (await recordDone(died, { done: 1n, total: 1n }))).toBe(false);
  expect(await job(id)).toMatchObject({ status: "running" });
  expect(next && (await recordDone(next, { done: 1n, total: 1n }))).toBe(true);
  expect(await job(id)).toMatchObject({ status: "done" });
});

test("a job that kills each worker is not given to a sixth", async () => {
  const id = await enqueue();
  for (let tries = 1; tries <= jobTriesMax; tries += 1) {
    expect((await claimJob(claimSeconds))?.tries).toBe(tries);
    world.pass((claimSeconds + 1) * 1000);
  }
  expect(await claimJob(claimSeconds)).toBeUndefined();
  expect(await job(id)).toMatchObject({ status: "dead", tries: jobTriesMax });
});

test("a process that stops breaks its job off and puts it back, without counting the try", async () => {
  const id = await enqueue();
  const begun = Promise.withResolvers<void>();
  const stop = startJobs({
    sample: (_job, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("broken off")));
        begun.resolve();
      }),
  });
  await begun.promise;
  await stop();
  expect(await job(id)).toMatchObject({ status: "waiting", tries: 0, last_error: null });
});

test("a running job tells how far it is and keeps its claim", async () => {
  const id = await enqueue();
  await run(async (_job, { progress }) => {
    const { claimed_until: before } = await job(id);
    progress(7n, 9n);
    await expect.poll(async () => (await job(id)).progress_done, { timeout: 5_000 }).toBe(7n);
    const { claimed_until: after } = await job(id);
    expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? Number.NaN);
  });
});

test("of many who retry or discard a dead job at once one wins, and it is recorded", async () => {
  const id = await enqueue();
  await run(async () => {
    throw notFound("The tenant");
  });
  const tries = await Promise.allSettled([
    retryJob(boss, id),
    discardJob(boss, id),
    retryJob(boss, id),
  ]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { rows } = await sql<{ act: string; before: object }>`
    select act, before from audit_log where subject_id = ${id}
  `.execute(database());
  expect(rows).toEqual([
    {
      act: expect.stringMatching(/^job\.(retried|discarded)$/),
      before: { kind: "sample", status: "dead", tries: 1, last_error: "The tenant was not found" },
    },
  ]);
});

test("a retried job is due at once with all its tries; only a dead one can be decided on", async () => {
  const id = await enqueue();
  await expect(retryJob(boss, id)).rejects.toMatchObject({ code: "JOB_NOT_DEAD" });
  await expect(discardJob(boss, id)).rejects.toMatchObject({ code: "JOB_NOT_DEAD" });
  await run(async () => {
    throw notFound("The tenant");
  });
  await retryJob(boss, id);
  expect(await run(async () => {})).toBe(true);
  expect(await job(id)).toMatchObject({ status: "done", tries: 1 });
  await discardJob(boss, await deadJob());
  await expect(discardJob(boss, "01900000-0000-7000-8000-000000000000")).rejects.toMatchObject({
    status: 404,
  });
});

async function deadJob(): Promise<string> {
  const id = await enqueue();
  await run(async () => {
    throw notFound("The tenant");
  });
  return id;
}

test("done jobs are forgotten after 30 days, dead and waiting ones are not", async () => {
  const done = await enqueue();
  await run(async () => {});
  const dead = await deadJob();
  const waiting = await enqueue();
  world.pass(31 * 24 * hourMs);
  await forgetOld(database());
  const left = await database().selectFrom("background_jobs").select("id").execute();
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([dead, waiting]));
  expect(left.map(({ id }) => id)).not.toContain(done);
});
