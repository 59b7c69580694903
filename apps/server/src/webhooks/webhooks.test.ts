// The guarantee: what a provider tells us by itself is believed by its signature only, kept before
// it is answered, and comes out the same however often and in whatever order it is told.
import { listWebhooks, retryWebhook } from "@rokad/contract/webhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payer } from "../../test/payer.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { signedCall, signedDoor } from "../../test/stand-ins/signed-door.ts";
import { database } from "../db.ts";
import { forgetOld } from "../forget-old.ts";
import { adapterOf, useProviders } from "../providers/rails.ts";

let world: PayoutWorld;
let payer: Payer;
let reading = true;
beforeAll(async () => {
  world = await openPayoutWorld();
  const sandbox = adapterOf("primary");
  const signed = {
    ...sandbox,
    name: "signed",
    webhook: {
      ...signedDoor,
      read(body: Buffer) {
        if (!reading) throw new Error("A state that this version does not know");
        return signedDoor.read(body);
      },
    },
  };
  useProviders({ primary: signed, alternative: sandbox });
  await database()
    .insertInto("settings")
    .values({ key: "payout_codes_per_hour", value: "1000", updated_at: new Date() })
    .execute();
  payer = await world.payer("₹5,00,000");
});
afterAll(() => world.close());

const tell = (call: ReturnType<typeof signedCall>) => world.app.inject(call);
const boss = () => world.superAdmin();

/** A payout that stays open until the provider tells something of it. */
async function openPayout(rupees = 100) {
  const order = upiOrder("pending@upi", { amount: rupees });
  const { body } = await payer.pay(order, { key: `k${Math.random()}` });
  await world.work();
  return body.data as { id: string; reference_id: string };
}

async function told(reference: string) {
  const { data } = await (await boss()).ask(listWebhooks, { query: { limit: 100 } });
  return data.filter((one) => one.reference === reference);
}

test("is answered at once, acted on by the worker, and shown with what came of it", async () => {
  const { id, reference_id: reference } = await openPayout();
  const answer = await tell(signedCall({ reference, state: "success", utr: "412345678901" }));
  expect(answer.statusCode).toBe(200);
  expect((await payer.shown(id)).status).toBe("processing");
  expect(await told(reference)).toEqual([]);
  await world.work();
  expect(await payer.shown(id)).toMatchObject({ status: "success", utr_number: "412345678901" });
  expect(await told(reference)).toMatchObject([
    { state: "done", outcome: "Payout paid", times: 1, adapter: "signed" },
  ]);
});

test("the same event again is counted and does nothing; the same id with other words is heard", async () => {
  const { id, reference_id: reference } = await openPayout();
  const processing = signedCall({ reference, state: "processing" }, "evt-same");
  for (let again = 0; again < 3; again += 1) await tell(processing);
  await world.work();
  await tell(processing);
  await world.work();
  expect(await told(reference)).toMatchObject([{ times: 4 }]);
  await tell(signedCall({ reference, state: "failed", reason: "Closed" }, "evt-same"));
  await world.work();
  expect(await payer.shown(id)).toMatchObject({ status: "failed", failure_reason: "Closed" });
});

test("a changed byte, another signature and none are refused, counted, and kept nowhere", async () => {
  const { id, reference_id: reference } = await openPayout();
  const good = signedCall({ reference, state: "success", utr: "412345678902" });
  const { "x-signature": signature, ...unsigned } = good.headers;
  const wrong = [
    { ...good, payload: good.payload.replace("success", "failed ") },
    { ...good, headers: { ...good.headers, "x-signature": signature.replaceAll(/[0-7]/g, "8") } },
    { ...good, headers: { ...good.headers, "x-signature": "nonsense" } },
    { ...good, headers: unsigned },
  ];
  const counted = async () => {
    const { summary } = await (await boss()).ask(listWebhooks, { query: { limit: 1 } });
    return summary.find(({ adapter }) => adapter === "signed")?.refused[0]?.count ?? 0;
  };
  const before = await counted();
  for (const call of wrong) {
    const { statusCode, body } = await tell(call as typeof good);
    expect(statusCode).toBe(400);
    expect(body).toContain("WEBHOOK_REFUSED");
  }
  await world.work();
  expect((await payer.shown(id)).status).toBe("processing");
  expect(await told(reference)).toEqual([]);
  expect(await counted()).toBe(before + wrong.length);
});

test("of a payout that is not ours, or went elsewhere, nothing moves and it is said", async () => {
  const { id, reference_id: reference } = await openPayout();
  await database().updateTable("payouts").set({ adapter: "other" }).where("id", "=", id).execute();
  await tell(signedCall({ reference, state: "success", utr: "412345678903" }));
  await tell(signedCall({ reference: "RKNOTOURS", state: "success", utr: "412345678904" }));
  await tell(signedCall({ nothing: true }, "evt-nothing"));
  await world.work();
  expect((await payer.shown(id)).status).toBe("processing");
  expect(await told(reference)).toMatchObject([{ outcome: expect.stringContaining("another") }]);
  expect(await told("RKNOTOURS")).toMatchObject([
    { outcome: expect.stringContaining("No payout") },
  ]);
});

test("one that can't be used waits for a person, who has it worked off again, once", async () => {
  const { id, reference_id: reference } = await openPayout();
  reading = false;
  await tell(signedCall({ reference, state: "success", utr: "412345678905" }, "evt-new-words"));
  await world.work();
  reading = true;
  await world.work();
  expect((await payer.shown(id)).status).toBe("processing");
  const admin = await boss();
  const { data } = await admin.ask(listWebhooks, { query: { state: "unusable", limit: 10 } });
  expect(data).toMatchObject([
    { event_id: "evt-new-words", outcome: expect.stringContaining("state") },
  ]);
  const params = { id: data[0]?.id ?? "" };
  await admin.ask(retryWebhook, { params });
  await world.work();
  expect((await payer.shown(id)).status).toBe("success");
  await expect(admin.ask(retryWebhook, { params })).rejects.toThrow("WEBHOOK_NOT_UNUSABLE");
});

test("an address of no provider is none; a GET finds somebody; a huge body is refused", async () => {
  const call = signedCall({ nothing: true });
  expect((await tell({ ...call, url: "/api/v1/webhooks/nobody" })).statusCode).toBe(404);
  expect((await tell({ ...call, url: "/api/v1/webhooks/sandbox" })).statusCode).toBe(404);
  expect((await world.app.inject({ url: "/api/v1/webhooks/signed" })).statusCode).toBe(200);
  expect((await tell(signedCall("x".repeat(300_000)))).statusCode).toBe(413);
});

test("after 90 days what was done is forgotten, and what waits for somebody is not", async () => {
  reading = false;
  await tell(signedCall({ nothing: true }, "evt-kept"));
  await world.work();
  reading = true;
  world.pass(91 * 24 * 60 * 60 * 1_000);
  await forgetOld(database());
  const kept = await database().selectFrom("webhooks").select("event_id").execute();
  expect(kept).toEqual([{ event_id: "evt-kept" }]);
});
