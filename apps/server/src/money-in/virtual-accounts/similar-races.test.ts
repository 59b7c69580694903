// A credit that resembles a request refers to that request while a reviewer decides it: neither of the
// two waits for the other.
import { setTimeout as pause } from "node:timers/promises";
import { initiateDeposit } from "@rokad/contract/deposits";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReceiver } from "../../../test/receiver.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction } from "../../database/db.ts";
import * as ledger from "../../ledger/ledger.ts";
import { lockForReview } from "../deposits/review-queries.ts";
import { receiveCredits } from "./receive-credits.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

/** Whether another transaction has locked the wallet. */
async function isLocked(walletId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from wallets where id = ${walletId} for update skip locked
  `.execute(database());
  return rows.length === 0;
}

test("a credit that resembles a request does not deadlock with its approval", async () => {
  const { tenant, bankAccount, credit } = await openReceiver(world);
  const body = { bank_account: bankAccount, amount: 1_500.5, utr_reference: world.newUtr() };
  const { data } = await tenant.ask(initiateDeposit, { body });
  const results = await transaction(async (db) => {
    // As an approval: the deposit before the wallet.
    await lockForReview(db, data._id);
    const receiving = receiveCredits("sandbox", [credit()]);
    const outcome = receiving.then(
      (received) => received,
      (error: Error) => [error.message],
    );
    while (!(await isLocked(tenant.id))) if (await hasEnded(outcome)) break;
    await ledger.lock(db, [tenant.id]);
    return { outcome };
  });
  expect(await results.outcome).toEqual(["suspended"]);
});

async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol("open");
  return (await Promise.race([promise, pause(5, open)])) !== open;
}
