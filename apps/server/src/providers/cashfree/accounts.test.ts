// The guarantee: a bank that could not be asked is nobody's fault, and a virtual account never
// takes money from everybody.
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentBank } from "../../../test/stand-ins/cashfree-verification.ts";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
} from "../../../test/stand-ins/cashfree.ts";
import { useCredentials } from "../../credentials/credentials.ts";
import { OutcomeUnknownError, type Provider } from "../provider.ts";
import { cashfreeProvider } from "./cashfree.ts";

let far: Cashfree;
let provider: Provider;
beforeEach(async () => {
  far = await openCashfree();
  useCredentials(cashfreeCredentials);
  provider = cashfreeProvider({ baseUrl: far.baseUrl, timeoutMs: 800 });
});
afterEach(async () => {
  useCredentials({});
  await far.close();
});

const check = (accountNumber: string, ifscCode: string, typedName = "Sample Traders") =>
  provider.validate?.({
    of: { method: "imps", accountNumber, ifscCode },
    typedName,
    reference: "RKCHECK1",
  });

test("each product has keys of its own, and only what has them is offered", async () => {
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

test("the bank's name comes with a score of 0 to 100", async () => {
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

test("a bank that does not answer, and a check that nobody set up, leave it open", async () => {
  expect(await check(silentBank.accountNumber, silentBank.ifscCode)).toMatchObject({
    verdict: "unknown",
  });
  const upi = { of: { method: "upi", upiId: "asha@okaxis" }, typedName: "Asha" } as const;
  expect(await provider.validate?.({ ...upi, reference: "RKCHECK2" })).toMatchObject({
    verdict: "unknown",
  });
  const asked = far.requests.length;
  useCredentials({ CASHFREE_CLIENT_ID: "CF1", CASHFREE_CLIENT_SECRET: "s" });
  expect(await check("026291800001191", "YESB0000262")).toEqual({
    verdict: "unknown",
    reason: "Bank account checks are not set up",
  });
  expect(far.requests.length).toBe(asked);
  useCredentials(cashfreeCredentials);
  far.plan({ kind: "cut", acts: true });
  await expect(check("026291800001191", "YESB0000262")).rejects.toThrow(OutcomeUnknownError);
});

const order = {
  key: "RKTENANT09",
  name: "Sample & Sons (India)",
  mobile: "9876543210",
  senders: [{ accountNumber: "123456789012", ifscCode: "HDFC0001234" }],
};
const others = [{ accountNumber: "999456789012", ifscCode: "SBIN0001234" }];
const kept = () => far.virtualAccounts.get(order.key);

test("a virtual account is opened once, locked to its senders", async () => {
  const opened = await provider.virtualAccounts?.open(order);
  expect(opened).toMatchObject({
    providerReference: order.key,
    ifscCode: "YESB0CMSNOC",
    isOpen: true,
  });
  expect(kept()?.allowed).toEqual([{ account_number: "123456789012", ifsc: "HDFC0001234" }]);
  expect(await provider.virtualAccounts?.open({ ...order, senders: others })).toEqual(opened);
  expect(kept()?.allowed).toEqual([{ account_number: "999456789012", ifsc: "SBIN0001234" }]);
  expect(far.virtualAccounts.size).toBe(1);
});

test("with no sender it takes no money at all, and does again once there is one", async () => {
  expect(await provider.virtualAccounts?.open({ ...order, senders: [] })).toMatchObject({
    isOpen: false,
  });
  await provider.virtualAccounts?.lockTo(order.key, others);
  expect(kept()).toMatchObject({ status: "ACTIVE", allowed: [{ ifsc: "SBIN0001234" }] });
  await provider.virtualAccounts?.lockTo(order.key, []);
  expect(kept()).toMatchObject({ status: "INACTIVE", allowed: [{ ifsc: "SBIN0001234" }] });
});

test("a closed one stays closed, and closing is safe to repeat", async () => {
  await provider.virtualAccounts?.open(order);
  await provider.virtualAccounts?.close(order.key);
  await provider.virtualAccounts?.close(order.key);
  expect(kept()?.status).toBe("INACTIVE");
  await expect(provider.virtualAccounts?.close("RKNOBODY")).rejects.toThrow("404 vba_not_found");
});

test("a refused virtual account tells the refusal, without account numbers", async () => {
  const body = JSON.stringify({
    code: "default_virtual_account_not_found",
    message: "123456789012",
  });
  far.plan({ kind: "status", acts: false, status: 412, body });
  await expect(provider.virtualAccounts?.open(order)).rejects.toThrow(
    "Cashfree refused the virtual account (412 default_virtual_account_not_found)",
  );
});
