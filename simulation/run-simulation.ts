import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { database } from "../apps/server/src/database/db.ts";
import { checkpointAll } from "../apps/server/test/tamper.ts";
import { takeBackup, withRestored, type Backup } from "./backup.ts";
import {
  backupMutationsOf,
  mutations,
  testMutations,
  type MutationResult,
} from "./mutations/test-mutations.ts";
import { testIndependently } from "./mutations/test-independently.ts";
import { createPlan, type Plan } from "./plan.ts";
import { playPlan } from "./play-plan.ts";
import { playTeams } from "./play-teams.ts";
import {
  printCounts,
  printIndependentResults,
  printMutationResults,
  printResults,
} from "./print-report.ts";
import { quiesce } from "./quiesce.ts";
import type { InvariantResult, Records } from "./records.ts";
import { verify, verifyBackup } from "./verification/verify.ts";
import { checkClaims } from "./checker/check-claims.ts";
import { printClaims } from "./checker/print-claims.ts";
import { readObservations } from "./checker/read-observations.ts";
import { observeBanks } from "./recording/observe-banks.ts";
import { openWorld, recordsFolder, type World } from "./world.ts";

interface Options {
  readonly seed: number;
  readonly seconds: number;
  /** The name of a mutation to apply, or `all`. */
  readonly mutation: string | undefined;
  /** With all mutations: also reads each mutated copy as clients do, for the independent checker. */
  readonly readsMutatedCopies?: boolean;
  readonly print: (line: string) => void;
}

/**
 * @returns whether every invariant holds. With all mutations, also whether each was detected; with
 *   one mutation, whether the invariants hold in spite of it.
 */
export async function runSimulation(options: Options): Promise<boolean> {
  const { seed, seconds, mutation, print } = options;
  const plan = createPlan(seed, seconds);
  print(`Seed ${seed}: ${plan.events.length} events in ${seconds} seconds, plan ${plan.digest}`);
  const startedAt = performance.now();
  const log = (line: string) =>
    print(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const world = await openWorld(plan, log);
  const interrupt = () => void world.close().finally(() => process.exit(130));
  process.once("SIGINT", interrupt);
  let holds = false;
  try {
    const { records, backup } = await play(world, log);
    const { results, mutationResults } = await verifyAll(records, backup, mutation);
    log("Verified the database and its restored backup");
    printCounts(world.clients, print);
    const isSingle = mutation !== undefined && mutation !== "all";
    holds = printResults(isSingle ? (mutationResults[0]?.results ?? []) : results, { print, plan });
    const observations = await readRecord(world, records);
    holds = printClaims(checkClaims(observations), print) && holds;
    if (mutation === "all") {
      holds = printMutationResults(mutationResults, results, print) && holds;
      if (options.readsMutatedCopies) {
        const record = { world, records, observations };
        printIndependentResults(await testIndependently(record, mutations, mutationResults), print);
      }
    }
    return holds;
  } finally {
    if (!holds && mutation === undefined)
      print(`Server logs and client records: ${saveRecords(world, plan)}`);
    process.off("SIGINT", interrupt);
    await world.close();
  }
}

/** Plays the whole plan and takes a backup on the way. */
async function play(world: World, log: (line: string) => void) {
  let backup: Backup | undefined;
  await playTeams(world);
  const webhooks = await playPlan(world, async () => {
    backup = await takeBackup(world);
    log(`Took a backup in ${backup.tookMs} ms while events continued`);
  });
  log("Played the plan");
  const { open: unfinished, trialBalance } = await quiesce(world, webhooks);
  log("All work has finished and the servers have stopped");
  if (!backup) throw new Error("No backup was taken");
  return { records: collectRecords(world, { unfinished, trialBalance }), backup };
}

/** Verifies the records with the database, then with its backup; with all mutations, both again. */
async function verifyAll(records: Records, backup: Backup, mutation: string | undefined) {
  const chosen = mutations.filter(({ name }) => mutation === "all" || name === mutation);
  const results: InvariantResult[] = await verify(records);
  const mutationResults: MutationResult[] = await testMutations(chosen, records, verify);
  await withRestored(backup, async (db) => {
    const restored = { ...records, db };
    const verifyRestored = (changed: Records) => verifyBackup(changed, backup.committedAt);
    results.push(...(await verifyRestored(restored)));
    if (mutation !== "all") return;
    await checkpointAll();
    mutationResults.push(
      ...(await testMutations(backupMutationsOf(chosen), restored, verifyRestored)),
    );
  });
  return { results, mutationResults };
}

function collectRecords(world: World, last: Pick<Records, "unfinished" | "trialBalance">): Records {
  return {
    db: database(),
    clients: world.clients,
    banks: world.banks.books(),
    logs: readLines(world.logs),
    databaseLog: world.database.readLog(),
    ...last,
    processAnomalies: world.servers.anomalies,
  };
}

/** Completes the recorded observations by the banks' books, and reads them back from the file. */
async function readRecord({ recorder }: World, { banks }: Records) {
  recorder.record(observeBanks(banks));
  await recorder.close();
  return readObservations(recorder.path);
}

function readLines(folder: string): string[] {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean),
  );
}

/** Saves logs and records for the investigation of a failure. @returns the folder. */
function saveRecords({ logs, database: { readLog }, clients, banks }: World, plan: Plan): string {
  const folder = recordsFolder(plan);
  cpSync(logs, folder, { recursive: true });
  writeFileSync(join(folder, "postgres.log"), readLog());
  writeFileSync(join(folder, "client-records.json"), JSON.stringify(clients, null, 1));
  writeFileSync(join(folder, "banks.json"), JSON.stringify(banks.books(), null, 1));
  return folder;
}
