// The guarantee: the bank's answer is returned unchanged, and without one the verdict is "unknown",
// never a guess.
import { afterEach, expect, test } from "vitest";
import { useRazorpayX } from "../../../test/razorpayx-world.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { ValidationRequest } from "../validation.ts";
import { razorpayxProvider } from "./razorpayx.ts";

const world = useRazorpayX();
afterEach(() => {
  Object.assign(world.standIn.validations.next, { ...usual });
});

const usual = {
  status: "completed",
  account_status: "active",
  registered_name: "SAMPLE TRADERS",
  name_match_score: 92,
  pollsUntilEnd: 1,
};
const imps = { method: "imps", accountNumber: "000123456789", ifscCode: "HDFC0000001" } as const;
const ask = (destination: ValidationRequest["destination"] = imps, provider = world.provider) =>
  provider.validate?.({ destination, typedName: "Om", reference: newReference() });

test("returns the bank's name and the score", async () => {
  const valid = { verdict: "valid", nameAtBank: "SAMPLE TRADERS", matchScore: 92 };
  expect(await ask()).toEqual(valid);
  expect(await ask({ method: "upi", upiId: "sample@upi" })).toEqual(valid);
  world.standIn.validations.next.pollsUntilEnd = 3;
  world.standIn.validations.next.account_status = "valid";
  expect(await ask()).toEqual(valid);
});

test("an account that does not exist is invalid, as is one that RazorpayX refuses", async () => {
  world.standIn.validations.next.account_status = "invalid";
  expect(await ask()).toMatchObject({ verdict: "invalid", reason: expect.any(String) as string });
  expect(await ask({ ...imps, ifscCode: "HDFC1" })).toMatchObject({
    verdict: "invalid",
    reason: "The bank does not know this IFSC code",
  });
});

test("an unavailable or slow validation is unknown [31.10]", async () => {
  world.standIn.validations.next.status = "failed";
  expect(await ask()).toMatchObject({ verdict: "unknown" });
  world.standIn.validations.next.status = "completed";
  world.standIn.validations.next.account_status = "mystery";
  expect(await ask()).toMatchObject({ verdict: "unknown" });
  world.standIn.validations.next.pollsUntilEnd = 10_000;
  const hurried = razorpayxProvider({
    baseUrl: world.standIn.baseUrl,
    timeoutMs: 1_000,
    pollMs: 50,
  });
  const before = world.standIn.requests.length;
  expect(await ask(imps, hurried)).toMatchObject({ verdict: "unknown" });
  // One second with 50 ms between two polls, however slow the machine is.
  expect(world.standIn.requests.length - before).toBeLessThan(25);
  // Without RazorpayX Lite the call does not exist.
  world.standIn.switches.isLite = false;
  expect(await ask()).toMatchObject({ verdict: "unknown" });
});

test("a cut connection is no clear answer", async () => {
  world.standIn.planFault({ kind: "cut", acts: true });
  await expect(ask()).rejects.toThrow(OutcomeUnknownError);
});
