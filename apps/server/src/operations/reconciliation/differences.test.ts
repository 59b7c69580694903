// The guarantee: each difference between a provider's records and our books is listed with one
// action, nothing changes before a person takes it, and afterwards the difference is closed.
import { findOverTenants } from "@rokad/contract/platform-search";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sandboxRecords } from "../../../test/sandbox-records.ts";
import { openReconciliationWorld } from "../../../test/reconciliation-world.ts";
import { applyProviderUpdates } from "../../payouts/send/apply-provider-updates.ts";

let world: Awaited<ReturnType<typeof openReconciliationWorld>>;
beforeAll(async () => {
  world = await openReconciliationWorld();
});
beforeEach(() => world.startOver());
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

test("a day on which both sides agree has no differences", async () => {
  await world.settledPayout();
  await world.settledPayout("failure@upi");
  expect(await world.reconcile()).toMatchObject({
    state: "clean",
    way: "list",
    compared_count: 2,
    ours: { count: 1, amount: { amount: 100_000 } },
    theirs: { count: 1, amount: { amount: 100_000 } },
  });
  expect(await world.differences()).toEqual([]);
});

test("a transfer that we never sent is severe, and becomes known with a reason [35.6]", async () => {
  const theirs = await sandboxRecords.add();
  expect(await world.reconcile()).toMatchObject({
    state: "differs",
    new_count: 1,
    severe_count: 1,
  });
  const difference = await world.onlyDifference();
  expect(difference).toMatchObject({
    kind: "missing_here",
    action: "mark_known",
    is_severe: true,
    payout: null,
    ours: null,
    subject: theirs,
    theirs: { state: "success", amount: { amount: 70_000 } },
  });
  expect((await world.handle(difference)).body.error.fields).toEqual({
    reason: "A reason is required",
  });
  const reason = "A refund that was paid on the dashboard";
  expect((await world.handle(difference, { reason })).status).toBe(200);
  expect(await world.lastAuditEntry()).toMatchObject({
    act: "reconciliation.marked_known",
    reason,
  });
  expect(await world.reconcile()).toMatchObject({ state: "clean", known_count: 1, new_count: 0 });
  const reference = theirs.replace("sandbox-", "");
  await sandboxRecords.setState(reference, "reversed");
  expect(await world.reconcile()).toMatchObject({ state: "differs", open_count: 1, new_count: 0 });
  expect(await world.onlyDifference()).toMatchObject({
    id: difference.id,
    reason: null,
    ended_by: null,
  });
});

test("a paid payout that the provider does not know needs two super admins [35.7]", async () => {
  const { reference } = await world.settledPayout();
  await sandboxRecords.remove(reference);
  await world.reconcile();
  const difference = await world.onlyDifference();
  expect(difference).toMatchObject({
    kind: "missing_there",
    action: "decide",
    is_severe: true,
    payout: { reference, tenant: "Sharma Traders" },
    ours: { state: "success" },
    theirs: null,
  });
  expect((await world.handle(difference)).status).toBe(400);
  expect((await world.handle(difference, { action: "ask" })).body.error.code).toBe(
    "DIFFERENCE_CHANGED",
  );
});

test("a processing payout that the provider never received is asked for and sent again [35.7]", async () => {
  // The provider has our last paid payout, so its "unknown" for another one is believed.
  await world.settledPayout();
  const { id } = await world.lostPayout();
  await askForMissing();
  // The worker sends it again under its old idempotency key.
  expect((await world.payer.shown(id)).events).toContain("accepted");
  await world.ageLastUpdates();
  await world.reconcile();
  expect(await world.differences()).toMatchObject([{ state: "gone", ended_by: null }]);
});

test("a payout that the provider had accepted, and no longer knows, is not sent again", async () => {
  await world.settledPayout();
  const { reference, id } = await world.settledPayout("pending@upi");
  await sandboxRecords.remove(reference);
  await askForMissing();
  expect((await world.payer.shown(id)).timeline.at(-1)).toMatchObject({ event: "unknown" });
  await world.ageLastUpdates();
  await world.reconcile();
  expect(await world.onlyDifference()).toMatchObject({ kind: "missing_there", state: "open" });
  await applyProviderUpdates([{ reference, adapter: "sandbox", state: "failed" }]);
});

/** A person asks the provider for the only payout that it does not have, and then the worker does. */
async function askForMissing(): Promise<void> {
  await world.ageLastUpdates();
  await world.reconcile();
  const difference = await world.onlyDifference();
  expect(difference).toMatchObject({ kind: "missing_there", action: "ask", is_severe: false });
  expect((await world.handle(difference)).body.message).toBe(
    "The provider still does not know this payout",
  );
  expect(await world.onlyDifference()).toMatchObject({ id: difference.id });
  await world.makeOpenDue();
  await world.work();
}

test("a different amount is severe and never changes ours [35.8]", async () => {
  const { reference, id } = await world.settledPayout();
  await sandboxRecords.setAmount(reference, 1_000_000n);
  await world.reconcile();
  const difference = await world.onlyDifference();
  expect(difference).toMatchObject({
    kind: "amount",
    action: "mark_known",
    is_severe: true,
    ours: { amount: { amount: 100_000 } },
    theirs: { amount: { amount: 1_000_000 } },
  });
  await world.handle(difference, { reason: "They have booked it wrongly; ticket 4711" });
  expect(await world.payer.shown(id)).toMatchObject({ amount: { amount: 100_000 } });
  expect(await world.differences({ state: "handled" })).toMatchObject([
    { state: "known", ended_by: "Meera Iyer" },
  ]);
});

test("a second transfer with the same reference is listed, and only one is compared [35.8]", async () => {
  const { reference } = await world.settledPayout();
  const other = await sandboxRecords.duplicate(reference);
  const failed = await sandboxRecords.duplicate(reference, { state: "failed" });
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
  "an outcome that we missed (%s) is applied when a person asks the provider [35.9, 35.11]",
  async (state, _, back) => {
    const { reference, id } = await world.settledPayout("pending@upi");
    const before = await world.payer.balance();
    await sandboxRecords.setState(reference, state);
    await world.ageLastUpdates();
    await world.reconcile();
    const difference = await world.onlyDifference();
    expect(difference).toMatchObject({ kind: "status", action: "ask", is_severe: false });
    expect(await world.payer.shown(id)).toMatchObject({ status: "processing" });
    expect((await world.handle(difference)).body).toMatchObject({
      message: "Both sides agree now",
      data: { state: "settled", ended_by: "Meera Iyer" },
    });
    expect(await world.payer.shown(id)).toMatchObject({ status: state });
    expect(await world.payer.balance()).toBe(before + back);
    expect(await world.lastAuditEntry()).toMatchObject({
      act: "reconciliation.asked",
      after: { settled: true },
    });
    expect(await world.reconcile()).toMatchObject({ state: "clean" });
  },
);

test("a missed return after success refunds amount, fee and GST once [35.9]", async () => {
  const { reference, id } = await world.settledPayout();
  const before = await world.payer.balance();
  await sandboxRecords.setState(reference, "reversed");
  await world.reconcile();
  const difference = await world.onlyDifference();
  expect(difference).toMatchObject({ kind: "status", action: "ask", ours: { state: "success" } });
  const answers = await Promise.all([
    world.handle(difference),
    world.handle(difference),
    world.handle(difference),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await world.payer.balance()).toBe(before + 100_590);
  expect(await world.payer.shown(id)).toMatchObject({ status: "failed" });
});

test("a contradicting outcome moves no money in either direction [35.9]", async () => {
  const paid = await world.settledPayout();
  const failed = await world.settledPayout("failure@upi");
  const before = await world.payer.balance();
  await sandboxRecords.setState(paid.reference, "failed");
  await sandboxRecords.setState(failed.reference, "success");
  expect(await world.reconcile()).toMatchObject({ severe_count: 2 });
  for (const difference of await world.differences()) {
    expect(difference).toMatchObject({ kind: "status", action: "decide", is_severe: true });
    expect((await world.handle(difference, { action: "ask" })).status).toBe(409);
  }
  const [difference] = await world.differences();
  if (!difference) throw new Error("There is no difference");
  const reason = "Their desk has corrected it, ticket 4712";
  const kabir = await world.newSuperAdmin("Kabir Rao");
  expect((await world.handle(difference)).body.error.fields).toEqual({
    reason: "A reason is required",
  });
  const first = await world.handle(difference, { reason });
  expect(first.body).toMatchObject({
    data: { state: "open", first: { by: "Meera Iyer", reason } },
  });
  expect((await world.handle(difference, { reason })).body.error.code).toBe(
    "SECOND_APPROVER_NEEDED",
  );
  const accomplice = await world.superAdminAddedNow("Helper");
  const tooNew = await world.handle(difference, { reason }, accomplice);
  expect(tooNew.body.error.code).toBe("CONFIRMER_TOO_NEW");
  const second = await world.handle(difference, { reason: "I have seen it" }, kabir);
  expect(second.body.data).toMatchObject({ state: "known", ended_by: "Kabir Rao" });
  expect(await world.lastAuditEntry()).toMatchObject({ act: "reconciliation.marked_known" });
  expect(await world.payer.balance()).toBe(before);
});

test("a different UTR and a different charge are accepted by a person, one by one [35.10]", async () => {
  const { reference, id } = await world.settledPayout();
  await sandboxRecords.setUtr(reference, "700000000009");
  await sandboxRecords.setCharge(reference, 500n, 90n);
  await world.reconcile();
  expect((await world.payer.shown(id)).utr_number).not.toBe("700000000009");
  const differences = await world.differences();
  expect(differences.map(({ kind }) => kind).toSorted()).toEqual(["charge", "utr"]);
  for (const one of differences) expect((await world.handle(one)).status).toBe(200);
  expect((await world.payer.shown(id)).utr_number).toBe("700000000009");
  const { payouts } = (await world.boss.ask(findOverTenants, { query: { search: "700000000009" } }))
    .data;
  expect(payouts).toMatchObject([{ id, utr_number: "700000000009" }]);
  expect((await world.handle(differences[0] ?? (await world.onlyDifference()))).status).toBe(409);
  expect(await world.reconcile()).toMatchObject({ state: "clean", new_count: 0 });
  expect(new Set((await world.differences()).map(({ state }) => state))).toEqual(
    new Set(["settled"]),
  );
});

test("a charge that was saved in between is not overwritten [35.10]", async () => {
  const { reference, id } = await world.settledPayout();
  await sandboxRecords.setCharge(reference, 500n, 90n);
  await world.reconcile();
  const difference = await world.onlyDifference();
  await world.saveCharge(id, 400n, 72n);
  expect((await world.handle(difference)).body.error.code).toBe("DIFFERENCE_CHANGED");
  await world.reconcile();
  const again = await world.onlyDifference();
  expect(again).toMatchObject({ id: difference.id, ours: { charge: { fee: { amount: 400 } } } });
  expect((await world.handle(again)).status).toBe(200);
});

test("a difference that no longer exists is closed by the next run [35.12]", async () => {
  const { reference } = await world.settledPayout();
  await sandboxRecords.setAmount(reference, 1n);
  await world.reconcile();
  const difference = await world.onlyDifference();
  await sandboxRecords.setAmount(reference, 100_000n);
  expect(await world.reconcile()).toMatchObject({ state: "clean", gone_count: 1 });
  const [gone] = await world.differences();
  expect(gone).toMatchObject({ id: difference.id, state: "gone", ended_by: null });
  expect((await world.handle(difference, { reason: "too late" })).body.error.message).toBe(
    "This difference is gone: both sides agree now",
  );
});

test("the list is filtered and paged, and the export has all filtered rows", async () => {
  const { reference } = await world.settledPayout();
  const stray = await sandboxRecords.add();
  await sandboxRecords.setCharge(reference, 500n, 90n);
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
