// The guarantee: every documented state and reason is mapped, with RazorpayX's own code stored. No
// open state is final, and the charge is split from its tax.
import { expect, test } from "vitest";
import { transferWith, useRazorpayX } from "../../../test/razorpayx-world.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { failureReasons, kindOfReason } from "./reasons.ts";
import { updateOf, type RazorpayXPayout } from "./read-payout.ts";

const world = useRazorpayX();

const payoutOf = (status: string, change: Partial<RazorpayXPayout> = {}): RazorpayXPayout => ({
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
] as const)("%s for %s is %s [31.3]", ([status, reason, state, sentence]) => {
  const update = updateOf(payoutOf(status, { status_details: { reason } }));
  expect(update.state).toBe(state);
  expect(update.rawState).toBe(reason ? `${status}/${reason}` : status);
  expect(update.reason ?? "").toContain(sentence ?? "");
  expect(update.reason === undefined).toBe(sentence === undefined);
});

test("every documented reason is about the order or about something that changes", () => {
  expect(Object.keys(kindOfReason).toSorted()).toEqual(Object.keys(failureReasons).toSorted());
});

test.for(Object.entries(failureReasons))(
  "a failure for %s has its reason [31.3]",
  ([reason, sentence]) => {
    for (const status of ["failed", "reversed"]) {
      expect(updateOf(payoutOf(status, { status_details: { reason } }))).toMatchObject({
        state: status,
        reason: sentence,
        rawState: `${status}/${reason}`,
      });
    }
  },
);

test("fees include the tax, are known from processing on, and are refunded with the money [31.4]", () => {
  const charge = (status: string, fees: number | null, tax: number | null) =>
    updateOf(payoutOf(status, { fees, tax })).charge;
  expect(charge("processing", 590, 90)).toEqual({ feePaise: 500n, taxPaise: 90n });
  expect(charge("processed", 1_062, 162)).toEqual({ feePaise: 900n, taxPaise: 162n });
  expect(charge("processed", 0, 0)).toEqual({ feePaise: 0n, taxPaise: 0n });
  expect(charge("queued", 0, 0)).toBeUndefined();
  expect(charge("processed", null, null)).toBeUndefined();
  expect(charge("reversed", 590, 90)).toEqual({ feePaise: 0n, taxPaise: 0n });
  expect(charge("failed", 590, 90)).toEqual({ feePaise: 0n, taxPaise: 0n });
});

test("a description is never stored, because it may repeat personal data", () => {
  const details = { reason: "x 000123456789", description: "account 000123456789 of Om" };
  expect(updateOf(payoutOf("failed", { status_details: details }))).toMatchObject({
    reason: "The payout failed at the payment provider",
    rawState: "failed",
  });
});

test("a payout goes from queued to paid, and is returned days later with its charge", async () => {
  const { standIn, provider } = world;
  const before = await provider.balance?.();
  standIn.topUp(-standIn.balancePaise());
  const one = transferWith();
  expect(await provider.send(one)).toMatchObject({
    state: "processing",
    rawState: "queued/low_balance",
  });
  expect(standIn.timesPaid(one.idempotencyKey)).toBe(0);
  standIn.topUp(Number(before));
  expect((await provider.checkStatus(one.reference))?.rawState).toMatch(/^processing/);
  standIn.step(one.reference, "processed");
  expect(await provider.checkStatus(one.reference)).toMatchObject({
    state: "success",
    utr: expect.stringMatching(/^\d{12}$/) as string,
    charge: { feePaise: 500n, taxPaise: 90n },
  });
  expect(await provider.balance?.()).toBe((before ?? 0n) - 150_590n);
  standIn.step(one.reference, "reversed", "beneficiary_bank_rejected");
  expect(await provider.checkStatus(one.reference)).toMatchObject({
    state: "reversed",
    reason: failureReasons["beneficiary_bank_rejected"],
    charge: { feePaise: 0n, taxPaise: 0n },
  });
  expect(await provider.balance?.()).toBe(before);
});

test("an approval on RazorpayX's side leaves the payout open, and its rejection ends it", async () => {
  world.standIn.switches.approval = true;
  const one = transferWith();
  expect((await world.provider.send(one)).state).toBe("processing");
  world.standIn.step(one.reference, "rejected");
  expect((await world.provider.checkStatus(one.reference))?.state).toBe("failed");
});

test.for([
  ["nothing", undefined],
  ["a list", { entity: "collection", items: [] }],
  ["no amount", { ...payoutOf("processed"), amount: undefined }],
  ["an amount as text", { ...payoutOf("processed"), amount: "100" }],
  ["another payout", payoutOf("processed", { amount: 150_000, reference_id: "RKSOMEBODYELSES" })],
] as const)("an answer with %s is no clear answer", async ([, body]) => {
  const fault = { kind: "status", acts: true, status: 200 } as const;
  world.standIn.planFault({ ...fault, body: body ? JSON.stringify(body) : "" });
  const one = transferWith();
  await expect(world.provider.send(one)).rejects.toThrow(OutcomeUnknownError);
  expect((await world.provider.checkStatus(one.reference))?.state).toBe("processing");
});
