// The guarantee: no answer of Cashfree marks a transfer as not taken if it may have been taken, and
// every transfer has the payout's exact amount.
import { afterEach, beforeEach, expect, test } from "vitest";
import { transferWith } from "../../../test/razorpayx-world.ts";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
} from "../../../test/stand-ins/cashfree.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import { type Provider } from "../provider.ts";
import { type Transfer } from "../transfer.ts";
import { NotAcceptedError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { cashfreeProvider } from "./cashfree.ts";

let standIn: Cashfree;
let provider: Provider;
beforeEach(async () => {
  standIn = await openCashfree();
  useCredentials(cashfreeCredentials);
  provider = cashfreeProvider({ baseUrl: standIn.baseUrl, timeoutMs: 800 });
});
afterEach(async () => {
  useCredentials({});
  await standIn.close();
});
const paid = { method: "imps", accountNumber: "026291800001191", ifscCode: "YESB0000262" } as const;
const transfer = (change: Partial<Transfer> = {}) => transferWith({ to: paid, ...change });
const lastBody = () => standIn.requests.findLast(({ method }) => method === "POST")?.body ?? "";
const sendings = () => standIn.requests.filter(({ method }) => method === "POST").length;
const errorOf = (call: Promise<unknown>) => call.then(String, (error: unknown) => error);
test.for([
  [100n, "1.00"],
  [110n, "1.10"],
  [101n, "1.01"],
  [100_5n, "10.05"],
  [435n, "4.35"],
  [1_234_50n, "1234.50"],
  [1_00_000_01n, "100000.01"],
  [5_00_000_00n, "500000.00"],
  [10n + 20n + 100n, "1.30"],
] as const)("%s paise are sent as exactly %s [30.1]", async ([amountPaise, written]) => {
  const one = transfer({ amountPaise });
  expect((await provider.send(one)).state).toBe("processing");
  expect(lastBody()).toContain(`"transfer_amount":${written},`);
  expect(standIn.books.find({ transferId: one.reference })?.paise).toBe(amountPaise);
});

test.for([
  ["Sample Traders", "Sample Traders"],
  ["Dr. A.K. Rao", "Dr A K Rao"],
  [" . Om . ", "Om"],
  ["..", "Beneficiary"],
  [`${"A".repeat(60)} ${"B".repeat(39)}`, `${"A".repeat(60)} ${"B".repeat(39)}`],
  ["José D'Souza & Sons 2", "Jose D Souza Sons"],
] as const)(
  "the name %s is sent as %s and never refused [30.1]",
  async ([beneficiary_name, sent]) => {
    const update = await provider.send(transfer({ beneficiary_name }));
    expect(update.state).toBe("processing");
    expect(lastBody()).toContain(`"beneficiary_name":"${sent}"`);
  },
);

test("remarks keep letters, digits and spaces, at most 70", async () => {
  const remarks = `Invoice #118/26 – “अप्रैल” ${"x".repeat(150)}`;
  expect((await provider.send(transfer({ remarks }))).state).toBe("processing");
  const sent = /"transfer_remarks":"([^"]*)"/.exec(lastBody())?.[1] ?? "";
  expect(sent).toMatch(/^Invoice 118 26 x+$/);
  expect(sent.length).toBe(70);
  await provider.send(transfer({ remarks: "₹ – !" }));
  expect(lastBody()).not.toContain("transfer_remarks");
});

test("the same transfer always has the same body, with required data only [30.1]", async () => {
  const one = transfer({ remarks: "Rent, May", to: { method: "upi", upiId: "success@upi" } });
  await provider.send(one);
  const first = lastBody();
  await provider.send(one);
  expect(lastBody()).toBe(first);
  expect(first).toContain('"transfer_mode":"upi"');
  expect(first).toContain('"vpa":"success@upi"');
  expect(first).not.toMatch(/example\.com|9876543210/);
  expect(standIn.requests[0]?.headers).toMatchObject({
    "x-client-id": cashfreeCredentials.CASHFREE_CLIENT_ID,
    "x-client-secret": cashfreeCredentials.CASHFREE_CLIENT_SECRET,
    "x-api-version": "2024-01-01",
    "content-type": "application/json",
  });
});

test("a duplicate returns the first transfer's state [30.4]", async () => {
  const one = transfer();
  await provider.send(one);
  standIn.books.settle();
  expect(await provider.send(one)).toEqual({
    state: "success",
    amountPaise: 150_000n,
    rawState: "SUCCESS/COMPLETED",
    utr: expect.stringMatching(/^\d{12}$/),
    providerReference: expect.any(String),
    charge: { feePaise: 100n, taxPaise: 18n },
  });
  expect(standIn.books.timesPaid(one.reference)).toBe(1);
});

test("a refusal after a lost answer does not fail the payout [30.4]", async () => {
  const one = transfer();
  standIn.planFault({ kind: "cut", acts: true }, ({ method }) => method === "POST");
  await expect(provider.send(one)).rejects.toThrow(OutcomeUnknownError);
  const balance = JSON.stringify({ type: "invalid_request_error", code: "insufficient_balance" });
  standIn.planFault({ kind: "status", acts: false, status: 412, body: balance });
  expect((await provider.send(one)).state).toBe("processing");
});

test("a duplicate that can't be found stays open", async () => {
  const one = transfer();
  const body = JSON.stringify({ code: "transfer_id_already_exists", message: "exists" });
  standIn.planFault({ kind: "status", acts: false, status: 409, body });
  const error = await errorOf(provider.send(one));
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(error).not.toBeInstanceOf(NotAcceptedError);
});

test("a duplicate whose status check is refused never counts as not sent [30.4]", async () => {
  const one = transfer();
  await provider.send(one);
  standIn.planFault({ kind: "status", acts: false, status: 401 }, ({ method }) => method === "GET");
  const error = await errorOf(provider.send(one));
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(error).not.toBeInstanceOf(NotAcceptedError);
});

test.for([
  [{ upiId: "invalid@upi", method: "upi" }, "The UPI ID is not valid"],
  [{ ...paid, ifscCode: "YESB1000262" }, "The IFSC code is not valid"],
  [{ ...paid, accountNumber: "12" }, "The account number is not valid"],
] as const)("a refusal of %o fails with its reason", async ([to, reason]) => {
  const update = await provider.send(transfer({ to }));
  expect(update).toMatchObject({ state: "failed", reason });
  expect(update.rawState).toMatch(/^400\/beneficiary_details\./);
  expect(JSON.stringify(update)).not.toContain("invalid@upi");
});

test.for([
  [404, { type: "invalid_request_error", code: "beneficiary_not_found" }, "failed"],
  [422, { type: "invalid_request_error", code: "beneficiary_account_same_as_source" }, "failed"],
  [400, { type: "invalid_request_error", code: "something_new" }, "failed"],
  [400, { error: "Bad Request" }, "unknown"],
  [404, { message: "no Route matched with those values" }, "unknown"],
  [404, { code: "not_found" }, "unknown"],
  [405, { code: "method_not_allowed" }, "unknown"],
  [408, { code: "request_timeout" }, "unknown"],
  [409, { code: "conflict" }, "unknown"],
  [401, { code: "authentication_failed" }, "not taken"],
  [403, { code: "apis_not_enabled" }, "not taken"],
  [403, {}, "not taken"],
  [400, { code: "bad", message: "IP not whitelisted" }, "not taken"],
] as const)("a sending answered with %s %o: %s", async ([status, json, outcome]) => {
  standIn.planFault({ kind: "status", acts: false, status, body: JSON.stringify(json) });
  const result = await provider.send(transfer()).then(
    ({ state }) => state,
    (error: unknown) =>
      error instanceof NotAcceptedError
        ? "not taken"
        : error instanceof OutcomeUnknownError
          ? "unknown"
          : "broken",
  );
  expect(result).toBe(outcome);
});

test("only Cashfree's documented code means that a transfer was never taken [30.3]", async () => {
  expect(await provider.checkStatus(newReference())).toBeUndefined();
  const elsewhere = cashfreeProvider({ baseUrl: `${standIn.url}/payouts`, timeoutMs: 800 });
  await expect(elsewhere.checkStatus(newReference())).rejects.toThrow("Check CASHFREE_BASE_URL");
});

test.for([
  [404, { message: "no Route matched with those values" }],
  [404, { code: "cf_transfer_id_not_found", message: "cf_transfer_id does not exist" }],
  [404, { code: "not_found" }],
  [400, { code: "transfer_id_not_found" }],
  [400, { code: "transfer_id_missing" }],
  [200, {}],
  [200, { status: "ERROR", subCode: "404", message: "TransferId is invalid or does not exist" }],
  [200, { transfer_id: newReference(), status: "SUCCESS", status_code: "COMPLETED" }],
  [401, { code: "authentication_failed" }],
  [429, { code: "request_limit_exceeded" }],
  [502, { code: "transfer_id_not_found" }],
] as const)(
  "a status check answered with %s %o says nothing about the transfer [30.3]",
  async ([status, json]) => {
    standIn.planFault({ kind: "status", acts: false, status, body: JSON.stringify(json) });
    await expect(provider.checkStatus(newReference())).rejects.toThrow(OutcomeUnknownError);
  },
);

test.for([
  ["RECEIVED", "RECEIVED", "processing"],
  ["QUEUED", "QUEUED", "processing"],
  ["PENDING", "PENDING", "processing"],
  ["PENDING", "SCHEDULED_FOR_NEXT_WORKINGDAY", "processing"],
  ["VALIDATION_PENDING", "VALIDATION_PENDING", "processing"],
  ["APPROVAL_PENDING", "VELOCITY_CHECK_FAILED", "processing"],
  ["SUCCESS", "COMPLETED", "success"],
  ["SUCCESS", "SENT_TO_BENEFICIARY", "success"],
  ["SUCCESS", "SCHEDULED_FOR_NEXT_WORKINGDAY", "processing"],
  ["SUCCESS", "SOMETHING_NEW", "processing"],
  ["FAILED", "IMPS_MODE_FAIL", "failed"],
  ["FAILED", "SOMETHING_NEW", "failed"],
  ["FAILED", "RETURNED_FROM_BENEFICIARY", "reversed"],
  ["FAILED", "COMPLETED", "processing"],
  ["FAILED", "REQUEST_TIMEDOUT", "processing"],
  ["REJECTED", "INVALID_MODE_FOR_PYID", "failed"],
  ["REJECTED", "INSUFFICIENT_BALANCE", "failed"],
  ["REJECTED", "DUPLICATE_TRANSFER", "processing"],
  ["MANUALLY_REJECTED", "MANUALLY_REJECTED", "failed"],
  ["REVERSED", "INVALID_ACCOUNT_FAIL", "reversed"],
  ["ON_THE_MOON", "LANDED", "processing"],
] as const)(
  "%s with %s is %s, and both codes are stored [30.2]",
  async ([status, status_code, state]) => {
    const reference = newReference();
    const json = { transfer_id: reference, cf_transfer_id: 77, status, status_code };
    standIn.planFault({ kind: "status", acts: false, status: 200, body: JSON.stringify(json) });
    const update = await provider.checkStatus(reference);
    expect(update).toMatchObject({ state, rawState: `${status}/${status_code}` });
    expect(Boolean(update?.reason)).toBe(state === "failed" || state === "reversed");
  },
);

test("reports each step of a transfer, and its return after success [30.2]", async () => {
  const one = transfer({
    to: { method: "imps", accountNumber: "02014457596969", ifscCode: "CITI0000001" },
  });
  const states = [(await provider.send(one)).state];
  for (let step = 0; step < 3; step += 1) {
    standIn.books.step(one.reference);
    states.push((await provider.checkStatus(one.reference))?.state ?? "processing");
  }
  expect(states).toEqual(["processing", "processing", "success", "reversed"]);
  // Cashfree credits the amount and keeps its charge.
  expect(standIn.books.balancePaise()).toBe(10_00_00_000_00n - 1_18n);
});

test("a rejected caller learns what to fix, and nothing is sent [30.5]", async () => {
  const errors = [];
  standIn.account.isAddressListed = false;
  errors.push(await errorOf(provider.send(transfer())));
  standIn.account.isAddressListed = true;
  standIn.account.areApisOn = false;
  errors.push(await errorOf(provider.send(transfer())));
  useCredentials({ ...cashfreeCredentials, CASHFREE_CLIENT_SECRET: "cfsk_wrong_0001" });
  errors.push(await errorOf(provider.send(transfer())));
  useCredentials({});
  errors.push(await errorOf(provider.send(transfer())));
  expect(errors.every((error) => error instanceof NotAcceptedError)).toBe(true);
  const text = errors.map(String).join("\n");
  expect(text).toContain("IP Whitelist");
  expect(text).toContain("apis_not_enabled");
  expect(text).toContain("Check CASHFREE_CLIENT_ID and CASHFREE_CLIENT_SECRET");
  expect(text).toContain("Not set: CASHFREE_CLIENT_ID, CASHFREE_CLIENT_SECRET");
  expect(text).not.toMatch(/cfsk|203\.0\.113/);
  expect(standIn.books.all()).toEqual([]);
  expect(await provider.missingSettings()).toEqual([
    "CASHFREE_CLIENT_ID",
    "CASHFREE_CLIENT_SECRET",
  ]);
});

test("the health check passes only with valid keys, IP address and product", async () => {
  await expect(provider.probe()).resolves.toBeUndefined();
  standIn.account.areApisOn = false;
  await expect(provider.probe()).rejects.toThrow(NotAcceptedError);
  standIn.planFault({ kind: "status", acts: false, status: 503 });
  await expect(provider.probe()).rejects.toThrow(OutcomeUnknownError);
});

test("calls use the newer of two secrets", async () => {
  const both = `${cashfreeCredentials.CASHFREE_CLIENT_SECRET},cfsk_old_0001`;
  useCredentials({ ...cashfreeCredentials, CASHFREE_CLIENT_SECRET: both });
  expect((await provider.send(transfer())).state).toBe("processing");
});

test("above the rate limit it reports the wait, and sends nothing again", async () => {
  standIn.account.callsMax = 0;
  const error = await errorOf(provider.send(transfer()));
  expect(error).toMatchObject({ name: "OutcomeUnknownError", retryAfterMs: 4_000 });
  expect(sendings()).toBe(1);
});
