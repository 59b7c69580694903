// The guarantee: a draft's figures leave out of the wallet what it pays first, as paying the draft does:
// rows of running batches, and what waits for funds.
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { formatMoney } from "@rokad/money/format";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchFundsWorld, type BatchFundsWorld } from "../../../test/batch-funds-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { resumeFundedBatches } from "./finish-batches.ts";

let world: BatchFundsWorld;
beforeAll(async () => {
  world = await openBatchFundsWorld();
});
afterAll(() => world.close());

/** The figures of a draft in paise, and whether paying it as a whole names the same. */
async function figuresOf(owner: SignedIn, { id }: Pick<PayoutBatchDetail, "id">) {
  const { check } = await world.readBatch(owner, id);
  if (!check) throw new Error("The batch is no draft");
  const { status, body } = await world.run(owner, { id });
  return {
    first: check.needed_first.amount,
    afterwards: check.closing_balance.amount,
    missing: check.missing_amount.amount,
    uncovered: check.uncovered_rows,
    isNamed: status === 422 && body.error.message.includes(formatMoney(check.missing_amount)),
  };
}

test("beside a running batch", async () => {
  const owner = await world.operator({ wallet: "₹2,000" });
  const [running, covered, lacking] = [
    await world.draft(owner, world.csvOf([1_000])),
    await world.draft(owner, world.csvOf([100])),
    await world.draft(owner, world.csvOf([900, 500])),
  ];
  await world.run(owner, running);
  expect(await figuresOf(owner, lacking)).toEqual({
    first: 1_005_90,
    afterwards: 0,
    missing: 417_70,
    uncovered: 1,
    isNamed: true,
  });
  expect((await world.readBatch(owner, covered.id)).check).toMatchObject({
    available: { amount: 2_000_00 },
    needed_first: { amount: 1_005_90 },
    closing_balance: { amount: 888_20 },
    missing_amount: { amount: 0 },
  });
  await world.run(owner, covered);
  await world.workBatches();
  expect(await owner.balance()).toBe(888_20);
});

test("behind a payout that waits for funds", async () => {
  const owner = await world.waitingOwner();
  await owner.pay(impsOrder({ amount: 1_500, account_number: world.newAccountNumber() }));
  expect(await figuresOf(owner, await world.draft(owner, world.csvOf([10, 20])))).toEqual({
    first: 1_505_90,
    afterwards: 0,
    missing: 547_70,
    uncovered: 2,
    isNamed: true,
  });
});

test("behind a batch that waits in order, which counts once when it goes on", async () => {
  const owner = await world.waitingOwner();
  const waiting = await world.draft(owner, world.csvOf([900, 600]));
  await world.run(owner, waiting, "in_order");
  await world.workBatches();
  const draft = await world.draft(owner, world.csvOf([30]));
  expect(await figuresOf(owner, draft)).toEqual({
    first: 605_90,
    afterwards: 0,
    missing: 547_70,
    uncovered: 1,
    isNamed: true,
  });
  await world.fund(owner, 1_000);
  expect(await resumeFundedBatches()).toBe(1);
  expect((await world.readBatch(owner, draft.id)).check).toMatchObject({
    needed_first: { amount: 605_90 },
    closing_balance: { amount: 452_30 },
    missing_amount: { amount: 0 },
  });
  await world.checkBatches();
});
