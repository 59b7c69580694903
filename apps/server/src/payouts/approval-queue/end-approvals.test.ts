// The guarantee: a batch that can't be paid as it was submitted is a draft again before more people
// approve it, with the reason; nothing of it is paid by approvals of what it was before.
import { createBeneficiary } from "@rokad/contract/beneficiaries";
import { endPayoutDestination } from "@rokad/contract/payout-destinations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { everyPayout } from "../../../test/deputies.ts";
import { beneficiaryOf } from "../../../test/forms.ts";
import { returnOutdatedApprovals } from "./end-approvals.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(async () => {
  await world.checkBatches();
  await world.check();
  await world.close();
});

const returned = {
  state: "draft",
  approval: null,
  returned: { by: null, reason: expect.stringContaining("changed since it was submitted") },
};

/** A batch with one row to a saved account, submitted to an approver and then an owner. */
async function submitted() {
  const steps = ["approver", "owner"].map((role) => ({ approvals: 1, roles: [role], people: [] }));
  const team = await world.team({ bands: [{ ...everyPayout, steps }] });
  const account = world.newAccountNumber();
  const body = beneficiaryOf(account, { name: "Asha Rao" });
  const { data: saved } = await team.preparer.ask(createBeneficiary, { body });
  const rows = [`Asha Rao,${account},HDFC0000001,900`, ...world.csvOf([800]).split("\n").slice(1)];
  const csv = ["Name,Account number,IFSC,Amount", ...rows].join("\n");
  const draft = await world.draft(team.preparer, csv);
  const content = { content_hash: draft.content_hash };
  const path = `/payout-batches/${draft.id}`;
  const { status, text } = await team.preparer.post(`${path}/submit`, content);
  if (status !== 200) throw new Error(text);
  await team.approver.post(`${path}/approve`, content);
  const endAccount = () =>
    team.preparer.ask(endPayoutDestination, {
      params: { id: saved.id, destination_id: saved.default_destination?.id ?? "" },
    });
  return { ...team, id: draft.id, path, content, endAccount };
}

test("a removed account makes it a draft again, which its preparer reads", async () => {
  const { owner, preparer, id, path, content, endAccount } = await submitted();
  expect(await returnOutdatedApprovals()).toBe(0);
  await endAccount();
  expect(await Promise.all([returnOutdatedApprovals(), returnOutdatedApprovals()])).toContain(1);
  expect(await world.readBatch(preparer, id)).toMatchObject(returned);
  expect(await world.notificationKinds(owner)).toContain("batch_returned");
  const late = await owner.post(`${path}/approve`, content);
  expect(late.body.error.code).toBe("BATCH_CHANGED");
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
});

test("the last approval finds it before the task does", async () => {
  const { owner, id, path, content, endAccount } = await submitted();
  await endAccount();
  const { body } = await owner.post(`${path}/approve`, content);
  expect(body.error).toMatchObject({
    code: "BATCH_CHANGED",
    message: expect.stringContaining("It is a draft again"),
  });
  expect(await world.readBatch(owner, id)).toMatchObject(returned);
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
});

test("so does another fee", async () => {
  const { owner, preparer, id } = await submitted();
  expect(await world.withFee(700, returnOutdatedApprovals)).toBeGreaterThan(0);
  expect(await world.readBatch(preparer, id)).toMatchObject(returned);
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(0);
});
