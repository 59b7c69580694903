// The guarantee: the bank's word is handed on as it is, and where it can't be had the answer is
// "unknown", never a guess.
import { afterEach, expect, test } from "vitest";
import { useRazorpayX } from "../../../test/razorpayx-world.ts";
import { newReference } from "../../payouts/reference.ts";
import { OutcomeUnknownError } from "../provider.ts";
import type { BankName } from "../validation.ts";
import { razorpayxProvider } from "./razorpayx.ts";

const world = useRazorpayX();
afterEach(() => {
  Object.assign(world.far.validations.next, { ...usual });
});

const usual = {
  status: "completed",
  account_status: "active",
  registered_name: "SAMPLE TRADERS",
  name_match_score: 92,
  looksUntilEnd: 1,
};
const imps = { method: "imps", accountNumber: "000123456789", ifscCode: "HDFC0000001" } as const;
const ask = (of: BankName["of"] = imps, provider = world.provider) =>
  provider.validate?.({ of, typedName: "Om", reference: newReference() });

test("tells the bank's name and the score", async () => {
  const valid = { verdict: "valid", nameAtBank: "SAMPLE TRADERS", matchScore: 92 };
  expect(await ask()).toEqual(valid);
  expect(await ask({ method: "upi", upiId: "sample@upi" })).toEqual(valid);
  world.far.validations.next.looksUntilEnd = 3;
  world.far.validations.next.account_status = "valid";
  expect(await ask()).toEqual(valid);
});

test("an account that does not exist is invalid, as is one that RazorpayX refuses", async () => {
  world.far.validations.next.account_status = "invalid";
  expect(await ask()).toMatchObject({ verdict: "invalid", reason: expect.any(String) as string });
  expect(await ask({ ...imps, ifscCode: "HDFC1" })).toMatchObject({
    verdict: "invalid",
    reason: "The bank does not know this IFSC code",
  });
});

test("what can't be asked or does not end in time is unknown", async () => {
  world.far.validations.next.status = "failed";
  expect(await ask()).toMatchObject({ verdict: "unknown" });
  world.far.validations.next.status = "completed";
  world.far.validations.next.account_status = "mystery";
  expect(await ask()).toMatchObject({ verdict: "unknown" });
  world.far.validations.next.looksUntilEnd = 10_000;
  const hurried = razorpayxProvider({ baseUrl: world.far.baseUrl, timeoutMs: 1_000, pollMs: 50 });
  const began = Date.now();
  expect(await ask(imps, hurried)).toMatchObject({ verdict: "unknown" });
  expect(Date.now() - began).toBeLessThan(1_500);
  // Without RazorpayX Lite there is no such address.
  world.far.switches.isLite = false;
  expect(await ask()).toMatchObject({ verdict: "unknown" });
});

test("a cut connection is no clear answer", async () => {
  world.far.plan({ kind: "cut", acts: true });
  await expect(ask()).rejects.toThrow(OutcomeUnknownError);
});
