// The guarantee: sending again reaches what was missed however much arrived before it, and a key sends
// again, and moves to its address, only what it may read. A delivery lives as long as its event.
import { createWebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyForm, newKey } from "../../../test/key-world.ts";
import { numberAllEvents } from "../../../test/number-all-events.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openReceiver } from "../../../test/webhook-receiver.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { inNetworks } from "../../kernel/network-list.ts";
import { deleteExpiredRows } from "../../worker/retention.ts";
import { useWebhookNetworks } from "./reachable-addresses.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  useWebhookNetworks(inNetworks(["127.0.0.1"]));
});
afterAll(async () => {
  useWebhookNetworks(undefined);
  await world.close();
});

const form = { url: "http://127.0.0.1:9/", description: "ERP", types: [] };
async function newEndpoint(owner: SignedIn, url = form.url): Promise<string> {
  return (await owner.ask(createWebhookEndpoint, { body: { ...form, url } })).data.endpoint.id;
}
async function writeEvent(owner: SignedIn): Promise<void> {
  await sql`
    insert into event_outbox (tenant_id, type, subject_id, status)
    values (${owner.id}, 'deposit.pending', ${owner.id}, 'pending')
  `.execute(database());
  await numberAllEvents();
}
function newestOf(owner: SignedIn) {
  return database()
    .selectFrom("event_heads")
    .select("version")
    .where("tenant_id", "=", owner.id)
    .executeTakeFirstOrThrow();
}
async function countWaiting(endpointId: string): Promise<number> {
  const rows = await database()
    .selectFrom("webhook_deliveries")
    .select("version")
    .where("endpoint_id", "=", endpointId)
    .where("state", "=", "waiting")
    .execute();
  return rows.length;
}

test("100,000 events that arrived do not hide a later one that did not", async () => {
  const owner = await world.operator();
  await writeEvent(owner);
  const id = await newEndpoint(owner);
  const from = new Date().toISOString();
  await sql`
    with added as (
      insert into events (
        tenant_id, version, id, type, subject_id, status, created_at, numbered_at
      )
      select tenant_id, version + number, gen_random_uuid(), 'deposit.pending', tenant_id, 'pending',
        now(), now()
      from event_heads cross join generate_series(1, 100002) as number
      where tenant_id = ${owner.id}
      returning tenant_id, version
    ),
    arrived as (
      insert into webhook_deliveries (
        endpoint_id, version, tenant_id, state, tries, created_at, finished_at
      )
      select ${id}, version, tenant_id, 'delivered', 1, now(), now() from added
      order by version limit 100001
    ),
    head as (
      update event_heads set version = (select max(version) from added)
      where tenant_id = ${owner.id}
    )
    update webhook_endpoints set up_to = (select max(version) from added) where id = ${id}
  `.execute(database());
  const { body } = await owner.post(`/webhook-endpoints/${id}/resend`, { from });
  expect(body.data.resent).toBe(1);
  const all = await owner.post(`/webhook-endpoints/${id}/resend`, { from, delivered_too: true });
  expect([all.status, all.body.error.fields.to]).toEqual([
    400,
    "These are more than 100,000 events: choose a shorter time",
  ]);
});

test("an event that reaches its 90 days while it is sent again stops no later one", async () => {
  const owner = await world.operator();
  const receiver = await openReceiver();
  receiver.answerWith(500);
  await writeEvent(owner);
  const { version } = await newestOf(owner);
  await sql`
    update events set numbered_at = now() - interval '89 days 22 hours'
    where tenant_id = ${owner.id}
  `.execute(database());
  const id = await newEndpoint(owner, receiver.url);
  await owner.post(`/webhook-endpoints/${id}/resend`, { version: Number(version) });
  await world.work();
  await writeEvent(owner);
  await world.work();
  expect(await countWaiting(id)).toBe(2);
  receiver.answerOk();
  await world.afterSeconds(24 * 3_600, async () => {
    await deleteExpiredRows(database());
    await world.work();
  });
  const delivered = await database()
    .selectFrom("webhook_deliveries")
    .select(["state", "version"])
    .where("endpoint_id", "=", id)
    .execute();
  expect(delivered).toEqual([{ state: "delivered", version: version + 1n }]);
  await receiver.close();
});

test("a key sends again only events that it may read, and takes none along to its address", async () => {
  const owner = await world.operator({ wallet: "₹1,000" });
  await numberAllEvents();
  const id = await newEndpoint(owner);
  const scopes = ["webhooks:write", "wallet:read"] as const;
  const { caller } = await newKey(world, owner, keyForm({ scopes: [...scopes] }));
  await writeEvent(owner);
  const { version } = await newestOf(owner);
  const body = { version: Number(version) };
  const refused = await caller.post(`/webhook-endpoints/${id}/resend`, body);
  expect([refused.status, await countWaiting(id)]).toEqual([404, 0]);
  expect((await owner.post(`/webhook-endpoints/${id}/resend`, body)).status).toBe(200);
  expect(await countWaiting(id)).toBe(1);
  const change = { ...form, url: "http://127.0.0.1:7/", is_active: true };
  expect((await caller.put(`/webhook-endpoints/${id}`, change)).status).toBe(200);
  expect(await countWaiting(id)).toBe(0);
});
