// The guarantee: one signature pays each row of a file once, in order, for what was checked, and
// paid + failed + cancelled + waiting is the total at every moment.
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { me } from "@rokad/contract/sign-in";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, partsOf, type BatchWorld } from "../../../test/batch-world.ts";
import { database } from "../../database/db.ts";
import { applyProviderUpdates } from "../send/apply-provider-updates.ts";
import { createBatchPayouts } from "./create-payouts.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

/** The batch of the one answer that created it. */
function createdOf(
  answers: readonly { readonly status: number; readonly body: { data: PayoutBatchDetail } }[],
): PayoutBatchDetail {
  const created = answers.find(({ status }) => status === 201);
  if (!created) throw new Error("No batch was created");
  return created.body.data;
}

test("what the check says to the paisa is what one signature pays", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([1_000.5, '"₹2,000.00"', 300]));
  const { check } = draft;
  expect(check).toMatchObject({
    rows: 3,
    ready: 3,
    wrong: 0,
    repaired: 1,
    new_payees: 3,
    amount: { amount: 3_300_50 },
    uncovered_rows: 0,
    needs_approval: false,
  });
  const { status, body } = await world.run(owner, draft);
  expect([status, body.data.state]).toEqual([200, "running"]);
  await world.workBatches();
  const done = await world.readBatch(owner, draft.id);
  expect(done.state).toBe("finished");
  expect(partsOf(done)).toMatchObject({ total: [3, 3_300.5], paid: [3, 3_300.5], waiting: [0, 0] });
  expect(await owner.balance()).toBe(check?.closing_balance.amount);
  await world.checkBatches();
});

test("a wrong row stops the batch until it is corrected or removed", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100, 0.5, 200]));
  expect(draft.check).toMatchObject({ ready: 2, wrong: 1 });
  expect(draft.content_hash).toBeNull();
  const refused = await owner.post(`/payout-batches/${draft.id}/run`, {
    content_hash: "0".repeat(64),
  });
  expect([refused.status, refused.body.error.code]).toEqual([409, "BATCH_NOT_READY"]);
  const corrected = await owner.post(`/payout-batches/${draft.id}/rows`, {
    revision: draft.revision,
    changes: [
      { number: 3, fields: { amount: "50" } },
      { number: 4, is_removed: true },
    ],
  });
  expect(corrected.body.data.batch.check).toMatchObject({
    ready: 2,
    wrong: 0,
    removed: 1,
    amount: { amount: 150_00 },
  });
  expect((await world.run(owner, draft)).status).toBe(200);
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, draft.id))).toMatchObject({ paid: [2, 150] });
  await world.checkBatches();
});

test("a change after the signature's content is refused", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100]));
  await owner.post(`/payout-batches/${draft.id}/rows`, {
    revision: draft.revision,
    changes: [{ number: 2, fields: { amount: "900" } }],
  });
  const { content_hash } = draft;
  const { status, body } = await owner.post(`/payout-batches/${draft.id}/run`, { content_hash });
  expect([status, body.error.code]).toEqual([409, "BATCH_CHANGED"]);
  expect(await world.payoutCount(owner)).toBe(0);
});

test("one file uploaded twice, or in two tabs at once, is one batch", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const csv = world.csvOf([100, 200]);
  const answers = await Promise.all(
    [1, 2].map(() => owner.post("/payout-batches", world.uploadOf(csv))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const first = createdOf(answers);
  const other = answers.find(({ status }) => status === 409)?.body.error;
  expect(other).toMatchObject({ code: "BATCH_EXISTS", fields: { id: first.id } });
  await world.run(owner, first);
  await world.workBatches();
  const again = await owner.post("/payout-batches", world.uploadOf(csv, "renamed.csv"));
  expect(again.body.error.fields).toEqual({ id: first.id, repeat_of: first.id });
  const repeat = { ...world.uploadOf(csv), repeat_of: first.id };
  const repeats = await Promise.all([1, 2].map(() => owner.post("/payout-batches", repeat)));
  expect(repeats.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const meant = createdOf(repeats);
  expect(meant.check).toMatchObject({ repeated_before: 2 });
  expect(await world.payoutCount(owner)).toBe(2);
  await world.checkBatches();
});

test("a repeat names the last batch of this file, of one's own business", async () => {
  const [owner, other] = [await world.operator(), await world.operator({ wallet: "₹10,000" })];
  const csv = world.csvOf([100]);
  const theirs = await world.draft(other, csv);
  await world.run(other, theirs);
  await world.workBatches();
  const repeat = (by: typeof owner, id: string) =>
    by.post("/payout-batches", { ...world.uploadOf(csv), repeat_of: id });
  const unknown = "00000000-0000-7000-8000-000000000000";
  for (const id of [theirs.id, unknown]) {
    const { status, body } = await repeat(owner, id);
    expect([status, body.error.fields]).toEqual([
      400,
      { repeat_of: "Name the last batch of this file" },
    ]);
  }
  expect((await repeat(other, unknown)).status).toBe(409);
});

test("two signatures at the same time start a batch once", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100, 200]));
  const answers = await Promise.all([1, 2].map(() => world.run(owner, draft)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await Promise.all([world.workBatches(), world.workBatches()]);
  expect(await world.payoutCount(owner)).toBe(2);
  await world.checkBatches();
});

test("a batch whose row was altered in the database stops no other", async () => {
  const [altered, other] = [
    await world.operator({ wallet: "₹5,000" }),
    await world.operator({ wallet: "₹5,000" }),
  ];
  const drafts = [];
  for (const by of [altered, other]) {
    const draft = await world.draft(by, world.csvOf([100]));
    await world.run(by, draft);
    drafts.push(draft.id);
  }
  await sql`update batch_rows set amount_paise = 1 where batch_id = ${drafts[0]}`.execute(
    database(),
  );
  await expect(createBatchPayouts()).rejects.toThrow("differs from what was signed");
  expect([await world.payoutCount(altered), await world.payoutCount(other)]).toEqual([0, 1]);
  await altered.post(`/payout-batches/${drafts[0] ?? ""}/cancel`, { reason: "A test" });
});

test("a whole batch that the wallet does not cover does not start", async () => {
  const owner = await world.operator({ wallet: "₹1,000" });
  const draft = await world.draft(owner, world.csvOf([600, 600]));
  expect(draft.check).toMatchObject({ uncovered_rows: 1, missing_amount: { amount: 211_80 } });
  const { status, body } = await world.run(owner, draft);
  expect([status, body.error.code]).toEqual([422, "INSUFFICIENT_BALANCE"]);
  expect(body.error.message).toContain("₹211.80");
  expect(await world.payoutCount(owner)).toBe(0);
});

test("in order, a later row never goes before one that waits for funds", async () => {
  const owner = await world.operator({ wallet: "₹1,000" });
  const draft = await world.draft(owner, world.csvOf([600, 600, 100, 50]));
  expect((await world.run(owner, draft, "in_order")).status).toBe(200);
  await world.workBatches();
  const waiting = await world.readBatch(owner, draft.id);
  expect(waiting.pause?.code).toBe("INSUFFICIENT_BALANCE");
  expect(partsOf(waiting)).toMatchObject({ total: [4, 1_350], paid: [1, 600], waiting: [3, 750] });
  await world.fund(owner, 1_000);
  await world.workBatches();
  const done = await world.readBatch(owner, draft.id);
  expect([done.state, done.pause]).toEqual(["finished", null]);
  expect(partsOf(done)).toMatchObject({ paid: [4, 1_350], waiting: [0, 0] });
  await world.checkBatches();
});

test("pausing and cancelling leave what is paid, and the parts are the total", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100, 200, 300]));
  await world.run(owner, draft);
  expect((await owner.post(`/payout-batches/${draft.id}/pause`)).body.data.state).toBe("paused");
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
  const reason = "The wrong month";
  const { body } = await owner.post(`/payout-batches/${draft.id}/cancel`, { reason });
  expect(partsOf(body.data)).toMatchObject({
    total: [3, 600],
    cancelled: [3, 600],
    waiting: [0, 0],
  });
  const resumed = await owner.post(`/payout-batches/${draft.id}/resume`);
  expect(resumed.body.error.code).toBe("BATCH_CHANGED");
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
});

test("retrying makes one draft of the rows that paid nobody, and names its parent", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100, 200]));
  await world.run(owner, draft);
  await owner.post(`/payout-batches/${draft.id}/cancel`, { reason: "Not yet" });
  const retries = await Promise.all(
    [1, 2].map(() => owner.post(`/payout-batches/${draft.id}/retry`)),
  );
  expect(retries.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const retry = createdOf(retries);
  expect(retry).toMatchObject({ state: "draft", parent: { id: draft.id }, rows: 2 });
});

test("what the bank returns of a paid row is shown beside what was paid", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const { id } = await world.draft(owner, world.csvOf([100, 200]));
  await world.run(owner, { id });
  await world.workBatches();
  const { payout } = (await world.rowsOf(owner, id)).at(-1) ?? {};
  const back = { adapter: "sandbox", state: "reversed", returnReference: "RT1" } as const;
  const reference = payout?.reference_id ?? "";
  await applyProviderUpdates([{ ...back, reference, amountPaise: 50_00n }]);
  const parts = partsOf(await world.readBatch(owner, id));
  expect(parts).toMatchObject({ total: [2, 300], paid: [2, 300], returned: [1, 50] });
});

test("its end is notified once, and none of its rows", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100, 200]));
  await world.run(owner, draft);
  await world.workBatches();
  const kinds = await world.notificationKinds(owner);
  expect(kinds.filter((kind) => kind.startsWith("batch"))).toEqual(["batch_finished"]);
  expect(kinds).not.toContain("payout_settled");
});

test("another tenant finds nothing", async () => {
  const owner = await world.operator({ wallet: "₹1,000" });
  const other = await world.operator();
  const draft = await world.draft(owner, world.csvOf([100]));
  for (const path of ["", "/lines", "/rows", "/file"])
    expect((await other.get(`/payout-batches/${draft.id}${path}`)).status).toBe(404);
  expect((await other.post(`/payout-batches/${draft.id}/pause`)).status).toBe(404);
});

test("a fee that changes before the signature is shown before anything is paid", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100]));
  await world.withFee(9_00, async () => {
    const { status, body } = await world.run(owner, draft);
    expect([status, body.error.code]).toEqual([409, "BATCH_CHANGED"]);
    const again = await world.readBatch(owner, draft.id);
    expect(again.check?.txn_fee.amount).toBe(9_00);
  });
});

test("a business needs both features for a batch: bulk payouts and payouts", async () => {
  for (const features of [["bulk_payouts"], ["create_payout"]] as const) {
    const owner = await world.operator({ features });
    const created = await owner.post("/payout-batches", world.uploadOf(world.csvOf([100])));
    expect([created.status, created.body.error.code]).toEqual([403, "FEATURE_NOT_ENABLED"]);
    expect((await owner.get("/payout-batches")).status).toBe(403);
    const { user } = (await owner.ask(me, {})).data;
    expect(user.features).toEqual(features.filter((feature) => feature !== "bulk_payouts"));
    const preparer = await world.member(owner, ["preparer"]);
    expect((await preparer.ask(me, {})).data.user.features).toEqual(user.features);
  }
});

test("a viewer sees account numbers masked, in the rows and in the file", async () => {
  const owner = await world.operator();
  const { id } = await world.draft(owner, world.csvOf([100]));
  const viewer = await world.member(owner, ["viewer"]);
  const [row] = await world.rowsOf(owner, id);
  const number = row?.fields.account_number ?? "";
  expect(number).toMatch(/^\d{9,}$/);
  const masked = `****${number.slice(-4)}`;
  expect((await world.rowsOf(viewer, id))[0]?.fields.account_number).toBe(masked);
  const file = await viewer.get(`/payout-batches/${id}/file`);
  expect([file.text.includes(number), file.text.includes(masked)]).toEqual([false, true]);
  expect((await owner.get(`/payout-batches/${id}/file`)).text).toContain(number);
});
