// The guarantee: an unavailable bank leaves an account unknown, and a virtual account never accepts
// money from everyone.
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentBank } from "../../../test/stand-ins/cashfree-verification.ts";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
} from "../../../test/stand-ins/cashfree.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { type Provider } from "../provider.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
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

const check = (accountNumber: string, ifscCode: string, typedName = "Sample Traders") =>
  provider.validate?.({
    destination: { method: "imps", accountNumber, ifscCode },
    typedName,
    reference: "RKCHECK1",
  });

test("each product has its own keys, and is only offered with them", async () => {
  const missing = async () => [
    await provider.missingSettings(),
    await provider.missingSettings("names"),
    await provider.missingSettings("virtual accounts"),
  ];
  expect(await missing()).toEqual([[], [], []]);
  useCredentials({ CASHFREE_CLIENT_ID: "CF1", CASHFREE_CLIENT_SECRET: "s" });
  expect(await missing()).toEqual([
    [],
    ["CASHFREE_VERIFICATION_CLIENT_ID", "CASHFREE_VERIFICATION_CLIENT_SECRET"],
    ["CASHFREE_PG_CLIENT_ID", "CASHFREE_PG_CLIENT_SECRET"],
  ]);
});

test("the bank's name comes with a score of 0 to 100 [30.8]", async () => {
  expect(await check("026291800001191", "YESB0000262")).toEqual({
    verdict: "valid",
    nameAtBank: "SAMPLE TRADERS",
    matchScore: 100,
  });
  expect(await check("026291800001191", "YESB0000262", "M/s. Sam & Co.")).toMatchObject({
    verdict: "valid",
    matchScore: 34,
  });
});

test.for([
  ["7766666585146", "YESB0000001", "The account number is not valid"],
  ["7766667287515", "ICIC0000001", "The IFSC code is not valid"],
  ["7766667989884", "RATN0000070", "The beneficiary's account is blocked or frozen"],
  ["7766667755761", "ICIC0000001", "Transfers to NRE accounts are not possible"],
] as const)("the account %s at %s is invalid: %s", async ([accountNumber, ifscCode, reason]) => {
  expect(await check(accountNumber, ifscCode)).toEqual({ verdict: "invalid", reason });
});

test("an unanswered check, and one without keys, is unknown [30.8]", async () => {
  expect(await check(silentBank.accountNumber, silentBank.ifscCode)).toMatchObject({
    verdict: "unknown",
  });
  const upi = { destination: { method: "upi", upiId: "asha@okaxis" }, typedName: "Asha" } as const;
  expect(await provider.validate?.({ ...upi, reference: "RKCHECK2" })).toMatchObject({
    verdict: "unknown",
  });
  const before = standIn.requests.length;
  useCredentials({ CASHFREE_CLIENT_ID: "CF1", CASHFREE_CLIENT_SECRET: "s" });
  expect(await check("026291800001191", "YESB0000262")).toEqual({
    verdict: "unknown",
    reason: "Bank account checks are not set up",
  });
  expect(standIn.requests.length).toBe(before);
  useCredentials(cashfreeCredentials);
  standIn.planFault({ kind: "cut", acts: true });
  await expect(check("026291800001191", "YESB0000262")).rejects.toThrow(OutcomeUnknownError);
});

const order = {
  key: "RKTENANT09",
  name: "Sample & Sons (India)",
  mobile: "9876543210",
  senders: [{ accountNumber: "123456789012", ifscCode: "HDFC0001234" }],
};
const others = [{ accountNumber: "999456789012", ifscCode: "SBIN0001234" }];
const account = () => standIn.virtualAccounts.get(order.key);

test("a virtual account is opened once, with its allowed senders", async () => {
  const opened = await provider.virtualAccounts?.open(order);
  expect(opened).toMatchObject({
    providerReference: order.key,
    ifscCode: "YESB0CMSNOC",
    isOpen: true,
  });
  expect(account()?.allowed).toEqual([{ account_number: "123456789012", ifsc: "HDFC0001234" }]);
  expect(await provider.virtualAccounts?.open({ ...order, senders: others })).toEqual(opened);
  expect(account()?.allowed).toEqual([{ account_number: "999456789012", ifsc: "SBIN0001234" }]);
  expect(standIn.virtualAccounts.size).toBe(1);
});

test("without allowed senders it accepts no money, and does again once there is one [30.9]", async () => {
  expect(await provider.virtualAccounts?.open({ ...order, senders: [] })).toMatchObject({
    isOpen: false,
  });
  await provider.virtualAccounts?.setAllowedSenders(order.key, others);
  expect(account()).toMatchObject({ status: "ACTIVE", allowed: [{ ifsc: "SBIN0001234" }] });
  await provider.virtualAccounts?.setAllowedSenders(order.key, []);
  expect(account()).toMatchObject({ status: "INACTIVE", allowed: [{ ifsc: "SBIN0001234" }] });
});

test("a closed account stays closed, and closing is safe to repeat", async () => {
  await provider.virtualAccounts?.open(order);
  await provider.virtualAccounts?.close(order.key);
  await provider.virtualAccounts?.close(order.key);
  expect(account()?.status).toBe("INACTIVE");
  await expect(provider.virtualAccounts?.close("RKNOBODY")).rejects.toThrow("404 vba_not_found");
});

test("a refused virtual account reports the refusal without account numbers", async () => {
  const body = JSON.stringify({
    code: "default_virtual_account_not_found",
    message: "123456789012",
  });
  standIn.planFault({ kind: "status", acts: false, status: 412, body });
  await expect(provider.virtualAccounts?.open(order)).rejects.toThrow(
    "Cashfree refused the virtual account (412 default_virtual_account_not_found)",
  );
});
