// The guarantee: what waits for funds, approval or its turn counts as an earlier payment before it is paid
// once more.
import { reviewPayout } from "@rokad/contract/payout-review";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const paid = "You paid this account the same amount in the last 90 days";
const waits = "The same amount to this account is waiting or in progress";
const ifsc_code = "HDFC0000001";
const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const bands = [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] }];

const lineOf = (account: string, amount: number) => `Asha Rao,${account},${ifsc_code},${amount}`;
const csvOf = (lines: readonly string[], header = "Name,Account number,IFSC,Amount") =>
  [header, ...lines].join("\n");

/** What another file with these lines says of them. */
async function repeatsIn(by: SignedIn, lines: readonly string[]) {
  const draft = await world.draft(by, csvOf(lines, "Payee,Account number,IFSC,Amount"));
  const rows = await world.rowsOf(by, draft.id);
  const repeated = await world.rowsOf(by, draft.id, "repeated");
  expect(draft.check?.repeated_before).toBe(repeated.length);
  return rows.map(({ warnings }) => warnings.filter((one) => one === paid || one === waits));
}

/** What the payout's form says of an amount to this account. */
async function earlierOf(by: SignedIn, account: string, amount: number) {
  const body = { method: "imps" as const, account_number: account, ifsc_code, amount };
  return (await by.ask(reviewPayout, { body })).data.earlier;
}

test("the rows of a batch that waits for funds or its turn, in another file", async () => {
  const owner = await world.operator({ wallet: "₹1,000" });
  const [first, second] = [world.newAccountNumber(), world.newAccountNumber()];
  const lines = [lineOf(first, 400), lineOf(second, 5_000)];
  const batch = await world.draft(owner, csvOf(lines));
  expect(batch.check?.repeated_before).toBe(0);
  expect(await repeatsIn(owner, [...lines, lineOf(second, 5_001)])).toEqual([[], [], []]);
  await world.run(owner, batch, "in_order");
  await world.workBatches();
  const others = [lineOf(second, 5_001), lineOf(world.newAccountNumber(), 5_000)];
  expect(await repeatsIn(owner, [...lines, ...others])).toEqual([[paid], [waits], [], []]);
  expect(await earlierOf(owner, second, 5_000)).toMatchObject({
    kind: "batch",
    id: batch.id,
    status: "pending",
    is_same_amount: true,
    is_unclear: false,
  });
  const other = await world.operator();
  expect(await repeatsIn(other, lines)).toEqual([[], []]);
  expect(await earlierOf(other, second, 5_000)).toBeNull();
  const { id: batchId } = batch;
  await owner.post(`/payout-batches/${batchId}/cancel`, { reason: "Not needed" });
  expect(await repeatsIn(owner, [lineOf(second, 5_000), ...others])).toEqual([[], [], []]);
});

test("the rows of a batch that waits for approval, but not for themselves", async () => {
  const { preparer } = await world.team({ bands });
  const account = world.newAccountNumber();
  const batch = await world.draft(preparer, csvOf([lineOf(account, 700)]));
  const { content_hash } = batch;
  await preparer.post(`/payout-batches/${batch.id}/submit`, { content_hash });
  expect(await world.readBatch(preparer, batch.id)).toMatchObject({
    state: "awaiting_approval",
    check: { repeated_before: 0 },
  });
  expect(await repeatsIn(preparer, [lineOf(account, 700)])).toEqual([[waits]]);
  expect(await earlierOf(preparer, account, 800)).toMatchObject({
    kind: "batch",
    is_same_amount: false,
  });
});

test("a payment request that waits for approval", async () => {
  const { preparer } = await world.team({ bands });
  const account = world.newAccountNumber();
  const payout = impsOrder({ account_number: account, ifsc_code, amount: 900 });
  const request = await preparer.post("/payment-requests", { payout, submit: true });
  expect(await repeatsIn(preparer, [lineOf(account, 900)])).toEqual([[waits]]);
  expect(await earlierOf(preparer, account, 900)).toMatchObject({
    kind: "request",
    id: request.body.data.id,
    is_same_amount: true,
  });
  const other = world.newAccountNumber();
  const draft = impsOrder({ account_number: other, ifsc_code, amount: 900 });
  await preparer.post("/payment-requests", { payout: draft, submit: false });
  expect(await earlierOf(preparer, other, 900)).toBeNull();
});

test("a single payout that waits for funds", async () => {
  const owner = await world.operator({ wallet: "₹1,000" });
  await owner.put("/payouts/funds-queue", { is_on: true, wait_hours: 24 });
  const account = world.newAccountNumber();
  const order = impsOrder({ account_number: account, ifsc_code, amount: 4_000 });
  const { body } = await owner.pay(order);
  expect(await repeatsIn(owner, [lineOf(account, 4_000)])).toEqual([[waits]]);
  expect(await earlierOf(owner, account, 4_000)).toMatchObject({
    kind: "payout",
    id: body.data.id,
  });
});
