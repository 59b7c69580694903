// The guarantee: whatever a provider's record of a day has otherwise than our books is listed with
// the one thing to do about it, nothing is changed before somebody does that, and then it is gone.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { plant } from "../../test/plant.ts";
import { openReconciliationWorld } from "../../test/reconciliation-world.ts";

let world: Awaited<ReturnType<typeof openReconciliationWorld>>;
beforeAll(async () => {
  world = await openReconciliationWorld();
});
beforeEach(() => world.forget());
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

test("a day on which both agree has nothing to show", async () => {
  await world.paid();
  await world.paid("failure@upi");
  expect(await world.reconcile()).toMatchObject({
    state: "clean",
    way: "list",
    compared_count: 2,
    ours: { count: 1, amount: { amount: 100_000 } },
    theirs: { count: 1, amount: { amount: 100_000 } },
  });
  expect(await world.differences()).toEqual([]);
});

test("a transfer that we never made is severe, and known once somebody says why", async () => {
  const theirs = await plant.missingHere();
  expect(await world.reconcile()).toMatchObject({
    state: "differs",
    new_count: 1,
    severe_count: 1,
  });
  const found = await world.only();
  expect(found).toMatchObject({
    kind: "missing_here",
    action: "mark_known",
    is_severe: true,
    payout: null,
    ours: null,
    subject: theirs,
    theirs: { state: "success", amount: { amount: 70_000 } },
  });
  expect((await world.handle(found)).body.error.fields).toEqual({ reason: "A reason is required" });
  const reason = "A refund that was paid on the dashboard";
  expect((await world.handle(found, { reason })).status).toBe(200);
  expect(await world.lastDeed()).toMatchObject({ act: "reconciliation.marked_known", reason });
  expect(await world.reconcile()).toMatchObject({ state: "clean", known_count: 1, new_count: 0 });
  const reference = theirs.replace("sandbox-", "");
  await plant.state(reference, "reversed");
  expect(await world.reconcile()).toMatchObject({ state: "differs", open_count: 1, new_count: 0 });
  expect(await world.only()).toMatchObject({ id: found.id, reason: null, ended_by: null });
});

test("what they do not know although we say that it was paid is for two super admins", async () => {
  const { reference } = await world.paid();
  await plant.missingThere(reference);
  await world.reconcile();
  const found = await world.only();
  expect(found).toMatchObject({
    kind: "missing_there",
    action: "decide",
    is_severe: true,
    payout: { reference, tenant: "Sharma Traders" },
    ours: { state: "success" },
    theirs: null,
  });
  expect((await world.handle(found)).status).toBe(400);
  expect((await world.handle(found, { action: "ask" })).body.error.code).toBe("DIFFERENCE_CHANGED");
});

test("what we hold as processing and they never took is asked for, and goes its way", async () => {
  // It knows what it paid last, so that its word of knowing nothing is believed.
  await world.paid();
  const { reference, id } = await world.paid("pending@upi");
  await plant.missingThere(reference);
  await world.quiet();
  await world.reconcile();
  const found = await world.only();
  expect(found).toMatchObject({ kind: "missing_there", action: "ask", is_severe: false });
  expect((await world.handle(found)).body.message).toBe("The provider still knows nothing of it");
  expect(await world.only()).toMatchObject({ id: found.id });
  // The worker hands it over again under its old key.
  await world.makeDue();
  await world.work();
  expect(await world.payer.shown(id)).toMatchObject({ status: "processing" });
  await world.quiet();
  await world.reconcile();
  expect(await world.differences()).toMatchObject([
    { id: found.id, state: "gone", ended_by: null },
  ]);
});

test("another amount is severe, and never changes ours", async () => {
  const { reference, id } = await world.paid();
  await plant.amount(reference, 1_000_000n);
  await world.reconcile();
  const found = await world.only();
  expect(found).toMatchObject({
    kind: "amount",
    action: "mark_known",
    is_severe: true,
    ours: { amount: { amount: 100_000 } },
    theirs: { amount: { amount: 1_000_000 } },
  });
  await world.handle(found, { reason: "They have booked it wrongly; ticket 4711" });
  expect(await world.payer.shown(id)).toMatchObject({ amount: { amount: 100_000 } });
  expect(await world.differences({ state: "handled" })).toMatchObject([
    { state: "known", ended_by: "Meera Iyer" },
  ]);
});

test("two transfers under one reference are told of, and only one is compared", async () => {
  const { reference } = await world.paid();
  const other = await plant.doubled(reference);
  const failed = await plant.doubled(reference, { state: "failed" });
  expect(await world.reconcile()).toMatchObject({ open_count: 2, severe_count: 1 });
  expect(await world.differences()).toMatchObject([
    { kind: "doubled", subject: other, is_severe: true, action: "mark_known" },
    { kind: "doubled", subject: failed, is_severe: false },
  ]);
});

test.each([
  ["success", "paid to the beneficiary", 0],
  ["failed", "failed with them", 100_590],
] as const)(
  "an end that we have not heard of (%s) is asked for by a person",
  async (state, _, back) => {
    const { reference, id } = await world.paid("pending@upi");
    const before = await world.payer.balance();
    await plant.state(reference, state);
    await world.quiet();
    await world.reconcile();
    const found = await world.only();
    expect(found).toMatchObject({ kind: "status", action: "ask", is_severe: false });
    expect(await world.payer.shown(id)).toMatchObject({ status: "processing" });
    expect((await world.handle(found)).body).toMatchObject({
      message: "Both sides agree now",
      data: { state: "settled", ended_by: "Meera Iyer" },
    });
    expect(await world.payer.shown(id)).toMatchObject({ status: state });
    expect(await world.payer.balance()).toBe(before + back);
    expect(await world.lastDeed()).toMatchObject({
      act: "reconciliation.asked",
      after: { settled: true },
    });
    expect(await world.reconcile()).toMatchObject({ state: "clean" });
  },
);

test("a return after success that nobody told us of pays back amount, fee and GST once", async () => {
  const { reference, id } = await world.paid();
  const before = await world.payer.balance();
  await plant.state(reference, "reversed");
  await world.reconcile();
  const found = await world.only();
  expect(found).toMatchObject({ kind: "status", action: "ask", ours: { state: "success" } });
  const answers = await Promise.all([
    world.handle(found),
    world.handle(found),
    world.handle(found),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await world.payer.balance()).toBe(before + 100_590);
  expect(await world.payer.shown(id)).toMatchObject({ status: "failed" });
});

test("an end that contradicts ours moves nothing, whichever way it goes", async () => {
  const paid = await world.paid();
  const failed = await world.paid("failure@upi");
  const before = await world.payer.balance();
  await plant.state(paid.reference, "failed");
  await plant.state(failed.reference, "success");
  expect(await world.reconcile()).toMatchObject({ severe_count: 2 });
  for (const found of await world.differences()) {
    expect(found).toMatchObject({ kind: "status", action: "decide", is_severe: true });
    expect((await world.handle(found, { action: "ask" })).status).toBe(409);
  }
  const [found] = await world.differences();
  if (!found) throw new Error("There is no difference");
  const reason = "Their desk has corrected it, ticket 4712";
  const kabir = await world.newSuperAdmin("Kabir Rao");
  expect((await world.handle(found)).body.error.fields).toEqual({ reason: "A reason is required" });
  const first = await world.handle(found, { reason });
  expect(first.body).toMatchObject({
    data: { state: "open", first: { by: "Meera Iyer", reason } },
  });
  expect((await world.handle(found, { reason })).body.error.code).toBe("SECOND_APPROVER_NEEDED");
  const second = await world.handle(found, { reason: "I have seen it" }, kabir);
  expect(second.body.data).toMatchObject({ state: "known", ended_by: "Kabir Rao" });
  expect(await world.lastDeed()).toMatchObject({ act: "reconciliation.marked_known" });
  expect(await world.payer.balance()).toBe(before);
});

test("another UTR and another charge are taken over by a person, one by one", async () => {
  const { reference, id } = await world.paid();
  await plant.utr(reference, "700000000009");
  await plant.charge(reference, 500n, 90n);
  await world.reconcile();
  expect((await world.payer.shown(id)).utr_number).not.toBe("700000000009");
  const found = await world.differences();
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(["charge", "utr"]);
  for (const one of found) expect((await world.handle(one)).status).toBe(200);
  expect((await world.payer.shown(id)).utr_number).toBe("700000000009");
  expect((await world.handle(found[0] ?? (await world.only()))).status).toBe(409);
  expect(await world.reconcile()).toMatchObject({ state: "clean", new_count: 0 });
  expect(new Set((await world.differences()).map(({ state }) => state))).toEqual(
    new Set(["settled"]),
  );
});

test("a charge that was noted meanwhile is not written over", async () => {
  const { reference, id } = await world.paid();
  await plant.charge(reference, 500n, 90n);
  await world.reconcile();
  const found = await world.only();
  await world.noteCharge(id, 400n, 72n);
  expect((await world.handle(found)).body.error.code).toBe("DIFFERENCE_CHANGED");
  await world.reconcile();
  const again = await world.only();
  expect(again).toMatchObject({ id: found.id, ours: { charge: { fee: { amount: 400 } } } });
  expect((await world.handle(again)).status).toBe(200);
});

test("what both sides have again is gone, and the list says by itself", async () => {
  const { reference } = await world.paid();
  await plant.amount(reference, 1n);
  await world.reconcile();
  const found = await world.only();
  await plant.amount(reference, 100_000n);
  expect(await world.reconcile()).toMatchObject({ state: "clean", gone_count: 1 });
  const [gone] = await world.differences();
  expect(gone).toMatchObject({ id: found.id, state: "gone", ended_by: null });
  expect((await world.handle(found, { reason: "too late" })).body.error.message).toBe(
    "This difference is gone: both sides agree now",
  );
});

test("the list is filtered and paged, and the file has the whole filter", async () => {
  const { reference } = await world.paid();
  const stray = await plant.missingHere();
  await plant.charge(reference, 500n, 90n);
  await world.reconcile();
  const path = "/super-admin/reconciliation/differences";
  const ask = async (query: Record<string, string>) => (await world.boss.get(path, query)).body;
  const second = await ask({ limit: "1", page: "2" });
  expect(second).toMatchObject({ total: 2, data: [{ kind: "charge" }] });
  expect(await ask({ kind: "missing_here", adapter: "sandbox" })).toMatchObject({ total: 1 });
  expect(await ask({ day: "2020-01-01" })).toMatchObject({ total: 0 });
  expect(await ask({ state: "handled" })).toMatchObject({ total: 0 });
  expect((await world.boss.get(path, { kind: "all\u0000" })).status).toBe(400);
  const { text, headers } = await world.boss.get(`${path}/export`, { state: "open" });
  expect(headers["x-row-count"]).toBe("2");
  expect(text).toContain(`,Charge differs,No,Open,Sharma Traders,${reference},`);
  expect(text).toContain(`,Missing here,Yes,Open,,,${stray},,success,success,,700.00,`);
});
