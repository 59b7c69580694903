// The attack of finding L4: a signed webhook is sent again under other event ids, or long after. It is
// counted, and changes nothing.
import { listWebhooks } from "@rokad/contract/webhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adapterOf, useProviders } from "../../src/providers/configured-providers.ts";
import type { WebhookRequest } from "../../src/providers/webhook-endpoint.ts";
import type { Payer } from "../payer.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../payout-world.ts";
import { signedCall, signedWebhook } from "../stand-ins/signed-webhook.ts";

let world: PayoutWorld;
let payer: Payer;
let tooOld: string | undefined;
beforeAll(async () => {
  world = await openPayoutWorld();
  const sandbox = adapterOf("primary");
  const verify = async (request: WebhookRequest) => ({
    ...(await signedWebhook.verify(request)),
    ...(tooOld !== undefined && { tooOld }),
  });
  const signed = { ...sandbox, name: "signed", webhook: { ...signedWebhook, verify } };
  useProviders({ primary: signed, alternative: sandbox });
  payer = await world.payer("₹10,000");
});
afterAll(() => world.close());

const send = (call: ReturnType<typeof signedCall>) => world.app.inject(call);

/** A payout that stays open until the provider reports an outcome. */
async function openPayout() {
  const { body } = await payer.pay(upiOrder("pending@upi"), {});
  await world.work();
  return body.data as { id: string; reference_id: string };
}

async function webhooksOf(reference: string) {
  const { data } = await (await world.superAdmin()).ask(listWebhooks, { query: { limit: 100 } });
  return data.filter((one) => one.reference === reference);
}

test("a body replayed under other event ids, at once or later, is applied once and only counted", async () => {
  const { reference_id: reference } = await openPayout();
  const replay = (id: string) => signedCall({ reference, state: "processing" }, id);
  await Promise.all(["evt-a", "evt-b", "evt-c", "evt-d"].map((id) => send(replay(id))));
  await world.work();
  await send(replay("evt-later"));
  await world.work();
  expect(await webhooksOf(reference)).toMatchObject([{ times: 5, state: "done" }]);
});

test("an event that its provider may not send any more is refused, but a stored one may come again", async () => {
  const { id, reference_id: reference } = await openPayout();
  const call = signedCall({ reference, state: "success", utr: "412345678912" });
  tooOld = "It is more than 3 days old";
  const refused = await send(call);
  expect(refused.statusCode).toBe(400);
  expect(refused.body).toContain("more than 3 days old");
  tooOld = undefined;
  await send(call);
  await world.work();
  tooOld = "It is more than 3 days old";
  expect((await send(call)).statusCode).toBe(200);
  tooOld = undefined;
  await world.work();
  expect((await payer.shown(id)).status).toBe("success");
  expect(await webhooksOf(reference)).toMatchObject([{ times: 2 }]);
});
