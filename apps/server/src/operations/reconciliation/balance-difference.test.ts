// A balance that our books don't explain stays open: later runs open from the last balance that
// agreed, until a super admin ends the difference with a reason.
import { getFloat } from "@rokad/contract/float";
import { recordFundTransfer } from "@rokad/contract/fund-transfers";
import { listNotifications } from "@rokad/contract/notifications";
import { getReconciliation } from "@rokad/contract/reconciliation";
import { addDays } from "@rokad/contract/days";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openReconciliationWorld } from "../../../test/reconciliation-world.ts";
import { database } from "../../database/db.ts";
import { today } from "../../kernel/days.ts";
import { readProviderBalances } from "../float/read-provider-balances.ts";

let world: Awaited<ReturnType<typeof openReconciliationWorld>>;
beforeAll(async () => {
  world = await openReconciliationWorld();
});
beforeEach(() => world.startOver());
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const inr = (amount: number) => ({ amount, currency: "INR" });
const sandbox = async () => {
  const { data } = await world.boss.ask(getReconciliation, {});
  return data.find(({ adapter }) => adapter === "sandbox");
};

/** Records a top-up of ₹2,00,000 that never reaches the provider. */
async function recordLostTopUp() {
  const form = { from: "own_funds", to: "sandbox", amount: 2_00_000, transferred_on: today() };
  await world.boss.ask(recordFundTransfer, { body: { ...form, note: "Top-up" } });
}

test("a top-up that never arrived stays open in every run until it is ended with a reason", async () => {
  await world.reconcile();
  await recordLostTopUp();
  const first = await world.reconcile();
  expect(first).toMatchObject({ state: "clean", open_count: 0 });
  await world.settledPayout();
  const second = await world.reconcile();
  for (const { balance } of [first, second]) {
    expect(balance?.since?.unexplained).toEqual(inr(-2_00_000_00));
  }
  expect(second.balance?.since?.opening).toEqual(first.balance?.since?.opening);
  expect(await sandbox()).toMatchObject({ open_count: 0, balance_off: inr(-2_00_000_00) });
  const [difference, ...others] = await world.balanceDifferences();
  expect(others).toEqual([]);
  if (!difference) throw new Error("There is no difference");
  expect(difference).toMatchObject({ kind: "balance", is_severe: true, action: "mark_known" });
  expect((await world.handle(difference)).status).toBe(400);
  const { body } = await world.handle(difference, { reason: "Written off with the bank" });
  expect(body.data).toMatchObject({ state: "settled", reason: "Written off with the bank" });
  const third = await world.reconcile();
  expect(third.balance?.since).toMatchObject({
    opening: second.balance?.reported,
    unexplained: inr(0),
  });
  expect(await sandbox()).toMatchObject({ balance_off: null });
});

test("a balance that agrees again closes the difference, and is notified once", async () => {
  const notices = async () => {
    const { data } = await world.boss.ask(listNotifications, { query: {} });
    return data.filter(({ kind }) => kind === "reconciliation_differs").map(({ text }) => text);
  };
  await world.reconcile();
  await recordLostTopUp();
  await world.reconcile();
  await world.reconcile();
  expect(await notices()).toEqual([
    expect.stringMatching(/^Sandbox, .*: payouts match, balance off by ₹2,00,000\.00$/),
  ]);
  const form = { from: "sandbox", to: "own_funds", amount: 2_00_000, transferred_on: today() };
  await world.boss.ask(recordFundTransfer, { body: { ...form, note: "It came back" } });
  await world.reconcile();
  expect(await world.balanceDifferences()).toMatchObject([{ kind: "balance", state: "gone" }]);
});

test("money that was there before the first run agrees once it is recorded", async () => {
  await database().deleteFrom("provider_balances").execute();
  await readProviderBalances();
  await world.reconcile();
  const { data } = await world.boss.ask(getFloat, {});
  const [credit] = data.providers.flatMap(({ unrecorded_credits: credits }) => credits);
  if (!credit) throw new Error("The sandbox's opening balance is recorded already");
  await world.reconcile();
  expect((await sandbox())?.balance_off).toEqual(credit.amount);
  const form = { from: "own_funds", to: "sandbox", amount: credit.amount.amount / 100 };
  await world.boss.ask(recordFundTransfer, {
    body: {
      ...form,
      transferred_on: today(),
      note: "Opening balance",
      credit_reference: credit.reference,
    },
  });
  await world.reconcile();
  expect((await sandbox())?.balance_off).toBeNull();
});

test("a run of an older day does not move the last reconciled day back", async () => {
  await world.reconcile();
  await world.reconcile(addDays(today(), -5));
  expect((await sandbox())?.last_run?.day).toBe(today());
});
