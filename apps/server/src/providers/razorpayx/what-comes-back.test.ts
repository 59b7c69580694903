// The guarantee: every state and reason that RazorpayX documents is ours with its own word kept,
// nothing is final that isn't, and what it takes is told apart from the tax on it.
import { expect, test } from "vitest";
import { transferWith, useRazorpayX } from "../../../test/razorpayx-world.ts";
import { OutcomeUnknownError } from "../provider.ts";
import { reasonSentences } from "./reasons.ts";
import { reportOf, type RazorpayXPayout } from "./what-comes-back.ts";

const world = useRazorpayX();

const told = (status: string, change: Partial<RazorpayXPayout> = {}): RazorpayXPayout => ({
  id: "pout_00000000000001",
  entity: "payout",
  amount: 100,
  status,
  created_at: 1_580_808_301,
  ...change,
});

test.for([
  ["pending", "pending_approval", "processing", "It waits for an approval"],
  ["queued", "low_balance", "processing", "topped up"],
  ["queued", "gateway_degraded", "processing", "The paying bank is down"],
  ["queued", "beneficiary_bank_down", "processing", "pays when it is back"],
  ["queued", "syncing_balance", "processing", "a short while"],
  ["queued", "fee_recovery_pending", "processing", "holds it back"],
  ["scheduled", null, "processing", undefined],
  ["processing", "beneficiary_bank_confirmation_pending", "processing", "not confirmed it yet"],
  ["processing", "bank_window_closed", "processing", "next window"],
  ["processing", "payout_bank_processing", "processing", "working on it"],
  ["processing", "amount_limit_exhausted", "processing", "limit for this method"],
  ["processing", "partner_bank_pending", "processing", "working on it"],
  ["processed", "payout_processed", "success", undefined],
  ["reversed", null, "reversed", "The bank returned the money"],
  ["rejected", null, "failed", "rejected on the payment provider's side"],
  ["cancelled", null, "failed", "cancelled on the payment provider's side"],
  ["failed", "a_reason_of_tomorrow", "failed", "failed at the payment provider"],
  ["a_state_of_tomorrow", null, "processing", undefined],
] as const)("%s for %s is %s", ([status, reason, state, sentence]) => {
  const report = reportOf(told(status, { status_details: { reason } }));
  expect(report.state).toBe(state);
  expect(report.rawState).toBe(reason ? `${status}/${reason}` : status);
  expect(report.reason ?? "").toContain(sentence ?? "");
  expect(report.reason === undefined).toBe(sentence === undefined);
});

test.for(Object.entries(reasonSentences))("a failure for %s says so", ([reason, sentence]) => {
  for (const status of ["failed", "reversed"]) {
    expect(reportOf(told(status, { status_details: { reason } }))).toMatchObject({
      state: status,
      reason: sentence,
      rawState: `${status}/${reason}`,
    });
  }
});

test("fees have the tax inside, from processing on, and go back with the money", () => {
  const charge = (status: string, fees: number | null, tax: number | null) =>
    reportOf(told(status, { fees, tax })).charge;
  expect(charge("processing", 590, 90)).toEqual({ feePaise: 500n, taxPaise: 90n });
  expect(charge("processed", 1_062, 162)).toEqual({ feePaise: 900n, taxPaise: 162n });
  expect(charge("processed", 0, 0)).toEqual({ feePaise: 0n, taxPaise: 0n });
  expect(charge("queued", 0, 0)).toBeUndefined();
  expect(charge("processed", null, null)).toBeUndefined();
  expect(charge("reversed", 590, 90)).toEqual({ feePaise: 0n, taxPaise: 0n });
  expect(charge("failed", 590, 90)).toEqual({ feePaise: 0n, taxPaise: 0n });
});

test("a description is never kept: it may repeat what was sent", () => {
  const details = { reason: "x 000123456789", description: "account 000123456789 of Om" };
  expect(reportOf(told("failed", { status_details: details }))).toMatchObject({
    reason: "The payout failed at the payment provider",
    rawState: "failed",
  });
});

test("a payout steps from queued to paid, and comes back days later with all that it cost", async () => {
  const { far, provider } = world;
  const before = await provider.balance?.();
  far.topUp(-far.balancePaise());
  const one = transferWith();
  expect(await provider.send(one)).toMatchObject({
    state: "processing",
    rawState: "queued/low_balance",
  });
  expect(far.timesPaid(one.idempotencyKey)).toBe(0);
  far.topUp(Number(before));
  expect((await provider.look(one.reference))?.rawState).toMatch(/^processing/);
  far.step(one.reference, "processed");
  expect(await provider.look(one.reference)).toMatchObject({
    state: "success",
    utr: expect.stringMatching(/^\d{12}$/) as string,
    charge: { feePaise: 500n, taxPaise: 90n },
  });
  expect(await provider.balance?.()).toBe((before ?? 0n) - 150_590n);
  far.step(one.reference, "reversed", "beneficiary_bank_rejected");
  expect(await provider.look(one.reference)).toMatchObject({
    state: "reversed",
    reason: reasonSentences["beneficiary_bank_rejected"],
    charge: { feePaise: 0n, taxPaise: 0n },
  });
  expect(await provider.balance?.()).toBe(before);
});

test("an approval on RazorpayX's side leaves the payout open, and its rejection ends it", async () => {
  world.far.switches.approval = true;
  const one = transferWith();
  expect((await world.provider.send(one)).state).toBe("processing");
  world.far.step(one.reference, "rejected");
  expect((await world.provider.look(one.reference))?.state).toBe("failed");
});

test.for([
  ["nothing", undefined],
  ["a list", { entity: "collection", items: [] }],
  ["no amount", { ...told("processed"), amount: undefined }],
  ["an amount as text", { ...told("processed"), amount: "100" }],
  ["another payout", told("processed", { amount: 150_000, reference_id: "RKSOMEBODYELSES" })],
] as const)("an answer with %s is no clear answer", async ([, body]) => {
  const fault = { kind: "status", acts: true, status: 200 } as const;
  world.far.plan({ ...fault, body: body ? JSON.stringify(body) : "" });
  const one = transferWith();
  await expect(world.provider.send(one)).rejects.toThrow(OutcomeUnknownError);
  expect((await world.provider.look(one.reference))?.state).toBe("processing");
});
