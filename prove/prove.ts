import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { database } from "../apps/server/src/db.ts";
import { removeBackup, takeBackup, withRestored, type Backup } from "./backup.ts";
import { comeToRest } from "./come-to-rest.ts";
import type { Evidence } from "./evidence.ts";
import { makePlan } from "./plan.ts";
import { simulate } from "./simulate.ts";
import { printCounts, printFindings } from "./verdict.ts";
import { verify, verifyCopy } from "./verify.ts";
import { openWorld, type World } from "./world.ts";

interface Wish {
  readonly seed: number;
  readonly seconds: number;
  /** The name of a fault to plant, or `all`. */
  readonly plants: string | undefined;
  readonly print: (line: string) => void;
}

/** @returns whether every invariant holds; and with planted faults, whether each was found. */
export async function prove({ seed, seconds, print }: Wish): Promise<boolean> {
  const plan = makePlan(seed, seconds);
  print(`Seed ${seed}: ${plan.deeds.length} deeds in ${seconds} seconds, plan ${plan.mark}`);
  const began = performance.now();
  const tell = (line: string) =>
    print(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const world = await openWorld(plan, tell);
  try {
    let backup: Backup | undefined;
    const webhooks = await simulate(world, async () => {
      backup = await takeBackup(world);
      tell(`A backup was taken in ${backup.tookMs} ms, with everything going on`);
    });
    tell("The plan was played");
    const open = await comeToRest(world, webhooks);
    tell("Everything has come to rest, and the servers have stopped");
    const evidence = evidenceOf(world, open);
    const findings = await verify(evidence);
    tell("Verified");
    if (!backup) throw new Error("No backup was taken");
    const { madeAt } = backup;
    findings.push(...(await withRestored(backup, (db) => verifyCopy({ ...evidence, db }, madeAt))));
    await removeBackup(backup);
    tell("The backup was restored into a database of its own and verified");
    printCounts(world.journal, print);
    return printFindings(findings, print, seed);
  } finally {
    await world.close();
  }
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
