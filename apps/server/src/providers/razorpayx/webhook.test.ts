// The guarantee: an event is believed by a signature over its very bytes, with the new or the old
// secret, and says what its entity says, whatever the event is called.
import { expect, test } from "vitest";
import { transferWith, useRazorpayX } from "../../../test/razorpayx-world.ts";
import { MissingCredentialError, useCredentials } from "../../credentials/credentials.ts";
import { WebhookRefusedError } from "../webhook-door.ts";
import { razorpayxWebhook } from "./webhook.ts";

const world = useRazorpayX();
const { verify, read } = razorpayxWebhook;

async function paid() {
  const one = transferWith();
  await world.provider.send(one);
  world.far.step(one.reference, "processed");
  const told = world.far.told.at(-1);
  if (!told) throw new Error("The stand-in told nothing");
  return { one, told, signed: world.far.sign(told) };
}

test("the new secret and the old one are both believed, and repeats have the same id", async () => {
  const { told, signed } = await paid();
  const verified = { eventId: told.id, kind: "payout.processed" };
  expect(await verify(signed)).toEqual(verified);
  expect(await verify(signed)).toEqual(verified);
  expect(await verify(world.far.sign(told, "StandInWebhookSecretOld"))).toEqual(verified);
});

test("an event of a day ago is believed: RazorpayX repeats one for 24 hours", async () => {
  const { told } = await paid();
  const body = told.body.replace(/"created_at":\d+\}$/, '"created_at":1580808301}');
  expect(body).not.toBe(told.body);
  const old = world.far.sign({ ...told, body });
  expect((await verify(old)).eventId).toBe(told.id);
});

test("what is not RazorpayX's word is refused, and says why", async () => {
  const { told, signed } = await paid();
  const headers = { ...signed.headers };
  const without = (name: string) => ({
    ...signed,
    headers: { ...headers, [name]: undefined },
  });
  const changed = Buffer.from(told.body.replace('"amount":150000', '"amount":950000'));
  const refused = [
    [world.far.sign(told, "StandInWebhookSecretNext"), "not right"],
    [{ ...signed, rawBody: changed }, "not right"],
    [{ ...signed, rawBody: Buffer.concat([signed.rawBody, Buffer.from("\n")]) }, "not right"],
    [
      { ...signed, headers: { ...headers, "x-razorpay-signature": "é".repeat(64) } },
      "no signature",
    ],
    [{ ...signed, headers: { ...headers, "x-razorpay-signature": "00" } }, "no signature"],
    [without("x-razorpay-signature"), "no signature"],
    [without("x-razorpay-event-id"), "no event id"],
    [world.far.sign({ ...told, body: "not json" }), "not as RazorpayX documents it"],
    [world.far.sign({ ...told, body: "[]" }), "not as RazorpayX documents it"],
  ] as const;
  for (const [request, why] of refused) {
    const error: unknown = await verify(request).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WebhookRefusedError);
    expect((error as Error).message).toContain(why);
  }
});

test("nothing is believed while there is no secret, nor with an empty one", async () => {
  const { told, signed } = await paid();
  useCredentials({ RAZORPAYX_WEBHOOK_SECRET: "," });
  await expect(verify(world.far.sign(told, ""))).rejects.toThrow(WebhookRefusedError);
  useCredentials({});
  await expect(verify(signed)).rejects.toThrow(MissingCredentialError);
});

test("every payout event says what its entity says, the late UTR and the reversal too", async () => {
  const { one, told } = await paid();
  expect(read(Buffer.from(told.body))).toEqual([
    {
      about: "transfer",
      notice: {
        reference: one.reference,
        state: "success",
        providerReference: expect.stringMatching(/^pout_/) as string,
        rawState: "processed/payout_processed",
        utr: expect.stringMatching(/^\d{12}$/) as string,
        charge: { feePaise: 500n, taxPaise: 90n },
      },
    },
  ]);
  const updated = told.body.replace('"event":"payout.processed"', '"event":"payout.updated"');
  expect(read(Buffer.from(updated))).toEqual(read(Buffer.from(told.body)));
  world.far.step(one.reference, "reversed", "beneficiary_bank_offline");
  expect(read(Buffer.from(world.far.told.at(-1)?.body ?? ""))).toMatchObject([
    { about: "transfer", notice: { state: "reversed", reference: one.reference } },
  ]);
});

test("what is about nothing of ours is other", async () => {
  const event = (name: string, payload: object) =>
    Buffer.from(JSON.stringify({ entity: "event", event: name, payload }));
  const downtime = { "payout.downtime": { entity: { id: "poutdown_1" } } };
  const other = [{ about: "other" }];
  expect(read(event("payout.downtime.started", downtime))).toEqual(other);
  expect(read(event("transaction.created", { transaction: { entity: {} } }))).toEqual(other);
  const { told } = await paid();
  const ofDashboard = told.body.replace(/"reference_id":"\w+"/, '"reference_id":null');
  expect(read(Buffer.from(ofDashboard))).toEqual(other);
});

test("a payout event that is not as documented can't be used", () => {
  const broken = { event: "payout.processed", payload: { payout: { entity: { id: "pout_1" } } } };
  expect(() => read(Buffer.from(JSON.stringify(broken)))).toThrow("not as RazorpayX documents");
});
