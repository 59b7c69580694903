import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { database } from "../apps/server/src/db.ts";
import { sealAll } from "../apps/server/test/tamper.ts";
import { takeBackup, withRestored, type Backup } from "./backup.ts";
import { comeToRest } from "./come-to-rest.ts";
import type { Evidence, Finding } from "./evidence.ts";
import { findPlants, inCopy, plants, type Found } from "./find-plants.ts";
import { makePlan, type Plan } from "./plan.ts";
import { simulate } from "./simulate.ts";
import { printCounts, printFindings, printFound } from "./verdict.ts";
import { verify, verifyCopy } from "./verify.ts";
import { openWorld, type World } from "./world.ts";

interface Wish {
  readonly seed: number;
  readonly seconds: number;
  /** The name of a fault to plant, or `all`. */
  readonly planted: string | undefined;
  readonly print: (line: string) => void;
}

/** @returns whether every invariant holds; with all faults planted, also whether each was found. */
export async function prove({ seed, seconds, planted, print }: Wish): Promise<boolean> {
  const plan = makePlan(seed, seconds);
  print(`Seed ${seed}: ${plan.deeds.length} deeds in ${seconds} seconds, plan ${plan.mark}`);
  const began = performance.now();
  const tell = (line: string) =>
    print(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const world = await openWorld(plan, tell);
  // Somebody who has seen enough: nothing is left behind.
  const stopped = () => void world.close().finally(() => process.exit(130));
  process.once("SIGINT", stopped);
  let holds = false;
  try {
    const { evidence, backup } = await play(world, tell);
    const { findings, found } = await lookAt(evidence, backup, planted);
    tell("Verified: the database, and the backup, restored into one of its own");
    printCounts(world.journal, print);
    holds = printFindings(
      planted === undefined || planted === "all" ? findings : (found[0]?.findings ?? []),
      { print, plan },
    );
    if (planted === "all") holds = printFound(found, findings, print) && holds;
    return holds;
  } finally {
    if (!holds && planted === undefined)
      print(`What the servers logged and the clients know: ${keep(world, plan)}`);
    process.off("SIGINT", stopped);
    await world.close();
  }
}

/** Plays the plan to its end, with a backup taken on the way. */
async function play(world: World, tell: (line: string) => void) {
  let backup: Backup | undefined;
  const webhooks = await simulate(world, async () => {
    backup = await takeBackup(world);
    tell(`A backup was taken in ${backup.tookMs} ms, with everything going on`);
  });
  tell("The plan was played");
  const open = await comeToRest(world, webhooks);
  tell("Everything has come to rest, and the servers have stopped");
  if (!backup) throw new Error("No backup was taken");
  return { evidence: evidenceOf(world, open), backup };
}

/** Holds everything against one another, in the database and in its backup. */
async function lookAt(evidence: Evidence, backup: Backup, planted: string | undefined) {
  const chosen = plants.filter(({ name }) => planted === "all" || name === planted);
  const findings: Finding[] = await verify(evidence);
  const found: Found[] = await findPlants(chosen, evidence, verify);
  await withRestored(backup, async (db) => {
    const copy = { ...evidence, db };
    const look = (of: Evidence) => verifyCopy(of, backup.madeAt);
    findings.push(...(await look(copy)));
    if (planted !== "all") return;
    await sealAll();
    found.push(...(await findPlants(inCopy(chosen), copy, look)));
  });
  return { findings, found };
}

function evidenceOf(world: World, open: readonly string[]): Evidence {
  return {
    db: database(),
    journal: world.journal,
    bank: world.banks.books(),
    logs: linesIn(world.logs),
    open,
    surprises: world.servers.surprises,
  };
}

function linesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean),
  );
}

/** Where a person who looks for the fault finds what is left of the run. */
function keep({ logs, journal, banks }: World, { seed }: Plan): string {
  const folder = join(import.meta.dirname, `../.cache/prove/${seed}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(logs, folder, { recursive: true });
  writeFileSync(join(folder, "journal.json"), JSON.stringify(journal, null, 1));
  writeFileSync(join(folder, "banks.json"), JSON.stringify(banks.books(), null, 1));
  return folder;
}
