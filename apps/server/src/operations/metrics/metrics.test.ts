// The guarantee: what the alerts ask for is true of the database. Each test breaks one thing, reads the
// value that its alert needs, and names the alerts that promtool then has to see firing.
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays } from "@rokad/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectToFire } from "../../../test/expect-to-fire.ts";
import type { Payer } from "../../../test/payer.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { readMetrics } from "../../../test/read-metrics.ts";
import { database, transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { clearProviderStatuses } from "../../payouts/provider-status.ts";
import { enqueueJob } from "../../worker/jobs/enqueue-job.ts";
import { platformMetrics } from "./platform-metrics.ts";
import { processMetrics } from "./process-metrics.ts";

let world: PayoutWorld;
/** Signed in for the first 15 minutes of the world's clock. */
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  payer = await world.payer("₹50,000");
});
afterAll(() => world.close());

const hourMs = 60 * 60_000;

test("a healthy installation raises nothing, and every metric is there", async () => {
  const metrics = await readMetrics();
  const expected = Object.keys({ ...platformMetrics, ...processMetrics });
  expect(metrics.names).toEqual(expect.arrayContaining(expected));
  expect(metrics.value("rokad_platform_metrics_up")).toBe(1);
  for (const series of [
    'rokad_payouts_open{provider="primary",state="unknown"}',
    'rokad_payouts_oldest_due_seconds{provider="primary",status="pending"}',
    'rokad_provider_circuit_open{provider="primary"}',
    'rokad_lease_oldest_seconds{queue="payouts"}',
    'rokad_queue_oldest_due_seconds{queue="messages"}',
    "rokad_jobs_dead",
    "rokad_suspense_credits",
    'rokad_reconciliation_differences{adapter="sandbox",severity="severe"}',
    "rokad_verification_faults",
    "rokad_verification_failed",
    "rokad_restore_drill_failed",
  ])
    expect([series, metrics.value(series)]).toEqual([series, 0]);
  // Absent, not 0: nothing was reconciled yet.
  expect(metrics.value('rokad_reconciliation_age_seconds{adapter="sandbox"}')).toBeUndefined();
});

test("a call whose worker died shows the age of its lease", async () => {
  await payer.pay(upiOrder("someone@upi"));
  await sql`
    update payouts set status = 'processing', attempts = 1, updated_at = ${now()},
      due_at = ${secondsFromNow(40)}, handed_at = ${now()}, adapter = 'sandbox'
    where status = 'pending'
  `.execute(database());
  world.pass(10 * 60_000);
  const metrics = await readMetrics();
  expect(metrics.value('rokad_lease_oldest_seconds{queue="payouts"}')).toBeGreaterThanOrEqual(600);
  expectToFire(metrics, "RokadLeaseStuck", "RokadStatusChecksOverdue");
  await world.settle();
  expect((await readMetrics()).value('rokad_lease_oldest_seconds{queue="payouts"}')).toBe(0);
});

test("an unknown outcome shows its age, and a payout in the queue its wait", async () => {
  await payer.pay(upiOrder("timeout@upi"));
  await world.work();
  // Its own status check would give it an outcome.
  const sent = await sql<{ unknown_since: Date | null }>`
    select unknown_since from payouts where status = 'processing'
  `.execute(database());
  expect(sent.rows).toEqual([{ unknown_since: expect.any(Date) }]);
  await payer.pay(upiOrder("someone@upi"));
  world.pass(2 * hourMs);

  const metrics = await readMetrics();
  expect(metrics.value('rokad_payouts_open{provider="primary",state="unknown"}')).toBe(1);
  expect(metrics.value('rokad_payouts_open{provider="primary",state="pending"}')).toBe(1);
  const unknown = metrics.value('rokad_payouts_unknown_oldest_seconds{provider="primary"}') ?? 0;
  const overdue =
    metrics.value('rokad_payouts_oldest_due_seconds{provider="primary",status="pending"}') ?? 0;
  for (const seconds of [unknown, overdue]) {
    expect(seconds).toBeGreaterThanOrEqual(7_200);
    expect(seconds).toBeLessThan(7_300);
  }
  expect(metrics.value('rokad_queue_due{queue="payouts"}')).toBe(2);
  expectToFire(metrics, "RokadUnknownOutcome", "RokadPayoutsOverdue", "RokadStatusChecksOverdue");

  await world.settle();
  const after = await readMetrics();
  expect(after.value('rokad_payouts_open{provider="primary",state="unknown"}')).toBe(0);
  expect(after.value('rokad_payouts_unknown_oldest_seconds{provider="primary"}')).toBe(0);
});

test("a paused provider and an open circuit breaker are 1 each, of their own provider", async () => {
  await sql`
    update providers set paused_at = ${now()}, pause_reason = 'Maintenance' where id = 'alternative'
  `.execute(database());
  await sql`
    update provider_health set probed_at = ${now()}, probe_error = 'it does not answer'
    where provider = 'primary'
  `.execute(database());
  clearProviderStatuses();
  const metrics = await readMetrics();
  expect(metrics.value('rokad_provider_paused{provider="alternative"}')).toBe(1);
  expect(metrics.value('rokad_provider_paused{provider="primary"}')).toBe(0);
  expect(metrics.value('rokad_provider_circuit_open{provider="primary"}')).toBe(1);
  expect(metrics.value('rokad_provider_circuit_open{provider="alternative"}')).toBe(0);
  expectToFire(metrics, "RokadProviderPaused", "RokadProviderCircuitOpen");
});

test("dead jobs, and how long the oldest job waits", async () => {
  const [dead] = await transaction(async (db) => [
    await enqueueJob(db, { kind: "statement", payload: {}, by: null }),
    await enqueueJob(db, { kind: "statement", payload: {}, by: null }),
  ]);
  await sql`
    update background_jobs set status = 'dead', finished_at = ${now()} where id = ${dead}
  `.execute(database());
  world.pass(hourMs);
  const metrics = await readMetrics();
  expect(metrics.value("rokad_jobs_dead")).toBe(1);
  expect(metrics.value('rokad_queue_due{queue="background_jobs"}')).toBeGreaterThanOrEqual(1);
  expect(
    metrics.value('rokad_queue_oldest_due_seconds{queue="background_jobs"}'),
  ).toBeGreaterThanOrEqual(3_600);
  expectToFire(metrics, "RokadJobsDead", "RokadQueueStuck");
});

test("open differences count by severity, and a handled one does not count", async () => {
  const day = addDays(today(), -2);
  const runId = await addRun(day, -50, "The provider did not answer");
  for (const [subject, isSevere, state] of [
    ["A", true, "open"],
    ["B", true, "gone"],
    ["C", false, "open"],
    ["D", false, "open"],
  ] as const)
    await sql`
      insert into reconciliation_differences (
        id, adapter, day, kind, action, is_severe, subject, state, found_at, found_run_id, seen_at,
        seen_run_id, ended_at
      ) values (
        ${newId()}, 'sandbox', ${day}, 'missing_there', 'ask', ${isSevere}, ${subject}, ${state},
        ${now()}, ${runId}, ${now()}, ${runId}, ${state === "open" ? null : now()}
      )
    `.execute(database());
  const metrics = await readMetrics();
  const of = (severity: string) =>
    metrics.value(`rokad_reconciliation_differences{adapter="sandbox",severity="${severity}"}`);
  expect([of("severe"), of("minor")]).toEqual([1, 2]);
  expect(metrics.value('rokad_reconciliation_failed{adapter="sandbox"}')).toBe(1);
  expect(
    metrics.value('rokad_reconciliation_age_seconds{adapter="sandbox"}'),
  ).toBeGreaterThanOrEqual(50 * 3_600);
  expectToFire(
    metrics,
    "RokadReconciliationDifference",
    "RokadReconciliationDifferencesOld",
    "RokadReconciliationMissing",
  );
});

test("a day whose run failed counts until a run has compared it, whatever other days do", async () => {
  const series = 'rokad_reconciliation_failed{adapter="sandbox"}';
  await addRun(addDays(today(), -3), -60, "The provider did not answer");
  await addRun(addDays(today(), -2), -20, null);
  const metrics = await readMetrics();
  expect(metrics.value(series)).toBe(1);
  expectToFire(metrics, "RokadReconciliationMissing");
  await addRun(addDays(today(), -3), -10, null);
  expect((await readMetrics()).value(series)).toBe(0);
});

/** A run of the sandbox that finished so many hours from now. */
async function addRun(day: string, hours: number, problem: string | null): Promise<string> {
  const id = newId();
  await sql`
    insert into reconciliation_runs (
      id, adapter, day, origin, requested_at, weighs_balance, finished_at, problem
    ) values (
      ${id}, 'sandbox', ${day}, 'person', ${now()}, false, ${secondsFromNow(hours * 3_600)}, ${problem}
    )
  `.execute(database());
  return id;
}

test("a verification with faults, then one that did not finish", async () => {
  const add = (problem: string | null, faults: number) =>
    sql`
      insert into verifications (id, origin, requested_at, finished_at, ms, fault_count, problem)
      values (${newId()}, 'command', ${now()}, ${now()}, 5, ${faults}, ${problem})
    `.execute(database());
  await add(null, 3);
  world.pass(2 * hourMs);
  const faulty = await readMetrics();
  expect(faulty.value("rokad_verification_faults")).toBe(3);
  expect(faulty.value("rokad_verification_age_seconds")).toBeGreaterThanOrEqual(7_200);
  expectToFire(faulty, "RokadBooksFaulty");
  await add("The job was discarded", 0);
  const failed = await readMetrics();
  expect(failed.value("rokad_verification_failed")).toBe(1);
  // What did not finish is no verification.
  expect(failed.value("rokad_verification_age_seconds")).toBeGreaterThanOrEqual(7_200);
  expectToFire(failed, "RokadVerificationMissing");
});

test("the age of the last restore drill that passed, and whether the last one did", async () => {
  const add = (values: { problem?: string; faults?: number; isOpen?: boolean }) =>
    sql`
      insert into restore_drills (id, started_at, finished_at, fault_count, problem)
      values (
        ${newId()}, ${now()}, ${values.isOpen ? null : now()}, ${values.faults ?? 0},
        ${values.problem ?? null}
      )
    `.execute(database());
  const read = async () => {
    const metrics = await readMetrics();
    const age = metrics.value("rokad_restore_drill_age_seconds") ?? NaN;
    return [Math.floor(age / 3_600), metrics.value("rokad_restore_drill_failed")];
  };
  await add({});
  expect(await read()).toEqual([0, 0]);
  world.pass(2 * hourMs);
  await add({ problem: "BACKUP_DIR: the folder has no backup" });
  expect(await read()).toEqual([2, 1]);
  world.pass(hourMs);
  await add({ faults: 2 });
  expect(await read()).toEqual([3, 1]);
  expectToFire(await readMetrics(), "RokadRestoreDrillFailed");
  world.pass(hourMs);
  await add({});
  expect(await read()).toEqual([0, 0]);
  // One in progress says nothing; one that never ended did not pass.
  await add({ isOpen: true });
  world.pass(23 * hourMs);
  expect(await read()).toEqual([23, 0]);
  world.pass(2 * hourMs);
  expect(await read()).toEqual([25, 1]);
});

test("the age of the newest backup, and +Inf for an empty or missing folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rokad-backups-"));
  const age = async (settings: Readonly<Record<string, string>>) =>
    (await readMetrics(settings)).text.match(/^rokad_backup_age_seconds (\S+)$/m)?.[1];
  expect(await age({})).toBeUndefined();
  expect(await age({ BACKUP_DIR: join(folder, "none") })).toBe("+Inf");
  expect(await age({ BACKUP_DIR: folder })).toBe("+Inf");
  expectToFire(await readMetrics({ BACKUP_DIR: folder }), "RokadBackupOld");
  const path = join(folder, "rokad.dump");
  await writeFile(path, "PGDMP\0\0\0\0\0");
  const at = secondsFromNow(-30 * 3_600);
  await utimes(path, at, at);
  await writeFile(join(folder, "newer.dump.partial"), "PGDMP\0\0\0\0\0");
  expect(Number(await age({ BACKUP_DIR: folder }))).toBeGreaterThanOrEqual(30 * 3_600 - 1);
  expectToFire(await readMetrics({ BACKUP_DIR: folder }), "RokadBackupOld");
  await rm(folder, { recursive: true });
});

test("says 0 instead of old values when the database can't be read", async () => {
  await sql`alter table low_balance_alerts rename to away`.execute(database());
  const metrics = await readMetrics();
  await sql`alter table away rename to low_balance_alerts`.execute(database());
  expect(metrics.value("rokad_platform_metrics_up")).toBe(0);
  expectToFire(metrics, "RokadDatabaseUnreachable");
  expect(metrics.value("rokad_jobs_dead")).toBeUndefined();
  expect(metrics.text).not.toContain("rokad_payouts_open{");
  expect(metrics.value("rokad_database_pool_connections_max")).toBe(10);
});
