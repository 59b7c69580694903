// The guarantee: Cashfree's signed refund of a credited transfer debits the wallet, through the
// webhook endpoint and the worker; a forged one does nothing.
import { providerOrigin } from "../../../test/deliver-webhooks.ts";
import { listWebhooks } from "@rokad/contract/webhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdjustmentWorld, type AdjustmentWorld } from "../../../test/adjustment-world.ts";
import { openReceiver } from "../../../test/receiver.ts";
import {
  cashfreeCredentials,
  openCashfree,
  type Cashfree,
} from "../../../test/stand-ins/cashfree.ts";
import { database } from "../../database/db.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { processWebhooks } from "../../operations/webhooks/process-webhooks.ts";
import { receiveWebhook } from "../../operations/webhooks/receive-webhook.ts";
import { cashfreeProvider } from "../../providers/cashfree/cashfree.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";

let world: AdjustmentWorld;
let standIn: Cashfree;
beforeAll(async () => {
  world = await openAdjustmentWorld();
  standIn = await openCashfree();
  useCredentials(cashfreeCredentials);
  const cashfree = cashfreeProvider({ baseUrl: standIn.baseUrl, timeoutMs: 800 });
  useProviders({ primary: adapterOf("primary"), alternative: cashfree });
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  useCredentials({});
  await standIn.close();
  await world.close();
});

/** As Cashfree documents `REFUND_STATUS_WEBHOOK`. */
const refundBody = (over: object = {}) => ({
  data: {
    refund: {
      cf_refund_id: 11_325_632,
      cf_payment_id: 5_114_925_103_565,
      refund_id: "refund_sampleorder0413",
      order_id: "sampleorder0413",
      refund_amount: 1500.5,
      refund_currency: "INR",
      entity: "Refund",
      refund_type: "MERCHANT_INITIATED",
      refund_arn: "205907014017",
      refund_status: "SUCCESS",
      processed_at: "2026-02-28T13:04:27+05:30",
      ...over,
    },
  },
  event_time: "2026-02-28T13:04:28+05:30",
  type: "REFUND_STATUS_WEBHOOK",
});

test("a signed refund debits the wallet once; pending and forged ones do not", async () => {
  const { tenant, account, sender } = await openReceiver(world);
  // The account is Cashfree's from here on.
  await database()
    .updateTable("virtual_accounts")
    .set({ adapter: "cashfree", provider_reference: "RKTENANT09" })
    .where("id", "=", account.id)
    .execute();
  const secret = cashfreeCredentials["CASHFREE_PG_CLIENT_SECRET"] ?? "";
  const credit = standIn.creditEvent({
    cfPaymentId: "5114925103565",
    virtualAccountId: "RKTENANT09",
    rupees: 1500.5,
    utr: "N351200478962883",
    from: { account: sender.accountNumber, ifsc: sender.ifscCode, name: "Sharma Traders" },
  });
  const deliver = async (signed: Parameters<typeof receiveWebhook>[1]) => {
    await receiveWebhook("cashfree", signed, providerOrigin);
    await processWebhooks();
  };
  await deliver(credit);
  expect(await world.wallet(tenant)).toEqual([1_500_50, 0, 0]);
  await deliver(standIn.sign(refundBody({ refund_status: "PENDING" }), secret));
  await expect(
    receiveWebhook("cashfree", standIn.sign(refundBody(), "cfsk_forged"), providerOrigin),
  ).rejects.toThrow("Its signature is not valid");
  expect(await world.wallet(tenant)).toEqual([1_500_50, 0, 0]);
  await deliver(standIn.sign(refundBody(), secret));
  // Another delivery of the same refund, with other bytes.
  await deliver(standIn.sign(refundBody({ refund_note: "again" }), secret));
  expect(await world.wallet(tenant)).toEqual([0, 0, 0]);
  const boss = await world.superAdmin();
  const { data } = await boss.ask(listWebhooks, { query: { limit: 10 } });
  expect(data.map(({ outcome }) => outcome)).toEqual([
    "Chargeback already received",
    "Credit taken back from the wallet",
    "Nothing to apply",
    "Credit posted to the wallet",
  ]);
});

test("a refund without an amount in rupees is unusable", () => {
  for (const over of [
    { refund_amount: "1,500" },
    { refund_currency: "USD" },
    { cf_payment_id: "" },
  ]) {
    const { rawBody } = standIn.sign(refundBody(over), "x");
    expect(() => adapterOf("alternative").webhook?.read(rawBody)).toThrow(/refund/i);
  }
});
