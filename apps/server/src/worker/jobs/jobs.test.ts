// The guarantee: a job that was added is done by one worker at a time, whatever happens to the
// processes; and a job that can't be done ends in the list of dead jobs.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { database, transaction } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { deleteExpiredRows } from "../retention.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { superAdminIds } from "../../identity/people/super-admins.ts";
import { leaseJob } from "./lease-job.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { jobTriesMax, type JobHandler } from "./job.ts";
import { recordDone } from "./renew-lease.ts";
import { discardJob, retryJob } from "./review-dead-job.ts";
import { runJob } from "./run-job.ts";
import { startJobs } from "./start-jobs.ts";
import { adminOf } from "../../../test/founder.ts";

const leaseSeconds = 60;
const hourMs = 60 * 60 * 1000;

let world: PayoutWorld;
let boss: SuperAdmin;
beforeAll(async () => {
  world = await openPayoutWorld();
  await world.superAdmin();
  const [id = ""] = await superAdminIds(database());
  boss = { ...adminOf(id), from: { address: "203.0.113.7", userAgent: undefined } };
});
beforeEach(() => database().deleteFrom("background_jobs").execute());
afterAll(() => world.close());

const enqueue = (payload: object = {}) =>
  transaction((db) => enqueueJob(db, { kind: "sample", payload, by: boss }));
const run = (handler: JobHandler, stop = new AbortController().signal) =>
  runJob({ handlers: { sample: handler }, leaseSeconds, stop });
const job = (id: string) =>
  database()
    .selectFrom("background_jobs")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const failingHandler: JobHandler = async () => {
  throw new Error("The paper ran out");
};

test("runs 3 jobs once each, with their payloads, when 8 workers race", async () => {
  const ids = await Promise.all([1, 2, 3].map((number) => enqueue({ number })));
  const done: unknown[] = [];
  const work: JobHandler = async ({ payload }, { progress }) => {
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
    created_by: boss.member.id,
    progress_done: 5n,
    progress_total: 5n,
    last_error: null,
  });
});

test("does not run a job that was not committed", async () => {
  await expect(
    transaction(async (db) => {
      await enqueueJob(db, { kind: "sample", payload: {}, by: null });
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await run(async () => {})).toBe(false);
});

test("retries a failed job after growing pauses, and marks it dead after the last try", async () => {
  const id = await enqueue();
  for (let tries = 1; tries <= jobTriesMax; tries += 1) {
    expect(await run(failingHandler)).toBe(true);
    expect(await job(id)).toMatchObject({ tries, last_error: "The paper ran out" });
    expect(await run(failingHandler)).toBe(false);
    world.pass(hourMs);
  }
  expect(await job(id)).toMatchObject({ status: "dead" });
  expect(await run(failingHandler)).toBe(false);
});

test("marks a job dead at once after an ApiError", async () => {
  const id = await enqueue();
  await run(async () => {
    throw notFound("The tenant");
  });
  expect(await job(id)).toMatchObject({ status: "dead", last_error: "The tenant was not found" });
});

test("stores an unexpected error without numbers and addresses", async () => {
  const id = await enqueue();
  await run(async () => {
    throw new Error("duplicate key: (000123456789) of asha@okhdfc exists");
  });
  expect((await job(id)).last_error).toBe("duplicate key: (…) of … exists");
});

test("fails a job of an unknown kind with a clear message", async () => {
  const id = await transaction((db) => enqueueJob(db, { kind: "old", payload: {}, by: null }));
  await run(async () => {});
  expect((await job(id)).last_error).toBe("This version does not know jobs of the kind old");
});

test("a second worker takes over an expired lease, and the first can't finish the job [29.9]", async () => {
  const id = await enqueue();
  const first = await leaseJob(leaseSeconds);
  expect(await leaseJob(leaseSeconds)).toBeUndefined();
  world.pass((leaseSeconds + 1) * 1000);
  const next = await leaseJob(leaseSeconds);
  expect([first?.tries, next?.tries]).toEqual([1, 2]);
  expect(first && (await recordDone(first, { done: 1n, total: 1n }))).toBe(false);
  expect(await job(id)).toMatchObject({ status: "running" });
  expect(next && (await recordDone(next, { done: 1n, total: 1n }))).toBe(true);
  expect(await job(id)).toMatchObject({ status: "done" });
});

test("marks a job dead that killed five workers", async () => {
  const id = await enqueue();
  for (let tries = 1; tries <= jobTriesMax; tries += 1) {
    expect((await leaseJob(leaseSeconds))?.tries).toBe(tries);
    world.pass((leaseSeconds + 1) * 1000);
  }
  expect(await leaseJob(leaseSeconds)).toBeUndefined();
  expect(await job(id)).toMatchObject({ status: "dead", tries: jobTriesMax });
});

test("a process that stops returns its job to the queue without counting the try", async () => {
  const id = await enqueue();
  const started = Promise.withResolvers<void>();
  const stop = startJobs({
    sample: (_job, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        started.resolve();
      }),
  });
  await started.promise;
  await stop();
  expect(await job(id)).toMatchObject({ status: "waiting", tries: 0, last_error: null });
});

test("a running job stores its progress and renews its lease", async () => {
  const id = await enqueue();
  await run(async (_job, { progress }) => {
    const { leased_until: before } = await job(id);
    progress(7n, 9n);
    await expect.poll(async () => (await job(id)).progress_done).toBe(7n);
    const { leased_until: after } = await job(id);
    expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? Number.NaN);
  });
});

test("one of 3 concurrent decisions on a dead job wins, and the audit log has it [29.9]", async () => {
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

test("a retried job is due at once with all its tries; only a dead job can be retried or discarded", async () => {
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

test("deletes done jobs after 30 days, and no dead or waiting ones", async () => {
  const done = await enqueue();
  await run(async () => {});
  const dead = await deadJob();
  const waiting = await enqueue();
  world.pass(31 * 24 * hourMs);
  await deleteExpiredRows(database());
  const remaining = await database().selectFrom("background_jobs").select("id").execute();
  expect(new Set(remaining.map(({ id }) => id))).toEqual(new Set([dead, waiting]));
  expect(remaining.map(({ id }) => id)).not.toContain(done);
});
