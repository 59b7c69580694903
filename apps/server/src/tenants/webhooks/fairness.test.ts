// The guarantee: endpoints that never answer delay no other endpoint.
import { createWebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../test/disturbances.ts";
import { numberAllEvents } from "../../../test/number-all-events.ts";
import { openReceiver, type Receiver } from "../../../test/webhook-receiver.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { inNetworks } from "../../kernel/network-list.ts";
import { startWebhookWorker } from "./deliver-webhooks.ts";
import { useWebhookNetworks } from "./reachable-addresses.ts";

const deadCount = 20;
const liveCount = 50;
/** After which an attempt at a dead endpoint fails. */
const attemptMs = 15_000;

let world: World;
let live: Receiver;
let dead: Receiver;
beforeAll(async () => {
  world = await openWorld();
  useWebhookNetworks(inNetworks(["127.0.0.1"]));
  [live, dead] = await Promise.all([openReceiver(), openReceiver()]);
});
afterAll(async () => {
  useWebhookNetworks(undefined);
  await live.close();
  await world.close();
});

test(`${deadCount} endpoints that never answer delay a live one by nothing that counts`, async () => {
  const [waiting, served] = [await world.operator(), await world.operator()];
  await world.work();
  const add = (owner: typeof served, url: string) =>
    owner.ask(createWebhookEndpoint, { body: { url, description: "", types: [] } });
  for (let at = 0; at < deadCount; at += 1) await add(waiting, dead.url);
  await add(served, live.url);
  dead.answerWith(() => undefined);
  const write = (tenantId: string, count: number) =>
    sql`
      insert into event_outbox (tenant_id, type, subject_id, status)
      select ${tenantId}, 'deposit.pending', gen_random_uuid(), 'pending'
      from generate_series(1, ${count}::int)
    `.execute(database());
  await write(waiting.id, 100);
  await numberAllEvents();
  const worker = startWebhookWorker({ pollMs: 20 });
  await until(
    () => dead.received.length === deadCount,
    () => dead.received.length,
  );
  await write(served.id, liveCount);
  await numberAllEvents();
  const began = performance.now();
  await until(
    () => live.received.length === liveCount,
    () => live.received.length,
  );
  // One after the other, the first attempts at the dead ones alone would take five minutes.
  expect(performance.now() - began).toBeLessThan((deadCount * attemptMs) / 4);
  // Ends the attempts in progress.
  await dead.close();
  await worker.stop();
});
