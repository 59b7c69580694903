// The guarantee: an event is accepted with a signature over its raw bytes, by the new or the old
// secret, and is read by its entity, whatever its name.
import { expect, test } from "vitest";
import { transferWith, useRazorpayX } from "../../../test/razorpayx-world.ts";
import { MissingCredentialError, useCredentials } from "../../kernel/credentials.ts";
import { WebhookRejectedError } from "../webhook-endpoint.ts";
import { razorpayxWebhook } from "./webhook.ts";

const world = useRazorpayX();
const { verify, read } = razorpayxWebhook;

async function paid() {
  const one = transferWith();
  await world.provider.send(one);
  world.standIn.step(one.reference, "processed");
  const webhook = world.standIn.webhooks.at(-1);
  if (!webhook) throw new Error("The stand-in has no webhook");
  return { one, webhook, signed: world.standIn.sign(webhook) };
}

test("both secrets are accepted, and repeats have the same id [31.8]", async () => {
  const { webhook, signed } = await paid();
  const verified = { eventId: webhook.id, kind: "payout.processed" };
  expect(await verify(signed)).toEqual(verified);
  expect(await verify(signed)).toEqual(verified);
  expect(await verify(world.standIn.sign(webhook, "StandInWebhookSecretOld"))).toEqual(verified);
});

test("a day-old event is accepted: RazorpayX repeats events for 24 hours", async () => {
  const { webhook } = await paid();
  const body = webhook.body.replace(/"created_at":\d+\}$/, '"created_at":1580808301}');
  expect(body).not.toBe(webhook.body);
  const old = world.standIn.sign({ ...webhook, body });
  expect((await verify(old)).eventId).toBe(webhook.id);
});

test("a forged or malformed event is rejected with the reason [31.8]", async () => {
  const { webhook, signed } = await paid();
  const headers = { ...signed.headers };
  const without = (name: string) => ({
    ...signed,
    headers: { ...headers, [name]: undefined },
  });
  const changed = Buffer.from(webhook.body.replace('"amount":150000', '"amount":950000'));
  const refused = [
    [world.standIn.sign(webhook, "StandInWebhookSecretNext"), "not valid"],
    [{ ...signed, rawBody: changed }, "not valid"],
    [{ ...signed, rawBody: Buffer.concat([signed.rawBody, Buffer.from("\n")]) }, "not valid"],
    [
      { ...signed, headers: { ...headers, "x-razorpay-signature": "é".repeat(64) } },
      "no signature",
    ],
    [{ ...signed, headers: { ...headers, "x-razorpay-signature": "00" } }, "no signature"],
    [without("x-razorpay-signature"), "no signature"],
    [without("x-razorpay-event-id"), "no event id"],
    [world.standIn.sign({ ...webhook, body: "not json" }), "documented format"],
    [world.standIn.sign({ ...webhook, body: "[]" }), "documented format"],
  ] as const;
  for (const [request, why] of refused) {
    const error: unknown = await verify(request).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WebhookRejectedError);
    expect((error as Error).message).toContain(why);
  }
});

test("nothing is accepted without a secret, or with an empty one", async () => {
  const { webhook, signed } = await paid();
  useCredentials({ RAZORPAYX_WEBHOOK_SECRET: "," });
  await expect(verify(world.standIn.sign(webhook, ""))).rejects.toThrow(WebhookRejectedError);
  useCredentials({});
  await expect(verify(signed)).rejects.toThrow(MissingCredentialError);
});

test("every payout event is read by its entity, with late UTR and reversal", async () => {
  const { one, webhook } = await paid();
  expect(read(Buffer.from(webhook.body))).toEqual([
    {
      about: "transfer",
      update: {
        reference: one.reference,
        state: "success",
        amountPaise: 150_000n,
        currency: "INR",
        providerReference: expect.stringMatching(/^pout_/) as string,
        rawState: "processed/payout_processed",
        utr: expect.stringMatching(/^\d{12}$/) as string,
        charge: { feePaise: 500n, taxPaise: 90n },
      },
    },
  ]);
  const updated = webhook.body.replace('"event":"payout.processed"', '"event":"payout.updated"');
  expect(read(Buffer.from(updated))).toEqual(read(Buffer.from(webhook.body)));
  world.standIn.step(one.reference, "reversed", "beneficiary_bank_offline");
  expect(read(Buffer.from(world.standIn.webhooks.at(-1)?.body ?? ""))).toMatchObject([
    { about: "transfer", update: { state: "reversed", reference: one.reference } },
  ]);
});

test("events that don't concern us are ignored", async () => {
  const event = (name: string, payload: object) =>
    Buffer.from(JSON.stringify({ entity: "event", event: name, payload }));
  const downtime = { "payout.downtime": { entity: { id: "poutdown_1" } } };
  const other = [{ about: "other" }];
  expect(read(event("payout.downtime.started", downtime))).toEqual(other);
  expect(read(event("transaction.created", { transaction: { entity: {} } }))).toEqual(other);
  const { webhook } = await paid();
  const ofDashboard = webhook.body.replace(/"reference_id":"\w+"/, '"reference_id":null');
  expect(read(Buffer.from(ofDashboard))).toEqual(other);
});

test("an undocumented payout event throws", () => {
  const broken = { event: "payout.processed", payload: { payout: { entity: { id: "pout_1" } } } };
  expect(() => read(Buffer.from(JSON.stringify(broken)))).toThrow("documented format");
});
