// The guarantee: only a refusal of the payout itself ends it. A refusal of this installation moves
// nothing and says what to fix; after everything else the payout stays open.
import { afterAll, expect, test } from "vitest";
import { pino } from "pino";
import { transferWith, useRazorpayX } from "../../../test/razorpayx-world.ts";
import { razorpayxCredentials } from "../../../test/stand-ins/razorpayx.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { useLog } from "../../kernel/log.ts";
import { type Transfer } from "../transfer.ts";
import { NotAcceptedError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";

const world = useRazorpayX();
const logged: string[] = [];
useLog(pino({ level: "trace" }, { write: (line: string) => logged.push(line) }));

/** The result of sending, with its message. */
async function outcomeOf(transfer: Transfer): Promise<[kind: string, message: string]> {
  try {
    const report = await world.provider.send(transfer);
    return [report.state, report.reason ?? ""];
  } catch (error) {
    if (error instanceof NotAcceptedError) return ["not taken", error.message];
    if (error instanceof OutcomeUnknownError) return ["unknown", error.message];
    throw error;
  }
}

const imps = (accountNumber: string, ifscCode = "HDFC0000001") =>
  ({ method: "imps", accountNumber, ifscCode }) as const;

test.for([
  ["an IFSC code of no bank", { to: imps("000123456789", "HDFC1234") }, "IFSC code"],
  ["an account number of 4 digits", { to: imps("1234") }, "account number"],
  ["a UPI id with _", { to: { method: "upi", upiId: "sample_shop@upi" } }, "UPI ID"],
  ["an amount below ₹1", { amountPaise: 99n }, "amount"],
  ["more than ₹5 lakh by IMPS", { amountPaise: 5_00_000_01n }, "amount"],
  [
    "more than ₹1 lakh by UPI",
    { amountPaise: 1_00_000_01n, to: { method: "upi", upiId: "a@upi" } },
    "amount",
  ],
  ["an email address that is none", { beneficiary_email: "nobody" }, "email address"],
  ["a phone number that is none", { beneficiary_phone: "12" }, "phone number"],
] as const)("%s fails the payout and says so [31.6]", async ([, change, word]) => {
  const one = transferWith(change);
  const [kind, message] = await outcomeOf(one);
  expect(kind).toBe("failed");
  expect(message).toContain(word);
  expect(await world.provider.checkStatus(one.reference)).toBeUndefined();
});

const body = (error: object) => JSON.stringify({ error: { code: "BAD_REQUEST_ERROR", ...error } });

/** Answers without an action: status, body and the expected result. */
test.for([
  ["401 for the keys", 401, body({ description: "Invalid" }), "not taken", "RAZORPAYX_KEY_ID"],
  ["403 for the rights", 403, body({ description: "No" }), "not taken", "allow-list"],
  ["403 without a body", 403, "", "not taken", "allow-list"],
  ["404", 404, "", "not taken", "RAZORPAYX_BASE_URL"],
  [
    "400 for an unknown URL",
    400,
    body({ description: "The requested URL was not found on the server." }),
    "not taken",
    "RAZORPAYX_BASE_URL",
  ],
  [
    "400 for the account that pays",
    400,
    body({
      description: "The account number field is required",
      reason: "input_validation_failed",
      field: "account_number",
    }),
    "not taken",
    "RAZORPAYX_ACCOUNT_NUMBER",
  ],
  [
    "400 for the balance",
    400,
    body({
      description: "Your account does not have enough balance to carry out the payout operation.",
    }),
    "not taken",
    "Add funds",
  ],
  [
    "400 for a reason of the table",
    400,
    body({ description: "x", reason: "beneficiary_vpa_invalid" }),
    "failed",
    "UPI ID could not be found",
  ],
  [
    "400 for a unknown field",
    400,
    body({ description: "The colour is wrong for 000123456789", field: "colour" }),
    "failed",
    "The payment provider refused it: The colour is wrong for …",
  ],
  [
    "400 for a call that runs already",
    400,
    body({ description: "Another payout operation is in progress", field: "id" }),
    "unknown",
    "in progress",
  ],
  [
    "400 for a missing key",
    400,
    body({ description: "Idempotency key is missing.", field: "X-Payout-Idempotency" }),
    "unknown",
    "400",
  ],
  ["400 that says nothing", 400, body({ description: "Something went wrong" }), "unknown", "400"],
  ["400 without an error", 400, "{}", "unknown", "without a reason"],
  ["409", 409, body({ description: "Conflict", field: "id" }), "unknown", "409"],
  ["422", 422, "{}", "unknown", "422"],
  [
    "an error of the server in a 400's clothes",
    400,
    JSON.stringify({ error: { code: "SERVER_ERROR", description: "x", field: "amount" } }),
    "unknown",
    "400",
  ],
] as const)("%s", async ([, status, text, kind, word]) => {
  world.standIn.planFault({ kind: "status", acts: false, status, body: text });
  const outcome = await outcomeOf(transferWith());
  expect(outcome[0]).toBe(kind);
  expect(outcome[1]).toContain(word);
});

test.for([
  [{ reason: "beneficiary_vpa_invalid" }, "order"],
  [{ reason: "bank_account_closed" }, "order"],
  [{ reason: "input_validation_failed", field: "fund_account.bank_account.ifsc" }, "order"],
  [{ reason: "input_validation_failed", field: "mode" }, "time"],
  [{ reason: "input_validation_failed", field: "colour" }, "time"],
  [{ reason: "gateway_down" }, "time"],
  [{ reason: "amount_limit_exhausted" }, "time"],
  [{ reason: "insufficient_funds" }, "time"],
] as const)("a refusal for %o is about the %s", async ([error, kind]) => {
  const text = body({ description: "x", ...error });
  world.standIn.planFault({ kind: "status", acts: false, status: 400, body: text });
  const update = await world.provider.send(transferWith());
  expect(update).toMatchObject({ state: "failed", refusedFor: kind });
});

test("a refused repeat of an accepted payout is no failure, nor is one that can't be checked", async () => {
  const refused = body({ description: "x", reason: "beneficiary_vpa_invalid" });
  const fault = { kind: "status", acts: false, status: 400, body: refused } as const;
  const isSending = ({ method }: { method: string }) => method === "POST";
  const one = transferWith();
  await world.provider.send(one);
  world.standIn.planFault(fault, isSending);
  expect(await outcomeOf(one)).toEqual(["processing", "The paying bank is working on it"]);
  for (const status of [401, 500]) {
    world.standIn.planFault(fault, isSending);
    world.standIn.planFault(
      { kind: "status", acts: false, status },
      ({ method }) => method === "GET",
    );
    expect((await outcomeOf(one))[0]).toBe("unknown");
  }
  world.standIn.settle();
  expect(world.standIn.timesPaid(one.idempotencyKey)).toBe(1);
});

test("a wrong IP address is refused, and the message says what to do", async () => {
  world.standIn.switches.allowedIp = false;
  const [kind, message] = await outcomeOf(transferWith());
  expect([kind, message]).toEqual(["not taken", expect.stringContaining("IP allow-list")]);
});

test("wrong or missing keys send nothing, and new keys work at once [31.6]", async () => {
  const one = transferWith();
  useCredentials({ ...razorpayxCredentials, RAZORPAYX_KEY_SECRET: "another" });
  expect((await outcomeOf(one))[0]).toBe("not taken");
  useCredentials({});
  expect(await outcomeOf(one)).toEqual([
    "not taken",
    expect.stringContaining("RAZORPAYX_ACCOUNT_NUMBER"),
  ]);
  expect(await world.provider.missingSettings()).toHaveLength(4);
  await expect(world.provider.checkStatus(one.reference)).rejects.toThrow(NotAcceptedError);
  useCredentials(razorpayxCredentials);
  expect((await outcomeOf(one))[0]).toBe("processing");
});

test("another body under the same key never fails the payout, and is logged as an error [31.6]", async () => {
  const one = transferWith();
  await world.provider.send(one);
  logged.length = 0;
  const [kind] = await outcomeOf({ ...one, amountPaise: 1_00n });
  expect(kind).toBe("unknown");
  expect(logged.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([50]);
  expect(logged.join()).toContain(one.idempotencyKey);
  world.standIn.settle();
  expect(world.standIn.timesPaid(one.idempotencyKey)).toBe(1);
});

test("a 404 says nothing about a payout that was sent [31.5]", async () => {
  const one = transferWith();
  await world.provider.send(one);
  world.standIn.planFault({ kind: "status", acts: false, status: 404 });
  await expect(world.provider.checkStatus(one.reference)).rejects.toThrow(OutcomeUnknownError);
});

test("two payouts with one reference, or a list of others, are no clear answer [31.5]", async () => {
  const one = transferWith();
  await world.provider.send(one);
  await world.provider.send({ ...one, idempotencyKey: transferWith().idempotencyKey });
  await expect(world.provider.checkStatus(one.reference)).rejects.toThrow(/several/);
  const another = JSON.stringify({
    entity: "collection",
    items: [
      {
        id: "pout_1",
        entity: "payout",
        amount: 100,
        status: "processed",
        created_at: 1_580_808_301,
      },
    ],
  });
  world.standIn.planFault({ kind: "status", acts: false, status: 200, body: another });
  await expect(world.provider.checkStatus(transferWith().reference)).rejects.toThrow(
    /not requested/,
  );
});

afterAll(() => {
  const secrets =
    /StandInKeySecret|U3RhbmRJbktleVNlY3JldD|000123456789|9876543210|accounts@example/;
  expect(logged.join("\n")).not.toMatch(secrets);
});
