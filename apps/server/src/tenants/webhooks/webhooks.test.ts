// The guarantee: each event reaches each endpoint that wants it, signed so that the official library
// accepts it, again until it arrives; and a business sees and repeats what was sent.
import type { Event } from "@rokad/contract/events";
import { createWebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { keyForm, newKey } from "../../../test/key-world.ts";
import { numberAllEvents } from "../../../test/number-all-events.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import {
  openReceiver,
  type Receiver,
  type ReceivedWebhook,
} from "../../../test/webhook-receiver.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { inNetworks } from "../../kernel/network-list.ts";
import { useWebhookNetworks } from "./reachable-addresses.ts";

let world: World;
let owner: SignedIn;
let receiver: Receiver;
beforeAll(async () => {
  world = await openWorld();
  useWebhookNetworks(inNetworks(["127.0.0.1"]));
});
beforeEach(async () => {
  owner = await world.operator({ name: "Sharma Traders", wallet: "₹1,000" });
  receiver = await openReceiver();
  await numberAllEvents();
});
afterEach(() => receiver.close());
afterAll(async () => {
  useWebhookNetworks(undefined);
  await world.close();
});

async function newEndpoint(types: readonly string[] = [], url = receiver.url) {
  const { data } = await owner.ask(createWebhookEndpoint, {
    body: { url, description: "ERP", types: types as never },
  });
  return { ...data.endpoint, secret: data.secret };
}

/** Writes an event of the business and lets the worker do what is due. */
async function happen(type = "deposit.pending"): Promise<void> {
  await sql`
    insert into event_outbox (tenant_id, type, subject_id, status)
    values (${owner.id}, ${type}, ${owner.id}, 'pending')
  `.execute(database());
  await numberAllEvents();
  await world.work();
}

const verify = (secret: string, { body, headers }: ReceivedWebhook) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
const endpointOf = async (id: string) =>
  ((await owner.get("/webhook-endpoints")).body.data as { id: string }[]).find(
    (one) => one.id === id,
  ) as unknown as Record<string, unknown>;
const deliveriesOf = async (id: string, query = "") =>
  (await owner.get(`/webhook-endpoints/${id}/deliveries${query}`)).body.data as Record<
    string,
    unknown
  >[];
const hour = 3_600;

test("the official library accepts an event, and only with the endpoint's secret", async () => {
  const { secret, id } = await newEndpoint();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await happen();
  const [webhook] = receiver.received as [ReceivedWebhook];
  expect(verify(secret, webhook)).toMatchObject({ type: "deposit.pending", subject_id: owner.id });
  expect(() => verify(`whsec_${Buffer.alloc(32).toString("base64")}`, webhook)).toThrow(
    "No matching signature",
  );
  expect(() => verify(secret, { ...webhook, body: `${webhook.body} ` })).toThrow(
    "No matching signature",
  );
  expect(JSON.parse(webhook.body).id).toBe(webhook.headers["webhook-id"]);
  expect(await deliveriesOf(id)).toMatchObject([
    { state: "delivered", tries: 1, last_status: 204, next_try_at: null },
  ]);
  const { rows } = await sql<{ text: string }>`
    select webhook_endpoints::text as text from webhook_endpoints where id = ${id}
  `.execute(database());
  const raw = Buffer.from(secret.slice("whsec_".length), "base64");
  expect(rows[0]?.text).not.toContain(raw.toString("hex"));
  expect(rows[0]?.text).not.toContain(Buffer.from(secret).toString("hex"));
});

test("while a secret is replaced, also twice, each signs for its hours; then only the new one", async () => {
  const { secret: first, id } = await newEndpoint();
  const roll = async (hours: number) =>
    (await owner.post(`/webhook-endpoints/${id}/roll`, { old_valid_hours: hours })).body.data
      ?.secret ?? "";
  // The answer with the second secret is lost, so the person asks for a third one.
  const second = await roll(1);
  const third = await roll(24);
  const expectSigned = async (...secrets: string[]) => {
    await happen();
    const { headers, body } = receiver.received.at(-1) as ReceivedWebhook;
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const event = String(headers["webhook-id"]);
    const signatures = secrets.map((secret) => new Webhook(secret).sign(event, at, body));
    expect(headers["webhook-signature"]).toBe(signatures.join(" "));
  };
  await expectSigned(third, second, first);
  await world.afterSeconds(2 * hour, () => expectSigned(third, second));
  await expectSigned(await roll(0));
});

test("an endpoint gets its types from its creation on, once, and only its own tests", async () => {
  await happen();
  const chosen = await newEndpoint(["deposit.completed"]);
  const every = await newEndpoint();
  await happen("deposit.pending");
  await happen("deposit.completed");
  expect(await deliveriesOf(chosen.id)).toHaveLength(1);
  expect(await deliveriesOf(every.id)).toHaveLength(2);
  expect((await owner.post(`/webhook-endpoints/${chosen.id}/test`, {})).status).toBe(200);
  await numberAllEvents();
  await world.work();
  expect(await deliveriesOf(chosen.id)).toMatchObject([
    { event: { type: "webhook.test" }, state: "delivered" },
    { event: { type: "deposit.completed" } },
  ]);
  expect(await deliveriesOf(every.id)).toHaveLength(2);
});

test("a failure is tried again after growing pauses, and Retry-After is kept", async () => {
  const { id } = await newEndpoint();
  receiver.answerWith(500);
  const began = Date.now();
  await happen();
  const [first] = await deliveriesOf(id);
  expect(first).toMatchObject({ state: "waiting", tries: 1, last_error: "Answered 500" });
  const pause = Date.parse(String(first?.["next_try_at"])) - began;
  expect(pause).toBeGreaterThan(4_000);
  expect(pause).toBeLessThan(10_000);
  receiver.answerWith(503, { "retry-after": "7200" });
  await world.afterSeconds(10, () => world.work());
  const [second] = await deliveriesOf(id);
  expect(second).toMatchObject({ tries: 2 });
  expect(Date.parse(String(second?.["next_try_at"])) - began).toBeGreaterThan(7_200_000);
  receiver.answerOk();
  await world.afterSeconds(3 * hour, () => world.work());
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", tries: 3 }]);
  expect(new Set(receiver.ids()).size).toBe(1);
  const [version] = (await deliveriesOf(id)).map((one) => (one["event"] as Event).version);
  const { body } = await owner.get(`/webhook-endpoints/${id}/deliveries/${String(version)}`);
  const { attempts } = body.data;
  expect(attempts.map(({ status }) => status)).toEqual([204, 503, 500]);
});

test("ten attempts in 75 hours fail, and can be sent again", async () => {
  const { id } = await newEndpoint();
  receiver.answerWith(500);
  await happen();
  for (let hours = 1; hours <= 90; hours += 1)
    await world.afterSeconds(hours * hour, () => world.work());
  expect(await deliveriesOf(id)).toMatchObject([{ state: "failed", tries: 10, next_try_at: null }]);
  expect(receiver.received).toHaveLength(10);
  receiver.answerOk();
  const [{ event }] = (await deliveriesOf(id)) as unknown as [{ event: { version: number } }];
  await owner.post(`/webhook-endpoints/${id}/resend`, { version: event.version });
  await world.work();
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", tries: 1 }]);
});

test("a redirect fails and is not followed", async () => {
  const { id } = await newEndpoint();
  receiver.answerWith(302, { location: receiver.url });
  await happen();
  expect(receiver.received).toHaveLength(1);
  expect(await deliveriesOf(id)).toMatchObject([
    { state: "waiting", last_error: "Answered 302: redirects are not followed" },
  ]);
});

test("410 disables the endpoint at once, and people are notified", async () => {
  const { id } = await newEndpoint();
  receiver.answerWith(410);
  await happen();
  expect(await endpointOf(id)).toMatchObject({ is_active: false });
  const { data } = (await owner.get("/notifications")).body;
  expect(data[0]).toMatchObject({ kind: "webhook_disabled", subject_id: id });
  await happen();
  expect(receiver.received).toHaveLength(1);
  const tested = await owner.post(`/webhook-endpoints/${id}/test`, {});
  expect([tested.status, tested.body.error.code]).toEqual([409, "WEBHOOK_ENDPOINT_DISABLED"]);
});

test("five days without a success disable the endpoint; one success starts them again", async () => {
  const { id } = await newEndpoint();
  receiver.answerWith(500);
  await happen();
  await world.afterSeconds(110 * hour, () => happen());
  receiver.answerOk();
  await world.afterSeconds(111 * hour, () => happen());
  receiver.answerWith(500);
  await world.afterSeconds(112 * hour, () => happen());
  await world.afterSeconds(125 * hour, () => happen());
  expect(await endpointOf(id)).toMatchObject({ is_active: true });
  await world.afterSeconds(233 * hour, () => happen());
  expect(await endpointOf(id)).toMatchObject({ is_active: false, waiting: 0 });
});

test("after six hours without an answer, sending again brings every event once", async () => {
  const { id } = await newEndpoint();
  const from = new Date().toISOString();
  receiver.answerWith(503);
  for (let minutes = 0; minutes < 360; minutes += 30)
    await world.afterSeconds(minutes * 60, () => happen());
  receiver.answerOk();
  const failed = receiver.received.length;
  const resend = () => owner.post(`/webhook-endpoints/${id}/resend`, { from });
  expect((await resend()).body.data?.resent).toBe(12);
  await world.work();
  const arrived = receiver.ids().slice(failed);
  expect([arrived.length, new Set(arrived).size]).toEqual([12, 12]);
  // What arrived is not sent again.
  expect((await resend()).body.data?.resent).toBe(0);
});

test("an endpoint that was disabled misses nothing that is sent again since then", async () => {
  const form = { url: receiver.url, description: "ERP", types: [] };
  const { id } = await newEndpoint();
  await owner.put(`/webhook-endpoints/${id}`, { ...form, is_active: false });
  await happen();
  await owner.put(`/webhook-endpoints/${id}`, { ...form, is_active: true });
  await world.work();
  expect(receiver.received).toHaveLength(0);
  const from = new Date(Date.now() - 60_000).toISOString();
  const { body } = await owner.post(`/webhook-endpoints/${id}/resend`, { from });
  expect(body.data.resent).toBeGreaterThan(0);
  await world.work();
  expect(receiver.received).toHaveLength(body.data.resent);
});

test("the check says which part of the way fails, and shows the signed bytes", async () => {
  const { id, secret } = await newEndpoint();
  const check = async () => (await owner.post(`/webhook-endpoints/${id}/check`, {})).body.data;
  const failing = (answer: { steps: { step: string; is_ok: boolean }[] }) =>
    answer.steps.filter((one) => !one.is_ok).map(({ step }) => step);
  // It answers 204 to anything.
  expect(failing(await check())).toEqual(["signature"]);
  receiver.answerWith((response, webhook) => {
    try {
      verify(secret, webhook);
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  });
  const right = await check();
  expect(failing(right)).toEqual([]);
  expect(right.steps).toHaveLength(5);
  const [sent] = receiver.received.slice(-2) as [ReceivedWebhook];
  expect(right.signed.content).toBe(
    `${String(sent.headers["webhook-id"])}.${String(sent.headers["webhook-timestamp"])}.${sent.body}`,
  );
  expect(right.signed.signature).toBe(sent.headers["webhook-signature"]);
  receiver.answerWith(204, { date: new Date(Date.now() - 600_000).toUTCString() });
  expect(failing(await check())).toEqual(["signature", "clock"]);
  receiver.answerWith(500);
  expect(failing(await check())).toEqual(["answer"]);
  await receiver.close();
  expect(failing(await check())).toEqual(["connection"]);
  receiver = await openReceiver();
});

test("a key with webhooks:write manages endpoints, one with webhooks:read only reads", async () => {
  const writes = keyForm({ scopes: ["webhooks:write", "wallet:read"] });
  const { caller: writer } = await newKey(world, owner, writes);
  const { caller: reader } = await newKey(world, owner, keyForm({ scopes: ["webhooks:read"] }));
  const form = { url: receiver.url, description: "", types: [] };
  const added = await writer.post("/webhook-endpoints", form);
  // As in the list of events: what the key may read.
  expect([added.status, added.body.data.endpoint.types]).toEqual([201, ["wallet.low_balance"]]);
  const wide = await writer.post("/webhook-endpoints", { ...form, types: ["payout.success"] });
  expect([wide.status, wide.body.error.code]).toEqual([403, "SCOPE_MISSING"]);
  expect((await reader.post("/webhook-endpoints", form)).status).toBe(403);
  expect((await reader.get("/webhook-endpoints")).body.data).toHaveLength(1);
  const other = await world.operator();
  const { id } = await newEndpoint();
  await happen();
  await owner.post(`/webhook-endpoints/${id}/test`, {});
  await happen();
  const read = (await reader.get(`/webhook-endpoints/${id}/deliveries`)).body.data;
  expect(read).toMatchObject([{ event: { type: "webhook.test" } }]);
  expect(await deliveriesOf(id)).toHaveLength(3);
  expect((await other.get(`/webhook-endpoints/${id}/deliveries`)).status).toBe(404);
  expect((await other.post(`/webhook-endpoints/${id}/test`, {})).status).toBe(404);
});
