// The guarantee: a webhook counts only with a valid signature, is stored before it is answered, and
// gives the same result however often and in whatever order it arrives.
import { listWebhooks, retryWebhook } from "@rokad/contract/webhooks";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { signedCall, signedWebhook } from "../../../test/stand-ins/signed-webhook.ts";
import { database } from "../../database/db.ts";
import { deleteExpiredRows } from "../../worker/retention.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";

let world: PayoutWorld;
let payer: Payer;
let isReadable = true;
beforeAll(async () => {
  world = await openPayoutWorld();
  const sandbox = adapterOf("primary");
  const signed = {
    ...sandbox,
    name: "signed",
    webhook: {
      ...signedWebhook,
      read(body: Buffer) {
        if (!isReadable) throw new Error("A state that this version does not know");
        return signedWebhook.read(body);
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

const send = (call: ReturnType<typeof signedCall>) => world.app.inject(call);
const boss = () => world.superAdmin();

/** A payout that stays open until the provider reports an outcome. */
async function openPayout(rupees = 100) {
  const order = upiOrder("pending@upi", { amount: rupees });
  const { body } = await payer.pay(order, { key: `k${Math.random()}` });
  await world.work();
  return body.data as { id: string; reference_id: string };
}

async function webhooksOf(reference: string) {
  const { data } = await (await boss()).ask(listWebhooks, { query: { limit: 100 } });
  return data.filter((one) => one.reference === reference);
}

test("is answered at once, applied by the worker, and listed with its outcome [32.1]", async () => {
  const { id, reference_id: reference } = await openPayout();
  const answer = await send(signedCall({ reference, state: "success", utr: "412345678901" }));
  expect(answer.statusCode).toBe(200);
  expect((await payer.shown(id)).status).toBe("processing");
  expect(await webhooksOf(reference)).toEqual([]);
  await world.work();
  expect(await payer.shown(id)).toMatchObject({ status: "success", utr_number: "412345678901" });
  expect(await webhooksOf(reference)).toMatchObject([
    { state: "done", outcome: "Payout paid", times: 1, adapter: "signed" },
  ]);
});

test("a repeated event is only counted; the same id with another body is applied [32.2]", async () => {
  const { id, reference_id: reference } = await openPayout();
  const processing = signedCall({ reference, state: "processing" }, "evt-same");
  for (let again = 0; again < 3; again += 1) await send(processing);
  await world.work();
  await send(processing);
  await world.work();
  expect(await webhooksOf(reference)).toMatchObject([{ times: 4 }]);
  await send(signedCall({ reference, state: "failed", reason: "Closed" }, "evt-same"));
  await world.work();
  expect(await payer.shown(id)).toMatchObject({ status: "failed", failure_reason: "Closed" });
});

test("equal calls at the same moment are one webhook, and none of them fails", async () => {
  for (let round = 0; round < 100; round += 1) {
    const reference = `RKROUND${round}`;
    const call = signedCall({ reference, state: "success", utr: "412345678901" });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send(call)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
  }
  const { rows } = await sql<{ times: number; webhooks: number }>`
    select times, count(*)::int as webhooks from webhooks where state = 'waiting' group by times
  `.execute(database());
  expect(rows).toEqual([{ times: 6, webhooks: 100 }]);
  await world.work();
});

test("a changed byte, a wrong signature and a missing one are rejected, counted, recorded, and not stored [32.3, 20.14]", async () => {
  const { id, reference_id: reference } = await openPayout();
  const good = signedCall({ reference, state: "success", utr: "412345678902" });
  const { "x-signature": signature, ...unsigned } = good.headers;
  const wrong = [
    { ...good, payload: good.payload.replace("success", "failed ") },
    { ...good, headers: { ...good.headers, "x-signature": signature.replaceAll(/[0-7]/g, "8") } },
    { ...good, headers: { ...good.headers, "x-signature": "nonsense" } },
    { ...good, headers: unsigned },
  ];
  const refusalCount = async () => {
    const { summary } = await (await boss()).ask(listWebhooks, { query: { limit: 1 } });
    return summary.find(({ adapter }) => adapter === "signed")?.refused[0]?.count ?? 0;
  };
  const before = await refusalCount();
  for (const call of wrong) {
    const { statusCode, body } = await send(call as typeof good);
    expect(statusCode).toBe(400);
    expect(body).toContain("WEBHOOK_REFUSED");
  }
  await world.work();
  expect((await payer.shown(id)).status).toBe("processing");
  expect(await webhooksOf(reference)).toEqual([]);
  expect(await refusalCount()).toBe(before + wrong.length);
  const logged = await database()
    .selectFrom("audit_log")
    .select(["subject_kind", "subject_id", "address"])
    .where("act", "=", "webhook.refused")
    .execute();
  expect(logged).toEqual([
    { subject_kind: "provider", subject_id: "signed", address: "127.0.0.1" },
  ]);
});

test("an unknown payout, or one of another provider, moves no money and the outcome says so [32.4]", async () => {
  const { id, reference_id: reference } = await openPayout();
  await database().updateTable("payouts").set({ adapter: "other" }).where("id", "=", id).execute();
  await send(signedCall({ reference, state: "success", utr: "412345678903" }));
  await send(signedCall({ reference: "RKNOTOURS", state: "success", utr: "412345678904" }));
  await send(signedCall({ nothing: true }, "evt-nothing"));
  await world.work();
  expect((await payer.shown(id)).status).toBe("processing");
  expect(await webhooksOf(reference)).toMatchObject([
    { outcome: expect.stringContaining("another") },
  ]);
  expect(await webhooksOf("RKNOTOURS")).toMatchObject([
    { outcome: expect.stringContaining("No payout") },
  ]);
});

test("an unusable one waits until a super admin queues it again, once [32.5]", async () => {
  const { id, reference_id: reference } = await openPayout();
  isReadable = false;
  await send(signedCall({ reference, state: "success", utr: "412345678905" }, "evt-new-words"));
  await world.work();
  isReadable = true;
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

test("an unknown provider gives 404, a GET gives 200, and a huge body is rejected", async () => {
  const call = signedCall({ nothing: true });
  expect((await send({ ...call, url: "/api/v1/webhooks/nobody" })).statusCode).toBe(404);
  expect((await send({ ...call, url: "/api/v1/webhooks/sandbox" })).statusCode).toBe(404);
  expect((await world.app.inject({ url: "/api/v1/webhooks/signed" })).statusCode).toBe(200);
  expect((await send(signedCall("x".repeat(300_000)))).statusCode).toBe(413);
});

test("deletes processed webhooks after 90 days, but not unusable ones", async () => {
  isReadable = false;
  await send(signedCall({ nothing: true, day: 1 }, "evt-kept"));
  await world.work();
  isReadable = true;
  world.pass(91 * 24 * 60 * 60 * 1_000);
  await deleteExpiredRows(database());
  const remaining = await database().selectFrom("webhooks").select("event_id").execute();
  expect(remaining).toEqual([{ event_id: "evt-kept" }]);
});
