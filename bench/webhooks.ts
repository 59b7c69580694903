import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventSample } from "@rokad/contract/events";
import { sql } from "kysely";
import { database } from "../apps/server/src/database/db.ts";
import { inNetworks } from "../apps/server/src/kernel/network-list.ts";
import type { Tenant } from "../apps/server/src/kernel/person.ts";
import { useWebhookNetworks } from "../apps/server/src/tenants/webhooks/reachable-addresses.ts";
import { createEndpoint } from "../apps/server/src/tenants/webhooks/save-endpoint.ts";
import { founderOf } from "../apps/server/test/founder.ts";
import { addEvents } from "./add-events.ts";
import { createTenants } from "./create-tenants.ts";
import { median, p95, perSecond, startServer, withNewPostgres } from "./payout-load.ts";
import type { PlainPosts } from "./plain-posts.ts";
import type { Row } from "./row.ts";
import type { Size } from "./size.ts";
import type { SinkPorts, SinkQuestion } from "./webhook-sink.ts";

const liveEndpoints = 20;
/** The slots of an endpoint that works: lease-deliveries.ts. */
const socketsPerEndpoint = 5;
const deadEndpoints = 100;
const sizes = {
  full: { rounds: 3, eventsPerEndpoint: 500, bursts: 40 },
  short: { rounds: 1, eventsPerEndpoint: 20, bursts: 5 },
};
const eventsPerBurst = 50;

interface Bench {
  readonly sink: Sink;
  readonly live: readonly string[];
  readonly dead: readonly string[];
  readonly size: (typeof sizes)["full"];
}

/** Webhooks of a worker to a receiver on this machine, with and without dead endpoints. */
export function benchWebhooks({ isShort }: Size): Promise<Row[]> {
  return withNewPostgres(async ({ url }) => {
    const tenants = await createTenants(liveEndpoints + deadEndpoints);
    const ids = tenants.map(({ id }) => id);
    const [live, dead] = [ids.slice(0, liveEndpoints), ids.slice(liveEndpoints)];
    const sink = await startSink();
    useWebhookNetworks(inNetworks(["127.0.0.1"]));
    for (const id of ids) await addEndpoint(id, live.includes(id) ? sink.liveUrl : sink.deadUrl);
    await setActive(dead, false);
    const stop = await startServer(url, "worker", { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" });
    try {
      const bench = { sink, live, dead, size: isShort ? sizes.short : sizes.full };
      // Warm-up: an endpoint gets all its slots after its first success.
      await deliver(bench, live, eventsPerBurst);
      return [await compareDeliveries(bench), await compareDeadEndpoints(bench)];
    } finally {
      await sink.ask({ wants: "release" });
      await stop();
      sink.stop();
      useWebhookNetworks(undefined);
    }
  });
}

async function compareDeliveries(bench: Bench): Promise<Row> {
  const { sink, live, size } = bench;
  const count = live.length * size.eventsPerEndpoint;
  const rounds: { delivered: number; plain: number }[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    const delivered = await deliver(bench, live, size.eventsPerEndpoint);
    const plain = await postPlain(sink, count);
    rounds.push({ delivered: rateOf(delivered), plain: rateOf(plain) });
  }
  return {
    key: "webhook_deliveries",
    name: "Webhooks delivered to a receiver on this machine",
    reference: "plain POSTs over as many keep-alive sockets",
    measured: perSecond(median(rounds.map(({ delivered }) => delivered))),
    referred: perSecond(median(rounds.map(({ plain }) => plain))),
    ratio: median(rounds.map(({ delivered, plain }) => delivered / plain)),
    goal: { atLeast: 0.5 },
  };
}

/** From the commit of the events to their arrival, in bursts of one business. */
async function compareDeadEndpoints(bench: Bench): Promise<Row> {
  const { sink, dead, size } = bench;
  const times = { beside: [] as number[], alone: [] as number[] };
  for (let round = 0; round < size.rounds; round += 1) {
    times.alone.push(...(await burstTimes(bench)));
    await setActive(dead, true);
    // Each has the next one waiting when an attempt ends.
    await addEvents(dead, eventsPerBurst);
    await sink.ask({ wants: "hanging", count: dead.length });
    times.beside.push(...(await burstTimes(bench)));
    await setActive(dead, false);
    await sink.ask({ wants: "release" });
  }
  const [beside, alone] = [p95(times.beside), p95(times.alone)];
  return {
    key: "webhook_dead_endpoints",
    name: `Webhook to a live endpoint beside ${deadEndpoints} dead ones, p95`,
    reference: "the same without them",
    measured: `${beside.toFixed(1)} ms`,
    referred: `${alone.toFixed(1)} ms`,
    ratio: beside / alone,
    goal: { atMost: 1.2 },
  };
}

async function burstTimes(bench: Bench): Promise<number[]> {
  const times: number[] = [];
  for (let burst = 0; burst < bench.size.bursts; burst += 1)
    times.push(...(await deliver(bench, bench.live.slice(0, 1), eventsPerBurst)));
  return times;
}

/** @returns how long each event took from before its commit to its arrival, in milliseconds. */
async function deliver({ sink }: Bench, tenantIds: readonly string[], events: number) {
  const began = performance.timeOrigin + performance.now();
  const arrived = sink.ask({ wants: "arrivals", count: tenantIds.length * events });
  await addEvents(tenantIds, events);
  return (await arrived).map((at) => at - began);
}

/** @returns how long each POST took from the start of the first one to its arrival. */
async function postPlain(sink: Sink, count: number) {
  const poster = fork(join(import.meta.dirname, "plain-posts.ts"));
  await once(poster, "spawn");
  const arrived = sink.ask({ wants: "arrivals", count });
  poster.send({
    url: sink.liveUrl,
    sockets: liveEndpoints * socketsPerEndpoint,
    count,
    body: JSON.stringify(eventSample),
  } satisfies PlainPosts);
  const times = await arrived;
  const [first = 0] = times;
  return times.map((at) => at - first);
}

const rateOf = (times: readonly number[]) => (times.length * 1_000) / Math.max(...times);

async function addEndpoint(tenantId: string, url: string): Promise<void> {
  const tenant = founderOf(tenantId) as Tenant;
  await createEndpoint(tenant, { url, description: "", types: [] });
}

/** An endpoint that is disabled gives up what waits, and one that is enabled starts at the newest event. */
async function setActive(tenantIds: readonly string[], isActive: boolean): Promise<void> {
  await sql`
    update webhook_endpoints set is_active = ${isActive},
      disabled_at = case when not ${isActive}::boolean then now() end,
      up_to = coalesce((
        select version from event_heads where event_heads.tenant_id = webhook_endpoints.tenant_id
      ), 0)
    where tenant_id = any(${tenantIds}::uuid[])
  `.execute(database());
  await sql`
    update webhook_deliveries set state = 'failed', due_at = null, finished_at = now()
    where tenant_id = any(${tenantIds}::uuid[]) and state = 'waiting'
  `.execute(database());
}

type Sink = Awaited<ReturnType<typeof startSink>>;

async function startSink() {
  const child = fork(join(import.meta.dirname, "webhook-sink.ts"), { serialization: "advanced" });
  const [ports] = (await once(child, "message")) as [SinkPorts];
  return {
    liveUrl: `http://127.0.0.1:${ports.live}/hooks`,
    deadUrl: `http://127.0.0.1:${ports.dead}/hooks`,
    /** One question at a time. @returns the times of arrival, in milliseconds since 1970. */
    async ask(question: SinkQuestion): Promise<readonly number[]> {
      const answer = once(child, "message");
      child.send(question);
      return ((await answer) as [number[]])[0];
    },
    stop: () => child.disconnect(),
  };
}
