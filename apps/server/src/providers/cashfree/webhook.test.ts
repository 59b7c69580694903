// The guarantee: what Cashfree tells by itself is believed when it is signed, whatever the event
// is called, and what is not signed never is.
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
} from "../../../test/stand-ins/cashfree.ts";
import { useCredentials } from "../../credentials/credentials.ts";
import { newId } from "../../ids.ts";
import { newReference } from "../../payouts/reference.ts";
import { WebhookRefusedError, type WebhookDoor } from "../webhook-door.ts";
import { cashfreeProvider } from "./cashfree.ts";

let far: Cashfree;
let door: WebhookDoor;
const reference = newReference();
beforeEach(async () => {
  far = await openCashfree();
  useCredentials(cashfreeCredentials);
  const provider = cashfreeProvider({ baseUrl: far.baseUrl, timeoutMs: 800 });
  door = provider.webhook as WebhookDoor;
  await provider.send({
    idempotencyKey: newId(),
    reference,
    amountPaise: 1_234_50n,
    beneficiaryName: "Sample Traders",
    beneficiaryEmail: "accounts@example.com",
    beneficiaryPhone: "9876543210",
    remarks: null,
    to: { method: "imps", accountNumber: "02014457596969", ifscCode: "CITI0000001" },
  });
  far.books.settle();
});
afterEach(async () => {
  useCredentials({});
  await far.close();
});

const about = (status: string, status_code: string, type: string) => ({
  type,
  data: { transfer_id: reference, cf_transfer_id: "7", status, status_code },
  event_time: "2026-07-25T17:43:37",
});
const event = () => about("SUCCESS", "COMPLETED", "TRANSFER_SUCCESS");
const stateIn = (body: object) => {
  const [first] = door.read(Buffer.from(JSON.stringify(body)));
  return first?.about === "transfer" ? first.notice.state : first?.about;
};
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test("success, and its return, as the stand-in signs them", async () => {
  const told = [];
  for (const signed of far.events()) {
    const { kind, eventId } = await door.verify(signed);
    const [happening] = door.read(signed.rawBody);
    told.push([kind, happening?.about === "transfer" && happening.notice]);
    expect(eventId).toMatch(/^[0-9a-f]{64}$/);
    expect((await door.verify(signed)).eventId).toBe(eventId);
  }
  const common = { reference, providerReference: "100000", utr: "666666100000" };
  const charge = { feePaise: 100n, taxPaise: 18n };
  expect(told).toEqual([
    [
      "TRANSFER_ACKNOWLEDGED",
      { ...common, charge, state: "success", rawState: "SUCCESS/COMPLETED" },
    ],
    [
      "TRANSFER_REVERSED",
      {
        ...common,
        charge,
        state: "reversed",
        rawState: "REVERSED/INVALID_ACCOUNT_FAIL",
        reason: "The account number is not valid",
      },
    ],
  ]);
});

test.for([
  ["TRANSFER_SUCCESS", "SUCCESS", "COMPLETED", "success"],
  ["TRANSFER_SUCCESS", "SUCCESS", "SENT_TO_BENEFICIARY", "success"],
  ["TRANSFER_ACKNOWLEDGED", "SUCCESS", "SENT_TO_BENEFICIARY", "success"],
  ["TRANSFER_SUCCESS", "FAILED", "IMPS_MODE_FAIL", "failed"],
  ["TRANSFER_FAILED", "SUCCESS", "COMPLETED", "success"],
  ["TRANSFER_SUCCESS", "PENDING", "PENDING", "processing"],
  ["TRANSFER_FAILED", "PENDING", "PENDING", "processing"],
  ["TRANSFER_REVERSED", "REVERSED", "BENE_NAME_DIFFERS", "reversed"],
  ["TRANSFER_REJECTED", "REJECTED", "INVALID_MODE_FOR_PYID", "failed"],
  ["SOMETHING_NEW", "SUCCESS", "COMPLETED", "success"],
  ["TRANSFER_SUCCESS", "SOMETHING_NEW", "NEW", "processing"],
] as const)("%s that says %s with %s is %s", ([type, status, code, state]) => {
  expect(stateIn(about(status, code, type))).toBe(state);
});

test("an event about no transfer is none of ours, and a transfer without its facts is refused", () => {
  expect(stateIn({ type: "LOW_BALANCE_ALERT", data: { current_balance: 500 } })).toBe("other");
  expect(stateIn({ type: "BULK_TRANSFER_REJECTED", data: { status: "REJECTED" } })).toBe("other");
  expect(stateIn({ type: "CREDIT_CONFIRMATION", data: {} })).toBe("other");
  expect(stateIn({ type: "BENEFICIARY_INCIDENT" })).toBe("other");
  expect(() => stateIn({ type: "TRANSFER_SUCCESS", data: { status: "SUCCESS" } })).toThrow(
    "tells no transfer",
  );
  expect(() => stateIn({ type: "TRANSFER_SUCCESS" })).toThrow("tells no transfer");
  expect(() => stateIn({ no: "type" })).toThrow("no event");
  expect(() => door.read(Buffer.from("event=TRANSFER_SUCCESS&signature=x"))).toThrow("no event");
});

test("the new secret and the old one hold while the secret is being changed", async () => {
  useCredentials({ ...cashfreeCredentials, CASHFREE_CLIENT_SECRET: "cfsk_new,cfsk_old" });
  for (const secret of ["cfsk_new", "cfsk_old"]) {
    expect((await door.verify(far.sign(event(), secret))).kind).toBe("TRANSFER_SUCCESS");
  }
  await expect(door.verify(far.sign(event(), "cfsk_older"))).rejects.toThrow(WebhookRefusedError);
  await expect(door.verify(far.sign(event(), "cfsk_new,cfsk_old"))).rejects.toThrow("not hold");
});

const good = () => far.sign(event(), far.account.signingSecret);
const without = (name: string) =>
  Object.fromEntries(Object.entries(good().headers).filter(([header]) => header !== name));

test.for([
  ["no signature", () => ({ ...good(), headers: without("x-webhook-signature") })],
  ["no time", () => ({ ...good(), headers: without("x-webhook-timestamp") })],
  ["another body", () => ({ ...good(), rawBody: Buffer.from(`${good().rawBody.toString()} `) })],
  [
    "a later time",
    () => ({ ...good(), headers: { ...good().headers, "x-webhook-timestamp": "1" } }),
  ],
  [
    "a cut signature",
    () => ({ ...good(), headers: { ...good().headers, "x-webhook-signature": "YQ==" } }),
  ],
  ["no base64", () => ({ ...good(), headers: { ...good().headers, "x-webhook-signature": "§" } })],
  ["a time that is none", () => far.sign(event(), far.account.signingSecret, new Date(Number.NaN))],
  ["31 days of age", () => far.sign(event(), far.account.signingSecret, minutes(-31 * 24 * 60))],
  ["two hours ahead", () => far.sign(event(), far.account.signingSecret, minutes(120))],
] as const)("an event with %s is refused", async ([, make]) => {
  await expect(door.verify(make())).rejects.toThrow(WebhookRefusedError);
});

test("an event that is told again after a week is still believed", async () => {
  const late = far.sign(event(), far.account.signingSecret, minutes(-7 * 24 * 60));
  expect((await door.verify(late)).kind).toBe("TRANSFER_SUCCESS");
});

test("nothing is believed while nobody has set the secret", async () => {
  const signed = good();
  useCredentials({});
  await expect(door.verify(signed)).rejects.toThrow("Not set: CASHFREE_CLIENT_SECRET");
});

const credit = {
  cfPaymentId: "5114925103565",
  virtualAccountId: "RKTENANT09",
  rupees: 1500.5,
  utr: "N351200478962883",
  from: { account: "123456789012", ifsc: "HDFC0001234", name: "Asha Rao" },
};

test("money on a virtual account is told with sender and UTR, signed with its own secret", async () => {
  const signed = far.creditEvent(credit);
  expect((await door.verify(signed)).kind).toBe("PAYMENT_SUCCESS_WEBHOOK");
  expect(door.read(signed.rawBody)).toEqual([
    {
      about: "credit",
      credit: {
        creditReference: "5114925103565",
        virtualAccount: "RKTENANT09",
        amountPaise: 150_050n,
        utr: "N351200478962883",
        sender: { accountNumber: "123456789012", ifscCode: "HDFC0001234", name: "Asha Rao" },
        at: new Date("2026-02-05T09:49:36Z"),
      },
    },
  ]);
});

test("a credit may come without sender and with a UTR that is none; one that failed is none", () => {
  const bare = door.read(far.creditEvent({ ...credit, utr: "M_TESTUTR12362", from: null }).rawBody);
  expect(bare).toMatchObject([{ credit: { utr: null, sender: null } }]);
  const failed = far.creditEvent(credit).rawBody.toString().replace('"SUCCESS"', '"FAILED"');
  expect(door.read(Buffer.from(failed))).toEqual([{ about: "other" }]);
  const odd = far
    .creditEvent(credit)
    .rawBody.toString()
    .replace('"payment_amount":1500.5', '"a":1');
  expect(() => door.read(Buffer.from(odd))).toThrow("amount");
});
