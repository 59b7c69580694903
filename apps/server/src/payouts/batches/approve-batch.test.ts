// The guarantee: a batch that the policy covers pays only after everyone asked approved its very
// content, and none of those who prepared it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, partsOf, type BatchWorld } from "../../../test/batch-world.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const approver = { approvals: 1, roles: ["approver"], people: [] };
const owners = { approvals: 1, roles: ["owner"], people: [] };
/** Alone up to ₹1,000; an approver up to ₹5,000; above, an owner too. */
const bands = [
  { ...any, amount_up_to: 1_000, steps: [] },
  { ...any, amount_up_to: 5_000, steps: [approver] },
  { ...any, steps: [approver, owners] },
];

test("the rows need no approval, and their total does", async () => {
  const { owner, preparer, approver: anil } = await world.team({ bands });
  const draft = await world.draft(preparer, world.csvOf([900, 900, 900]));
  expect(draft.check).toMatchObject({ rows_to_approve: 0, needs_approval: true });
  const refused = await world.run(owner, draft);
  expect([refused.status, refused.body.error.code]).toEqual([409, "APPROVAL_REQUIRED"]);
  const content = { content_hash: draft.content_hash };
  const submitted = await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  expect(submitted.body.data).toMatchObject({
    state: "awaiting_approval",
    approval: { waiting_for: "Waits for Anil Kumar or Vikram Rao" },
  });
  const approved = await anil.post(`/payout-batches/${draft.id}/approve`, content);
  expect([approved.status, approved.body.data.state]).toEqual([200, "running"]);
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, draft.id))).toMatchObject({ paid: [3, 2_700] });
  await world.checkBatches();
});

test("a band and the simulator go as high as a batch's total", async () => {
  const { owner } = await world.team({
    bands: [
      { ...any, amount_up_to: 20_00_000, steps: [approver] },
      { ...any, steps: [owners] },
    ],
  });
  const bandOf = async (amount: number) => {
    const payout = { amount, method: "imps", source: "bulk", beneficiary: "known" };
    return (await owner.post("/approval-policy/simulate", payout)).body.data.band;
  };
  expect([await bandOf(20_00_000), await bandOf(25_00_000)]).toEqual([0, 1]);
});

test("takes both steps of the highest band, each by another person", async () => {
  const { owner, preparer, approver: anil, second } = await world.team({ bands });
  const draft = await world.draft(preparer, world.csvOf([900, 6_000]));
  const content = { content_hash: draft.content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  const approve = (by: typeof anil) => by.post(`/payout-batches/${draft.id}/approve`, content);
  expect((await approve(preparer)).status).toBe(403);
  const both = await Promise.all([approve(anil), approve(second)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
  expect((await approve(owner)).body.data.state).toBe("running");
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, draft.id))).toMatchObject({ paid: [2, 6_900] });
  await world.checkBatches();
});

test("nobody who corrected a row approves the batch", async () => {
  const { owner, preparer } = await world.team({ bands });
  const draft = await world.draft(preparer, world.csvOf([6_000]));
  await owner.post(`/payout-batches/${draft.id}/rows`, {
    revision: draft.revision,
    changes: [{ number: 2, fields: { amount: "7000" } }],
  });
  const { content_hash } = await world.readBatch(owner, draft.id);
  const { status, body } = await preparer.post(`/payout-batches/${draft.id}/submit`, {
    content_hash,
  });
  expect([status, body.error.code]).toEqual([422, "POLICY_NOT_SATISFIABLE"]);
});

test("nobody who prepared the rows of a retried batch approves them", async () => {
  const { owner, preparer } = await world.team({ bands });
  const draft = await world.draft(owner, world.csvOf([6_000]));
  await owner.post(`/payout-batches/${draft.id}/cancel`, { reason: "Tomorrow" });
  const retried = await preparer.post(`/payout-batches/${draft.id}/retry`);
  const { id, content_hash } = await world.checkAccounts(preparer, retried.body.data);
  const { status, body } = await preparer.post(`/payout-batches/${id}/submit`, { content_hash });
  expect([status, body.error.code]).toEqual([422, "POLICY_NOT_SATISFIABLE"]);
});

test("a rejected batch comes back as a draft whose approvals no longer count", async () => {
  const { owner, preparer, approver: anil } = await world.team({ bands });
  const draft = await world.draft(preparer, world.csvOf([6_000]));
  const content = { content_hash: draft.content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  await anil.post(`/payout-batches/${draft.id}/approve`, content);
  const reason = "Line 2 is already paid";
  const { body } = await owner.post(`/payout-batches/${draft.id}/reject`, { ...content, reason });
  expect(body.data).toMatchObject({ state: "draft", returned: { reason } });
  const late = await owner.post(`/payout-batches/${draft.id}/approve`, content);
  expect(late.body.error.code).toBe("BATCH_CHANGED");
  const again = { content_hash: (await world.readBatch(owner, draft.id)).content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, again);
  expect((await owner.post(`/payout-batches/${draft.id}/approve`, again)).status).toBe(403);
  await world.checkBatches();
});

test("a batch that waits for funds is not paid with the approval of who was removed meanwhile", async () => {
  const { owner, preparer, approver: anil } = await world.team({ bands, wallet: "₹1,000" });
  const draft = await world.draft(preparer, world.csvOf([3_000]));
  const content = { content_hash: draft.content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  await anil.post(`/payout-batches/${draft.id}/approve`, content);
  await world.disable(owner, anil);
  await world.fund(owner, 10_000);
  await world.workBatches();
  expect(await world.readBatch(owner, draft.id)).toMatchObject({
    state: "paused",
    pause: { code: "APPROVAL_REQUIRED" },
  });
  await owner.post(`/payout-batches/${draft.id}/resume`);
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
  expect((await owner.get("/notifications")).body.data[0]?.text).toMatch(
    /: Who approved this batch was removed before it was paid\. Cancel it, and retry it/,
  );
  await world.checkBatches();
});

test("a step is asked again whose approver was removed before the last approval", async () => {
  const { owner, preparer, approver: anil, second } = await world.team({ bands });
  const draft = await world.draft(preparer, world.csvOf([6_000]));
  const content = { content_hash: draft.content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  const approve = (by: typeof anil) => by.post(`/payout-batches/${draft.id}/approve`, content);
  await approve(anil);
  await world.disable(owner, anil);
  expect((await approve(owner)).body.error.code).toBe("NOT_AN_APPROVER");
  expect((await world.readBatch(owner, draft.id)).approval).toMatchObject({
    steps: [{ given: [{ by: { name: "Anil Kumar" }, counts: false }] }, { given: [] }],
    waiting_for: "Waits for Vikram Rao",
  });
  expect((await approve(second)).body.data.state).toBe("awaiting_approval");
  expect((await approve(owner)).body.data.state).toBe("running");
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(1);
  await world.checkBatches();
});

test("an approved batch that the wallet does not cover starts once funds arrive", async () => {
  const { owner, preparer, approver: anil } = await world.team({ bands, wallet: "₹1,000" });
  const draft = await world.draft(preparer, world.csvOf([900, 900]));
  const content = { content_hash: draft.content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  const { body } = await anil.post(`/payout-batches/${draft.id}/approve`, content);
  expect(body.data).toMatchObject({ state: "paused", pause: { code: "INSUFFICIENT_BALANCE" } });
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
  await world.fund(owner, 1_000);
  await world.workBatches();
  expect(partsOf(await world.readBatch(owner, draft.id))).toMatchObject({ paid: [2, 1_800] });
  await world.checkBatches();
});

test("an approver's own limit holds for the batch's total", async () => {
  const { owner, preparer, approver: anil } = await world.team({ bands });
  await world.setLimits(owner, anil, { per_payout: null, per_day: 2_000 });
  const draft = await world.draft(preparer, world.csvOf([900, 900, 900]));
  const content = { content_hash: draft.content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  const { status, body } = await anil.post(`/payout-batches/${draft.id}/approve`, content);
  expect([status, body.error.code]).toEqual([422, "PERSON_LIMIT_EXCEEDED"]);
});
