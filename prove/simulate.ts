import { setTimeout as pause } from "node:timers/promises";
import { NoAnswerError } from "./caller.ts";
import { seededDice } from "./dice.ts";
import { importStatements, transferToUs } from "./import-statements.ts";
import { count } from "./journal.ts";
import { pauseRail, shutTenant } from "./operate.ts";
import { pay } from "./pay.ts";
import { SignInRefusedError } from "./person.ts";
import type { Deed, PlannedDeed } from "./plan.ts";
import { decideSuspense, transferIn } from "./receive.ts";
import { addAccount, deposit } from "./review.ts";
import { tellWebhooks } from "./webhooks.ts";
import type { World } from "./world.ts";

const bankRoundMs = 150;
/** More people at once than this would only wait for one another. */
const atOnceMax = 40;

/** Plays the plan: everything at its moment and at once, until all of it has ended. */
export async function simulate(
  world: World,
  atBackup: () => Promise<void>,
): Promise<ReturnType<typeof tellWebhooks>> {
  const { plan, banks } = world;
  const webhooks = tellWebhooks(world, seededDice(plan.seed + 1));
  const dice = seededDice(plan.seed + 2);
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      banks.work(dice);
      banks.forget();
      await pause(bankRoundMs);
    }
  })();
  const began = performance.now();
  const until = (atMs: number) => pause(Math.max(0, began + atMs - performance.now()));
  const backup = until(plan.backupAtMs).then(atBackup);
  const going = new Set<Promise<void>>();
  for (const planned of plan.deeds) {
    await until(planned.atMs);
    while (going.size >= atOnceMax) await Promise.race(going);
    const doing = attempt(world, planned).finally(() => going.delete(doing));
    going.add(doing);
  }
  await Promise.all(going);
  await backup;
  isOver = true;
  await working;
  return webhooks;
}

async function attempt(world: World, { deed }: PlannedDeed): Promise<void> {
  try {
    await perform(world, deed);
  } catch (error) {
    if (error instanceof NoAnswerError) count(world.journal, "gave up without an answer");
    else if (error instanceof SignInRefusedError)
      count(world.journal, "signed in while deactivated");
    else world.journal.surprises.push(`${deed.kind}: ${(error as Error).stack}`);
  }
}

async function perform(world: World, deed: Deed): Promise<unknown> {
  const { banks, servers, database, journal } = world;
  switch (deed.kind) {
    case "payout":
      return pay(world, deed);
    case "deposit":
      return deposit(world, deed);
    case "transfer to us":
      return transferToUs(world, deed);
    case "statement":
      return importStatements(world, deed);
    case "bank account":
      return addAccount(world, deed);
    case "transfer in":
      return transferIn(world, deed);
    case "suspense":
      return decideSuspense(world, deed);
    case "pause":
      return pauseRail(world, deed);
    case "tenant shut":
      return shutTenant(world, deed);
    case "bank fault":
      count(journal, `bank: ${deed.fault.kind}`, deed.times);
      return banks.plan(deed.bank, deed.fault, deed.times);
    case "bank away":
      count(journal, "bank: away");
      return banks.away(deed.bank, pause(deed.ms));
    case "bank sends back":
      if (banks.sendBack(deed.nth)) count(journal, "payouts sent back after they were paid");
      return;
    case "text lost":
      count(journal, `SMS gateway: ${deed.fault.kind}`);
      return world.phones.gateway.plan(deed.fault);
    case "killed":
      if (await servers.kill(deed.process)) count(journal, "processes killed");
      return;
    case "restarted":
      if (await servers.restart(deed.process)) count(journal, "processes restarted gracefully");
      return;
    case "database restarted":
      count(journal, "database crashed and recovered");
      return database.crash();
    case "time passes":
      count(journal, "jumps of the clock");
      return world.pass(deed.seconds);
  }
}
