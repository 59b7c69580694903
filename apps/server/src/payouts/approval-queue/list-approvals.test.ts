// The guarantee: what one person can approve now is one list, the longest waiting first, and nothing in
// it is refused to them: neither what they prepared, nor a later step, nor what was decided.
import { listWaitingApprovals } from "@rokad/contract/waiting-approvals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { everyPayout } from "../../../test/deputies.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const stepOf = (role: "approver" | "owner") => ({ approvals: 1, roles: [role], people: [] });

async function waitingFor(person: SignedIn) {
  const { data } = await person.ask(listWaitingApprovals, {});
  expect(data.count).toBe(data.waiting.length);
  return data.waiting.map(({ id }) => id);
}

async function submittedBatch(preparer: SignedIn) {
  const draft = await world.draft(preparer, world.csvOf([900, 800]));
  const content = { content_hash: draft.content_hash };
  const { status, text } = await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  if (status !== 200) throw new Error(text);
  return { id: draft.id, content };
}

test("lists requests and batches of each person's turn, the longest waiting first", async () => {
  const team = await world.team({
    bands: [{ ...everyPayout, steps: [stepOf("approver"), stepOf("owner")] }],
  });
  const request = await world.request(team.preparer);
  const batch = await submittedBatch(team.preparer);
  expect(await waitingFor(team.approver)).toEqual([request.id, batch.id]);
  expect(await waitingFor(team.preparer)).toEqual([]);
  expect(await waitingFor(team.owner)).toEqual([]);
  const { data } = await team.approver.ask(listWaitingApprovals, {});
  expect(data.waiting).toMatchObject([
    { kind: "request", title: expect.stringContaining("to "), amount: { currency: "INR" } },
    { kind: "batch", title: "salaries.csv", amount: { amount: 170_000 } },
  ]);

  await team.approver.post(`/payout-batches/${batch.id}/approve`, batch.content);
  expect(await waitingFor(team.approver)).toEqual([request.id]);
  expect(await waitingFor(team.owner)).toEqual([batch.id]);
  await team.owner.post(`/payout-batches/${batch.id}/approve`, batch.content);
  expect(await waitingFor(team.owner)).toEqual([]);
  await world.workBatches();
  await world.checkBatches();
});

test("leaves out a request whose time is over", async () => {
  const team = await world.team({ bands: [{ ...everyPayout, steps: [stepOf("approver")] }] });
  const request = await world.request(team.preparer);
  expect(await waitingFor(team.approver)).toEqual([request.id]);
  await world.later(31 * 24 * 60 * 60 * 1000, async () => {
    const approver = await world.signIn(team.approver.mobile);
    expect(await waitingFor(approver)).toEqual([]);
    const [outcome] = await world.approve(approver, [request]);
    expect(outcome).toMatchObject({ outcome: "refused", code: "ALREADY_DECIDED" });
  });
});
