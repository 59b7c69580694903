import { getTrialBalance, type TrialBalance } from "@rokad/contract/books";
import { importStatement } from "@rokad/contract/statement-import";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { statementColumns } from "../apps/server/test/statement-world.ts";
import type { Person } from "./person.ts";
import { recordUnrecorded } from "./record-own-money.ts";
import type { World } from "./world.ts";

const secondsMax = 300;
/** Longer than the time for which a provider's balance counts as fresh. */
const freshSeconds = 60;

/**
 * Compares the platform's own money with the outside world, as super admins do at the end of a day:
 * they import the complete statement of each account, record what only a provider's list has, and
 * read the trial balance after the workers have read the balances.
 */
export async function compareOwnMoney(world: World): Promise<TrialBalance> {
  const [, , farah] = world.admins as [Person, Person, Person];
  for (const account of world.receivingAccounts) {
    const body = {
      file_name: "complete.csv",
      content: world.banks.receiving.completeStatement(account).toString("base64"),
      columns: { ...statementColumns, balance: 5 },
      receiving_account_id: account,
    };
    const imported = await farah.call(importStatement, { body }, { key: randomUUID() });
    if (!imported.ok) world.clients.anomalies.push(`The last statement: ${imported.code}`);
  }
  await readBalancesAgain(world);
  await recordUnrecorded(farah, world.banks);
  await readBalancesAgain(world);
  let balance: TrialBalance | undefined;
  for (const end = Date.now() + secondsMax * 1_000; Date.now() < end; await pause(500)) {
    const read = await farah.call(getTrialBalance, {});
    if (!read.ok) continue;
    balance = read.body.data;
    if (balance.accounts.every(({ document }) => document.difference?.amount === 0)) break;
  }
  if (!balance) throw new Error("The trial balance gave no answer");
  return balance;
}

/** A worker reads each balance when it starts, unless it was read a moment ago. */
async function readBalancesAgain({ advanceClock, servers }: World): Promise<void> {
  advanceClock(freshSeconds);
  await servers.restartAll();
  await pause(2_000);
}
