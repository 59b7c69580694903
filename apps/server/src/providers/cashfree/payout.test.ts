// The guarantee: a payout over Cashfree leaves our ledger and Cashfree's record in agreement, by
// webhooks or status checks in any order.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
  type SignedEvent,
} from "../../../test/stand-ins/cashfree.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { database } from "../../database/db.ts";
import { adapterOf, useProviders } from "../configured-providers.ts";
import { cashfreeProvider } from "./cashfree.ts";

let world: PayoutWorld;
let standIn: Cashfree;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  standIn = await openCashfree();
  useCredentials(cashfreeCredentials);
  const sandbox = adapterOf("primary");
  const cashfree = cashfreeProvider({ baseUrl: standIn.baseUrl, timeoutMs: 2_000 });
  useProviders({ primary: cashfree, alternative: sandbox });
  payer = await world.payer("₹10,000");
});
afterAll(async () => {
  useCredentials({});
  await standIn.close();
  await world.close();
});

const deliver = ({ headers, rawBody: payload }: SignedEvent) =>
  world.app.inject({ method: "POST", url: "/api/v1/webhooks/cashfree", headers, payload });

test("is sent once, paid by its webhook, and refunded when the bank returns it [30.7]", async () => {
  const before = await payer.balance();
  const order = impsOrder({
    account_number: "02014457596969",
    ifsc_code: "CITI0000001",
    beneficiary_name: "Dr. A.K. Rao",
    amount: 1_234.5,
  });
  const { body } = await payer.pay(order, { key: "cashfree-1" });
  await world.work();
  const { id, reference_id: reference } = body.data as { id: string; reference_id: string };
  expect((await payer.shown(id)).status).toBe("processing");
  standIn.books.settle();
  const [success, reversal] = standIn.events() as [SignedEvent, SignedEvent];
  expect((await deliver(success)).statusCode).toBe(200);
  await world.work();
  expect(await payer.shown(id)).toMatchObject({ status: "success", utr_number: "666666100000" });
  expect(await payer.balance()).toBeLessThan(before - 1_234_50);
  world.pass(3 * 60_000);
  for (const event of [reversal, success, reversal]) {
    expect((await deliver(event)).statusCode).toBe(200);
    await world.work();
  }
  const shown = await payer.shown(id);
  expect(shown).toMatchObject({
    status: "failed",
    failure_reason: "The account number is not valid",
  });
  expect(shown.events).toContain("reversed");
  expect(await payer.balance()).toBe(before);
  expect(standIn.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  const row = await database()
    .selectFrom("payouts")
    .select(["provider_raw_state", "provider_fee_paise", "provider_tax_paise"])
    .where("reference_id", "=", reference)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    provider_raw_state: "REVERSED/INVALID_ACCOUNT_FAIL",
    provider_fee_paise: 100n,
    provider_tax_paise: 18n,
  });
  expect(await world.faults()).toEqual([]);
});

test("after a lost answer, the status is checked and the payout is not sent again [30.7]", async () => {
  const sent = standIn.requests.filter(({ method }) => method === "POST").length;
  standIn.planFault({ kind: "cut", acts: true }, ({ method }) => method === "POST");
  const { body } = await payer.pay(impsOrder(), { key: "cashfree-2" });
  await world.work();
  standIn.books.settle();
  world.pass(60_000);
  await world.work();
  expect(await payer.shown(body.data.id as string)).toMatchObject({ status: "success" });
  expect(standIn.requests.filter(({ method }) => method === "POST")).toHaveLength(sent + 1);
  expect(await world.faults()).toEqual([]);
});

test("an event with another secret moves nothing; the dashboard's test call gets an answer", async () => {
  const forged = standIn.sign({ type: "TRANSFER_REVERSED", data: {} }, "cfsk_guessed");
  expect((await deliver(forged)).statusCode).toBe(400);
  for (const method of ["GET", "HEAD"] as const) {
    const { statusCode } = await world.app.inject({ method, url: "/api/v1/webhooks/cashfree" });
    expect(statusCode).toBe(200);
  }
});

test("keys of another account never resend a payout that the first account may have paid [30.10]", async () => {
  standIn.planFault({ kind: "cut", acts: true }, ({ method }) => method === "POST");
  const { body } = await payer.pay(impsOrder(), { key: "cashfree-3" });
  const id = body.data.id as string;
  await world.work();
  standIn.books.settle();
  const other = await openCashfree();
  const otherAccount = cashfreeProvider({ baseUrl: other.baseUrl, timeoutMs: 2_000 });
  const ours = adapterOf("primary");
  useProviders({ primary: otherAccount, alternative: adapterOf("alternative") });
  world.pass(60_000);
  await world.work();
  expect((await payer.shown(id)).status).toBe("processing");
  expect(other.books.all()).toEqual([]);
  // What the other account pays now says nothing about the first one.
  const later = (await payer.pay(impsOrder({ amount: 25 }), { key: "cashfree-4" })).body.data;
  await world.work();
  other.books.settle();
  world.pass(60_000);
  await world.work();
  expect((await payer.shown(later.id as string)).status).toBe("success");
  world.pass(60_000);
  await world.work();
  expect((await payer.shown(id)).status).toBe("processing");
  expect(other.books.all()).toHaveLength(1);
  useProviders({ primary: ours, alternative: adapterOf("alternative") });
  world.pass(60_000);
  await world.work();
  expect((await payer.shown(id)).status).toBe("success");
  await other.close();
  expect(await world.faults()).toEqual([]);
});
