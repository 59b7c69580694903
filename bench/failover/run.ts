// `npm run failover`: fails the primary of three PostgreSQL servers under Patroni and PgBouncer, under
// a load of payouts, and compares all records. Names select scenarios.
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, openDatabase } from "../../apps/server/src/database/db.ts";
import { migrate } from "../../apps/server/src/database/migrations/migrate.ts";
import type { BenchTenant } from "../create-tenants.ts";
import { compareRecords, waitUntilSettled } from "./compare-records.ts";
import { Cluster } from "./cluster.ts";
import { ports } from "./configure.ts";
import { startLoad, type Attempt } from "./load.ts";
import { killStarted } from "./processes.ts";
import { findPrograms, MissingPrograms } from "./programs.ts";
import { startRokad, verifyByCommand } from "./rokad.ts";
import { scenarios, type Scenario } from "./scenarios.ts";
import { openTenants } from "./tenants.ts";
import { countExportLines, watchChanges, type ChangeWatcher } from "./watch-changes.ts";
import { waitFor } from "./wait-for.ts";

const tenantCount = 12;
const steadySeconds = 5;
const minutesMax = 14;

interface Result {
  readonly scenario: string;
  readonly observation: string;
  readonly acknowledged: number;
  readonly before: number;
  readonly during: number;
  readonly after: number;
  readonly found: number;
  readonly lost: number;
  readonly doubled: number;
  readonly outage_seconds: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

async function main(names: readonly string[]): Promise<boolean> {
  const chosen = scenarios.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length < names.length || chosen.length === 0)
    throw new Error(`Unknown scenario. Use: ${scenarios.map(({ name }) => name).join(", ")}`);
  const programs = findPrograms();
  const scratch = await mkdtemp(join(tmpdir(), "rokad-failover-"));
  const cluster = new Cluster(programs, scratch);
  killOnExit(cluster);
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; logs in ${scratch}`,
  );
  let isPassed = false;
  try {
    await cluster.startUp();
    console.log("Three servers are in sync");
    const results = await runAll(cluster, scratch, chosen);
    isPassed = results.every(isPassing);
    console.log(JSON.stringify(summaryOf(results, isPassed)));
    return isPassed;
  } finally {
    await closeDatabase();
    await cluster.shutDown();
    if (isPassed) await rm(scratch, { recursive: true, force: true });
  }
}

async function runAll(
  cluster: Cluster,
  scratch: string,
  chosen: readonly Scenario[],
): Promise<Result[]> {
  const { session } = cluster.urls;
  await waitFor(30, "HAProxy connects to the primary", async () => {
    await migrate(session, { mayBePooled: true });
    return true;
  });
  openDatabase(session, { connections: 4 });
  const tenants = await openTenants(tenantCount);
  const rokad = await startRokad(cluster, scratch);
  const token = tenants[0]?.accessToken ?? "";
  const watchers = ports.api.map((port) => watchChanges(port, token));
  const results: Result[] = [];
  const attempts: Attempt[] = [];
  try {
    for (const scenario of chosen) {
      const result = await play(scenario, { cluster, tenants, watchers, attempts });
      console.log(sentenceOf(result));
      results.push(result);
    }
    const lines = await countExportLines(token);
    console.log(`An export through PgBouncer has ${lines} lines`);
    if (rokad.exitedCount() > 0)
      throw new Error(`${rokad.exitedCount()} processes of Rokad have exited`);
  } finally {
    await Promise.all(watchers.map((watcher) => watcher.stop()));
    await rokad.stop();
  }
  console.log(await verifyByCommand(cluster, scratch));
  return results;
}

interface Stage {
  readonly cluster: Cluster;
  readonly tenants: readonly BenchTenant[];
  readonly watchers: readonly ChangeWatcher[];
  /** The attempts of all scenarios so far, because the database has the payouts of all of them. */
  readonly attempts: Attempt[];
}

/** Runs load before, during and after the disturbance, then compares all records. */
async function play(
  scenario: Scenario,
  { cluster, tenants, watchers, attempts }: Stage,
): Promise<Result> {
  console.log(`\n── ${scenario.name}: ${scenario.description}`);
  if (!scenario.synchronous) {
    await cluster.configureAll({
      synchronous_mode: false,
      synchronous_mode_strict: false,
      maximum_lag_on_failover: 1_073_741_824,
    });
  }
  await cluster.waitUntilWhole(scenario);
  const primary = await cluster.leader();
  if (!primary) throw new Error("There is no primary");
  const load = startLoad(tenants);
  await pause(steadySeconds * 1_000);
  const disturbedAt = performance.now();
  const observation = await scenario.disturb(cluster, primary);
  const promotedAt = performance.now();
  await waitFor(60, "payouts are accepted again", async () =>
    load.attempts.some(({ acknowledged }) => (acknowledged?.at ?? 0) > promotedAt),
  );
  const countsBefore = watchers.map((watcher) => watcher.changes());
  await pause(steadySeconds * 1_000);
  await waitFor(30, "every open console receives changes again", async () =>
    watchers.every((watcher, at) => watcher.changes() > (countsBefore[at] ?? 0)),
  );
  await load.finish();
  await waitUntilSettled();
  const before = attempts.length;
  attempts.push(...load.attempts);
  const tally = await compareRecords(attempts);
  const gap = longestGap(load.attempts, disturbedAt);
  const times = timesOf(load.attempts);
  return {
    scenario: scenario.name,
    observation,
    acknowledged: tally.acknowledged - before,
    before: times.filter((at) => at < disturbedAt).length,
    during: times.filter((at) => at >= disturbedAt && at < gap.end).length,
    after: times.filter((at) => at >= gap.end).length,
    found: tally.found - before,
    lost: tally.lost,
    doubled: tally.doubled,
    outage_seconds: Math.round((gap.end - gap.start) / 100) / 10,
    errors: Object.fromEntries(load.errors),
    faults: [...tally.faults, ...load.faults],
  };
}

function timesOf(attempts: readonly Attempt[]): number[] {
  return attempts
    .flatMap(({ acknowledged }) => (acknowledged ? [acknowledged.at] : []))
    .toSorted((a, b) => a - b);
}

/** The longest time without an acknowledged payout since the disturbance. */
function longestGap(attempts: readonly Attempt[], from: number) {
  const times = timesOf(attempts);
  const gaps = times.slice(1).map((end, at) => ({ start: times[at] ?? end, end }));
  return gaps
    .filter(({ end }) => end > from)
    .reduce((longest, gap) => (gap.end - gap.start > longest.end - longest.start ? gap : longest), {
      start: from,
      end: from,
    });
}

/** The control run must lose payouts, which shows that the comparison detects a loss. */
function isPassing({ scenario, lost, doubled, faults }: Result): boolean {
  const isControl = scenarios.some(({ name, synchronous }) => name === scenario && !synchronous);
  return (isControl ? lost > 0 : lost === 0) && doubled === 0 && faults.length === 0;
}

function sentenceOf(result: Result): string {
  const errors = Object.entries(result.errors).map(([status, times]) => `${status} × ${times}`);
  return [
    result.observation,
    `${result.outage_seconds} s without an accepted payout; meanwhile ${errors.join(", ") || "no errors"}`,
    `acknowledged ${result.acknowledged} (${result.before} before, ${result.during} during, ${result.after} after), ` +
      `found ${result.found}, lost ${result.lost}, doubled ${result.doubled}`,
    ...result.faults.slice(0, 20),
  ].join("\n");
}

function summaryOf(results: readonly Result[], met: boolean) {
  const synchronous = results.filter(({ scenario }) =>
    scenarios.some((one) => one.name === scenario && one.synchronous),
  );
  const sum = (count: (result: Result) => number) =>
    synchronous.reduce((total, result) => total + count(result), 0);
  return {
    bench: "failover",
    acknowledged: sum(({ acknowledged }) => acknowledged),
    found: sum(({ found }) => found),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    outage_seconds: Math.max(0, ...synchronous.map((result) => result.outage_seconds)),
    met,
    scenarios: Object.fromEntries(results.map((result) => [result.scenario, result])),
  };
}

/** Kills the started processes when this program exits, by their ids. */
function killOnExit(cluster: Cluster): void {
  const killAll = () => {
    cluster.killAll();
    killStarted();
  };
  const abort = (reason: string) => {
    process.stderr.write(`${reason}\n`);
    killAll();
    process.exit(1);
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => abort(name));
  setTimeout(() => abort(`Not finished after ${minutesMax} minutes`), minutesMax * 60_000).unref();
  process.once("exit", killAll);
}

try {
  if (!(await main(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof MissingPrograms ? error.message : error);
  // The clients of an aborted scenario may still send requests.
  process.exit(1);
}
