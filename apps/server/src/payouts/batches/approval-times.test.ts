// The guarantee: a batch that waits for approvals is reminded of, names who can unblock it and since when,
// and is a draft again when they were not given in time.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { dayMs, nameDeputies, teamOfAnil } from "../../../test/deputies.ts";
import { expireApprovals } from "../approval-queue/end-approvals.ts";
import { remindApprovers } from "../approval-queue/remind-approvers.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const stepOf = (role: string) => ({ approvals: 1, roles: [role], people: [] });
const bands = [{ ...any, steps: [stepOf("approver"), stepOf("owner")] }];

async function submitted(team: Awaited<ReturnType<BatchWorld["team"]>>) {
  const draft = await world.draft(team.preparer, world.csvOf([900, 800]));
  const content = { content_hash: draft.content_hash };
  await team.preparer.post(`/payout-batches/${draft.id}/submit`, content);
  return { id: draft.id, content };
}

test("names who can approve next and since when, and who approved each step", async () => {
  const team = await world.team({ bands });
  const { id, content } = await submitted(team);
  const before = (await world.readBatch(team.owner, id)).approval;
  expect(before?.next).toMatchObject({
    step: 0,
    missing: 1,
    people: [{ name: "Anil Kumar", in_place_of: null }, { name: "Vikram Rao" }],
    since: before?.submitted_at,
  });
  await world.later(600_000, () => team.approver.post(`/payout-batches/${id}/approve`, content));
  const after = (await world.readBatch(team.owner, id)).approval;
  expect(after?.steps[0]?.given).toMatchObject([{ by: { name: "Anil Kumar" } }]);
  expect(after?.next).toMatchObject({ step: 1, people: [{ id: team.owner.id }] });
  expect(after?.next?.since).toBe(after?.steps[0]?.given[0]?.at);
  await world.checkBatches();
});

test("reminds once in each time, of the step that waits", async () => {
  const team = await world.team({ bands });
  await submitted(team);
  const reminders = async () =>
    (await world.notificationKinds(team.owner)).filter((kind) => kind === "batch_reminder").length;
  await world.later(dayMs / 2, () => remindApprovers());
  expect(await reminders()).toBe(0);
  await world.later(1.1 * dayMs, async () => {
    expect(await remindApprovers()).toBeGreaterThan(0);
    expect(await remindApprovers()).toBe(0);
  });
  expect(await reminders()).toBe(1);
  await world.later(2.2 * dayMs, () => remindApprovers());
  expect(await reminders()).toBe(2);
});

test("says that nobody can approve it, and who can help", async () => {
  const { owner, preparer, approver, ids } = await teamOfAnil(world);
  const draft = await world.draft(preparer, world.csvOf([900]));
  const content = { content_hash: draft.content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  await world.disable(owner, approver);
  await world.later(2 * dayMs, () => remindApprovers());
  expect(await world.notificationKinds(owner)).toContain("batch_stuck");
  expect((await world.readBatch(owner, draft.id)).approval?.next?.sentence).toMatch(
    /^Nobody can approve this step/,
  );
  await nameDeputies(owner, ids.anil, [ids.vikram]);
  expect((await world.readBatch(owner, draft.id)).approval?.next?.sentence).toBe(
    "Waits for Vikram Rao (for Anil Kumar)",
  );
});

test("is a draft again after 30 days, with its approvals void, also while one is given", async () => {
  const team = await world.team({ bands });
  const { id, content } = await submitted(team);
  await team.approver.post(`/payout-batches/${id}/approve`, content);
  await world.later(29 * dayMs, () => expireApprovals());
  expect((await world.readBatch(team.owner, id)).state).toBe("awaiting_approval");
  await world.later(31 * dayMs, () => Promise.all([expireApprovals(), expireApprovals()]));
  expect(await world.readBatch(team.owner, id)).toMatchObject({
    state: "draft",
    approval: null,
    returned: { by: null, reason: expect.stringContaining("30 days") },
  });
  expect(await world.notificationKinds(team.owner)).toContain("batch_returned");
  const late = await team.owner.post(`/payout-batches/${id}/approve`, content);
  expect(late.body.error.code).toBe("BATCH_CHANGED");
  await world.workBatches();
  expect(await world.payoutCount(team.owner)).toBe(0);
  await world.checkBatches();
});
