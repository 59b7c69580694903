// `npm run failover`: what three PostgreSQL servers under Patroni, with PgBouncer before them, make
// of a primary that goes away under a load of payouts. Names after it run only these scenarios.
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, openDatabase } from "../../apps/server/src/db.ts";
import { migrate } from "../../apps/server/src/postgres/migrate.ts";
import { readEncryptionKeys } from "../../apps/server/src/sealing/encryption-keys.ts";
import { stepsWith } from "../../apps/server/src/sealing/seal-plain-values.ts";
import type { BenchTenant } from "../prepare.ts";
import { countAgainst, untilSettled } from "./books.ts";
import { Cluster } from "./cluster.ts";
import { ports } from "./configure.ts";
import { startLoad, type Attempt } from "./load.ts";
import { endAllAtOnce } from "./processes.ts";
import { findPrograms, MissingPrograms } from "./programs.ts";
import { encryptionKey, startRokad, verifyByCommand } from "./rokad.ts";
import { scenarios, type Scenario } from "./scenarios.ts";
import { openTenants } from "./tenants.ts";
import { exportLines, watchChanges, type Witness } from "./witness.ts";
import { within } from "./within.ts";

const tenantCount = 12;
const calmSeconds = 5;
const minutesMax = 14;

interface Result {
  readonly scenario: string;
  readonly saw: string;
  readonly acknowledged: number;
  readonly before: number;
  readonly during: number;
  readonly after: number;
  readonly found: number;
  readonly lost: number;
  readonly doubled: number;
  readonly outage_seconds: number;
  readonly troubles: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

async function main(names: readonly string[]): Promise<boolean> {
  const chosen = scenarios.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length < names.length || chosen.length === 0)
    throw new Error(`The scenarios are: ${scenarios.map(({ name }) => name).join(", ")}`);
  const programs = findPrograms();
  const scratch = await mkdtemp(join(tmpdir(), "rokad-failover-"));
  const cluster = new Cluster(programs, scratch);
  endWithUs(cluster);
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; logs in ${scratch}`,
  );
  let isWhole = false;
  try {
    await cluster.startUp();
    console.log("Three servers are in step");
    const results = await runAll(cluster, scratch, chosen);
    isWhole = results.every(isAsItMustBe);
    console.log(JSON.stringify(summaryOf(results, isWhole)));
    return isWhole;
  } finally {
    await closeDatabase();
    await cluster.shutDown();
    if (isWhole) await rm(scratch, { recursive: true, force: true });
  }
}

async function runAll(
  cluster: Cluster,
  scratch: string,
  chosen: readonly Scenario[],
): Promise<Result[]> {
  const { session } = cluster.urls;
  await within(30, "HAProxy leads to the primary", async () => {
    await migrate(session, {
      mayBePooled: true,
      steps: stepsWith(readEncryptionKeys(encryptionKey) ?? []),
    });
    return true;
  });
  openDatabase(session, { connections: 4 });
  const tenants = await openTenants(tenantCount);
  const rokad = await startRokad(cluster, scratch);
  const token = tenants[0]?.accessToken ?? "";
  const witnesses = ports.api.map((port) => watchChanges(port, token));
  const results: Result[] = [];
  const attempts: Attempt[] = [];
  try {
    for (const scenario of chosen) {
      const result = await play(scenario, { cluster, tenants, witnesses, attempts });
      console.log(sentenceOf(result));
      results.push(result);
    }
    const lines = await exportLines(token);
    console.log(`An export through PgBouncer has ${lines} lines`);
    if (rokad.fallen() > 0) throw new Error(`${rokad.fallen()} processes of Rokad have ended`);
  } finally {
    await Promise.all(witnesses.map((witness) => witness.stop()));
    await rokad.stop();
  }
  console.log(await verifyByCommand(cluster, scratch));
  return results;
}

interface Stage {
  readonly cluster: Cluster;
  readonly tenants: readonly BenchTenant[];
  readonly witnesses: readonly Witness[];
  /** Of all scenarios up to now, without what was lost: the tally is of everything. */
  readonly attempts: Attempt[];
}

/** Load, then the disturbance, then load again for a while; then everything is counted. */
async function play(
  scenario: Scenario,
  { cluster, tenants, witnesses, attempts }: Stage,
): Promise<Result> {
  console.log(`\n── ${scenario.name}: ${scenario.what}`);
  if (!scenario.synchronous) {
    await cluster.configureAll({
      synchronous_mode: false,
      synchronous_mode_strict: false,
      maximum_lag_on_failover: 1_073_741_824,
    });
  }
  await cluster.whole(scenario);
  const primary = await cluster.leader();
  if (!primary) throw new Error("There is no primary");
  const load = startLoad(tenants);
  await pause(calmSeconds * 1_000);
  const disturbedAt = performance.now();
  const saw = await scenario.disturb(cluster, primary);
  const promotedAt = performance.now();
  await within(60, "payouts are accepted again", async () =>
    load.attempts.some(({ acknowledged }) => (acknowledged?.at ?? 0) > promotedAt),
  );
  const heard = witnesses.map((witness) => witness.changes());
  await pause(calmSeconds * 1_000);
  await within(30, "every open console hears of changes again", async () =>
    witnesses.every((witness, at) => witness.changes() > (heard[at] ?? 0)),
  );
  await load.finish();
  await untilSettled();
  const before = attempts.length;
  attempts.push(...load.attempts);
  const tally = await countAgainst(attempts);
  const gap = longestGap(load.attempts, disturbedAt);
  const times = timesOf(load.attempts);
  return {
    scenario: scenario.name,
    saw,
    acknowledged: tally.acknowledged - before,
    before: times.filter((at) => at < disturbedAt).length,
    during: times.filter((at) => at >= disturbedAt && at < gap.end).length,
    after: times.filter((at) => at >= gap.end).length,
    found: tally.found - before,
    lost: tally.lost,
    doubled: tally.doubled,
    outage_seconds: Math.round((gap.end - gap.start) / 100) / 10,
    troubles: Object.fromEntries(load.troubles),
    faults: [...tally.faults, ...load.wrongs],
  };
}

function timesOf(attempts: readonly Attempt[]): number[] {
  return attempts
    .flatMap(({ acknowledged }) => (acknowledged ? [acknowledged.at] : []))
    .toSorted((a, b) => a - b);
}

/** The longest time without an acknowledged payout, from the last one before the disturbance on. */
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

/** The control run is the other way round: where nothing can be lost, the count has not counted. */
function isAsItMustBe({ scenario, lost, doubled, faults }: Result): boolean {
  const isControl = scenarios.some(({ name, synchronous }) => name === scenario && !synchronous);
  return (isControl ? lost > 0 : lost === 0) && doubled === 0 && faults.length === 0;
}

function sentenceOf(result: Result): string {
  const troubles = Object.entries(result.troubles).map(([what, times]) => `${what} × ${times}`);
  return [
    result.saw,
    `${result.outage_seconds} s without an accepted payout; meanwhile ${troubles.join(", ") || "no trouble"}`,
    `acknowledged ${result.acknowledged} (${result.before} before, ${result.during} during, ${result.after} after), ` +
      `found ${result.found}, lost ${result.lost}, doubled ${result.doubled}`,
    ...result.faults.slice(0, 20),
  ].join("\n");
}

function summaryOf(results: readonly Result[], met: boolean) {
  const kept = results.filter(({ scenario }) =>
    scenarios.some(({ name, synchronous }) => name === scenario && synchronous),
  );
  const sum = (count: (result: Result) => number) =>
    kept.reduce((total, result) => total + count(result), 0);
  return {
    bench: "failover",
    acknowledged: sum(({ acknowledged }) => acknowledged),
    found: sum(({ found }) => found),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    outage_seconds: Math.max(0, ...kept.map((result) => result.outage_seconds)),
    met,
    scenarios: Object.fromEntries(results.map((result) => [result.scenario, result])),
  };
}

/** Whatever ends this program ends what it started, by their own numbers. */
function endWithUs(cluster: Cluster): void {
  const abandon = () => {
    cluster.abandon();
    endAllAtOnce();
  };
  const giveUp = (why: string) => {
    process.stderr.write(`${why}\n`);
    abandon();
    process.exit(1);
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => giveUp(name));
  setTimeout(() => giveUp(`Not done after ${minutesMax} minutes`), minutesMax * 60_000).unref();
  process.once("exit", abandon);
}

try {
  if (!(await main(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  const isTold = error instanceof MissingPrograms;
  console.error(isTold ? error.message : error);
  // The load of a scenario that broke off may still be trying.
  process.exit(1);
}
