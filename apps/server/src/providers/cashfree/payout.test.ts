// The guarantee: a payout over Cashfree moves our books as it moves Cashfree's, whatever it is
// told by and in whatever order.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
  type SignedEvent,
} from "../../../test/stand-ins/cashfree.ts";
import { useCredentials } from "../../credentials/credentials.ts";
import { database } from "../../db.ts";
import { adapterOf, useProviders } from "../rails.ts";
import { cashfreeProvider } from "./cashfree.ts";

let world: PayoutWorld;
let far: Cashfree;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  far = await openCashfree();
  useCredentials(cashfreeCredentials);
  const sandbox = adapterOf("primary");
  const cashfree = cashfreeProvider({ baseUrl: far.baseUrl, timeoutMs: 2_000 });
  useProviders({ primary: cashfree, alternative: sandbox });
  payer = await world.payer("₹10,000");
});
afterAll(async () => {
  useCredentials({});
  await far.close();
  await world.close();
});

const tell = ({ headers, rawBody: payload }: SignedEvent) =>
  world.app.inject({ method: "POST", url: "/api/v1/webhooks/cashfree", headers, payload });

test("is sent once, paid by its webhook, and given back whole when the bank returns it", async () => {
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
  far.books.settle();
  const [success, reversal] = far.events() as [SignedEvent, SignedEvent];
  expect((await tell(success)).statusCode).toBe(200);
  await world.work();
  expect(await payer.shown(id)).toMatchObject({ status: "success", utr_number: "666666100000" });
  expect(await payer.balance()).toBeLessThan(before - 1_234_50);
  world.pass(3 * 60_000);
  for (const event of [reversal, success, reversal]) {
    expect((await tell(event)).statusCode).toBe(200);
    await world.work();
  }
  const shown = await payer.shown(id);
  expect(shown).toMatchObject({
    status: "failed",
    failure_reason: "The account number is not valid",
  });
  expect(shown.events).toContain("reversed");
  expect(await payer.balance()).toBe(before);
  expect(far.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  const kept = await database()
    .selectFrom("payouts")
    .select(["provider_raw_state", "provider_fee_paise", "provider_tax_paise"])
    .where("reference_id", "=", reference)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({
    provider_raw_state: "REVERSED/INVALID_ACCOUNT_FAIL",
    provider_fee_paise: 100n,
    provider_tax_paise: 18n,
  });
  expect(await world.faults()).toEqual([]);
});

test("an answer that was lost is looked up, and the payout is not sent again", async () => {
  const sent = far.requests.filter(({ method }) => method === "POST").length;
  far.plan({ kind: "cut", acts: true }, ({ method }) => method === "POST");
  const { body } = await payer.pay(impsOrder(), { key: "cashfree-2" });
  await world.work();
  far.books.settle();
  world.pass(60_000);
  await world.work();
  expect(await payer.shown(body.data.id as string)).toMatchObject({ status: "success" });
  expect(far.requests.filter(({ method }) => method === "POST")).toHaveLength(sent + 1);
  expect(await world.faults()).toEqual([]);
});

test("an event with another secret moves nothing; the dashboard's look at the address is answered", async () => {
  const forged = far.sign({ type: "TRANSFER_REVERSED", data: {} }, "cfsk_guessed");
  expect((await tell(forged)).statusCode).toBe(400);
  for (const method of ["GET", "HEAD"] as const) {
    const { statusCode } = await world.app.inject({ method, url: "/api/v1/webhooks/cashfree" });
    expect(statusCode).toBe(200);
  }
});

test("keys of another account never send what the first may have paid, whoever says it is unknown", async () => {
  far.plan({ kind: "cut", acts: true }, ({ method }) => method === "POST");
  const { body } = await payer.pay(impsOrder(), { key: "cashfree-3" });
  const id = body.data.id as string;
  await world.work();
  far.books.settle();
  const other = await openCashfree();
  const stranger = cashfreeProvider({ baseUrl: other.baseUrl, timeoutMs: 2_000 });
  const ours = adapterOf("primary");
  useProviders({ primary: stranger, alternative: adapterOf("alternative") });
  world.pass(60_000);
  await world.work();
  expect((await payer.shown(id)).status).toBe("processing");
  expect(other.books.all()).toEqual([]);
  useProviders({ primary: ours, alternative: adapterOf("alternative") });
  world.pass(60_000);
  await world.work();
  expect((await payer.shown(id)).status).toBe("success");
  await other.close();
  expect(await world.faults()).toEqual([]);
});
