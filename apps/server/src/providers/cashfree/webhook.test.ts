// The guarantee: only signed events are accepted, and they are read by their content, whatever their
// name.
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
} from "../../../test/stand-ins/cashfree.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { newId } from "../../kernel/ids.ts";
import { newReference } from "../../kernel/payout-reference.ts";
import { WebhookRejectedError, type WebhookEndpoint } from "../webhook-endpoint.ts";
import { cashfreeProvider } from "./cashfree.ts";

let standIn: Cashfree;
let endpoint: WebhookEndpoint;
const reference = newReference();
beforeEach(async () => {
  standIn = await openCashfree();
  useCredentials(cashfreeCredentials);
  const provider = cashfreeProvider({ baseUrl: standIn.baseUrl, timeoutMs: 800 });
  endpoint = provider.webhook as WebhookEndpoint;
  await provider.send({
    idempotencyKey: newId(),
    reference,
    amountPaise: 1_234_50n,
    beneficiary_name: "Sample Traders",
    beneficiary_email: "accounts@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Sample Road, Pune",
    purpose: null,
    sendBeforeMs: Infinity,
    remarks: null,
    to: { method: "imps", accountNumber: "02014457596969", ifscCode: "CITI0000001" },
  });
  standIn.books.settle();
});
afterEach(async () => {
  useCredentials({});
  await standIn.close();
});

const about = (status: string, status_code: string, type: string) => ({
  type,
  data: { transfer_id: reference, cf_transfer_id: "7", status, status_code },
  event_time: "2026-07-25T17:43:37",
});
const event = () => about("SUCCESS", "COMPLETED", "TRANSFER_SUCCESS");
const stateIn = (body: object) => {
  const [first] = endpoint.read(Buffer.from(JSON.stringify(body)));
  return first?.about === "transfer" ? first.update.state : first?.about;
};
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test("verifies and reads a signed success and its return", async () => {
  const results = [];
  for (const signed of standIn.events()) {
    const { kind, eventId } = await endpoint.verify(signed);
    const [webhookEvent] = endpoint.read(signed.rawBody);
    results.push([kind, webhookEvent?.about === "transfer" && webhookEvent.update]);
    expect(eventId).toMatch(/^[0-9a-f]{64}$/);
    expect((await endpoint.verify(signed)).eventId).toBe(eventId);
  }
  const common = {
    reference,
    providerReference: "100000",
    utr: "666666100000",
    amountPaise: 1_234_50n,
  };
  const charge = { feePaise: 100n, taxPaise: 18n };
  expect(results).toEqual([
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
] as const)("%s that says %s with %s is %s [30.6]", ([type, status, code, state]) => {
  expect(stateIn(about(status, code, type))).toBe(state);
});

test("ignores events without a transfer, and rejects incomplete transfers", () => {
  expect(stateIn({ type: "LOW_BALANCE_ALERT", data: { current_balance: 500 } })).toBe("other");
  expect(stateIn({ type: "BULK_TRANSFER_REJECTED", data: { status: "REJECTED" } })).toBe("other");
  expect(stateIn({ type: "CREDIT_CONFIRMATION", data: {} })).toBe("other");
  expect(stateIn({ type: "BENEFICIARY_INCIDENT" })).toBe("other");
  expect(() => stateIn({ type: "TRANSFER_SUCCESS", data: { status: "SUCCESS" } })).toThrow(
    "no transfer or no status",
  );
  expect(() => stateIn({ type: "TRANSFER_SUCCESS" })).toThrow("no transfer or no status");
  expect(() => stateIn({ no: "type" })).toThrow("documented format");
  expect(() => endpoint.read(Buffer.from("event=TRANSFER_SUCCESS&signature=x"))).toThrow(
    "documented format",
  );
});

test("the new and the old secret are valid during a rotation [30.6]", async () => {
  useCredentials({ ...cashfreeCredentials, CASHFREE_CLIENT_SECRET: "cfsk_new,cfsk_old" });
  for (const secret of ["cfsk_new", "cfsk_old"]) {
    expect((await endpoint.verify(standIn.sign(event(), secret))).kind).toBe("TRANSFER_SUCCESS");
  }
  await expect(endpoint.verify(standIn.sign(event(), "cfsk_older"))).rejects.toThrow(
    WebhookRejectedError,
  );
  await expect(endpoint.verify(standIn.sign(event(), "cfsk_new,cfsk_old"))).rejects.toThrow(
    "not valid",
  );
});

const good = () => standIn.sign(event(), standIn.account.signingSecret);
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
  [
    "a time that is none",
    () => standIn.sign(event(), standIn.account.signingSecret, new Date(Number.NaN)),
  ],
  ["two hours ahead", () => standIn.sign(event(), standIn.account.signingSecret, minutes(120))],
] as const)("an event with %s is rejected [30.6]", async ([, make]) => {
  await expect(endpoint.verify(make())).rejects.toThrow(WebhookRejectedError);
});

test("an event is too old for a first delivery after three days, and not before", async () => {
  const verified = (days: number) =>
    endpoint.verify(standIn.sign(event(), standIn.account.signingSecret, minutes(-days * 24 * 60)));
  expect(await verified(2.9)).not.toHaveProperty("tooOld");
  expect(await verified(3.1)).toMatchObject({ tooOld: "It is more than 3 days old" });
});

test("nothing is accepted without a secret", async () => {
  const signed = good();
  useCredentials({});
  await expect(endpoint.verify(signed)).rejects.toThrow("Not set: CASHFREE_CLIENT_SECRET");
});

const credit = {
  cfPaymentId: "5114925103565",
  virtualAccountId: "RKTENANT09",
  rupees: 1500.5,
  utr: "N351200478962883",
  from: { account: "123456789012", ifsc: "HDFC0001234", name: "Asha Rao" },
};

test("a credit has sender and UTR, and is signed with its product's secret [30.9]", async () => {
  const signed = standIn.creditEvent(credit);
  expect((await endpoint.verify(signed)).kind).toBe("PAYMENT_SUCCESS_WEBHOOK");
  expect(endpoint.read(signed.rawBody)).toEqual([
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

test("reads a credit without sender or valid UTR, and ignores a failed one", () => {
  const bare = endpoint.read(
    standIn.creditEvent({ ...credit, utr: "M_TESTUTR12362", from: null }).rawBody,
  );
  expect(bare).toMatchObject([{ credit: { utr: null, sender: null } }]);
  const failed = standIn.creditEvent(credit).rawBody.toString().replace('"SUCCESS"', '"FAILED"');
  expect(endpoint.read(Buffer.from(failed))).toEqual([{ about: "other" }]);
  const odd = standIn
    .creditEvent(credit)
    .rawBody.toString()
    .replace('"payment_amount":1500.5', '"a":1');
  expect(() => endpoint.read(Buffer.from(odd))).toThrow("amount");
});
