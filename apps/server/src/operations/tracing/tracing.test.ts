// The guarantee: one trace follows a payout from its request to its provider and webhooks, without
// anything secret; without a collector there is none, and one that fails costs spans only.
import { createWebhookEndpoint } from "@rokad/contract/webhook-endpoints";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openCollector, type Collector, type ReceivedSpan } from "../../../test/collector.ts";
import { machinePayout, newKey, sendingForm } from "../../../test/key-world.ts";
import { numberAllEvents } from "../../../test/number-all-events.ts";
import {
  adapterAt,
  openProviderStandIn,
  standInCredentials,
  type ProviderStandIn,
} from "../../../test/provider-stand-ins.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openReceiver, type Receiver } from "../../../test/webhook-receiver.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { createApp } from "../../app.ts";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { readConfig } from "../../kernel/config.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { createLog, log, useLog } from "../../kernel/log.ts";
import { inNetworks } from "../../kernel/network-list.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { useWebhookNetworks } from "../../tenants/webhooks/reachable-addresses.ts";
import { startTracing } from "./start-tracing.ts";

let world: World;
let standIn: ProviderStandIn;
let receiver: Receiver;
let collector: Collector;
let app: FastifyInstance;
let owner: SignedIn;
let secret: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  world = await openWorld();
  standIn = await openProviderStandIn("razorpayx", now);
  receiver = await openReceiver();
  useCredentials(standInCredentials);
  useProviders({
    primary: adapterAt("razorpayx", standIn.baseUrl, 10_000),
    alternative: adapterOf("alternative"),
  });
  useWebhookNetworks(inNetworks(["127.0.0.1"]));
  owner = await world.operator({ name: "Sharma Traders", wallet: "₹10,000" });
  await owner.ask(createWebhookEndpoint, {
    body: { url: receiver.url, description: "ERP", types: [] },
  });
  ({ secret } = await newKey(world, owner, sendingForm()));
  await numberAllEvents();
  await world.work();
});
beforeEach(async () => {
  collector = await openCollector();
});
afterEach(async () => {
  await app.close();
  await collector.close();
});
afterAll(async () => {
  useWebhookNetworks(undefined);
  useCredentials({});
  await Promise.all([standIn.close(), receiver.close()]);
  await world.close();
});

/** A server and worker whose spans go to the collector. */
async function trace(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const config = readConfig({
    NODE_ENV: "test",
    APP_SECRET: "a secret that only tests ever know of",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    ...settings,
  });
  app = await createApp(config);
  if (config.tracing) stop = startTracing(config.tracing);
}

const caller = { traceId: "ab".repeat(16), spanId: "cd".repeat(8) };
const headerOf = (flags: string) => `00-${caller.traceId}-${caller.spanId}-${flags}`;

let keys = 0;

async function pay(traceparent: string): Promise<{ id: string; reference_id: string }> {
  const answer = await app.inject({
    method: "POST",
    url: "/api/v1/payouts",
    headers: {
      authorization: `Bearer ${secret}`,
      "idempotency-key": `invoice-${(keys += 1)}`,
      traceparent,
    },
    payload: machinePayout({ amount_paise: 100_00 }),
  });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ data: { id: string; reference_id: string } }>().data;
}

/** Sends, lets the provider pay and report it, applies that, and tells the business. */
async function finish(): Promise<void> {
  await world.work();
  standIn.settle();
  for (const { headers, rawBody } of standIn.webhooks())
    await app.inject({
      method: "POST",
      url: "/api/v1/webhooks/razorpayx",
      headers,
      payload: rawBody,
    });
  await world.work();
  await numberAllEvents();
  await world.work();
}

/** The names of the spans below one, each with those below it. */
function below(spans: readonly ReceivedSpan[], parent: string): object {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === parent);
  return Object.fromEntries(children.map(({ name, spanId }) => [name, below(spans, spanId)]));
}

const storedTraces = () => database().selectFrom("payout_traces").selectAll().execute();

test("one trace follows a payout from its request over commits to provider and webhooks", async () => {
  await trace({ OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector" });
  const { id } = await pay(headerOf("01"));
  await finish();
  await stop();
  const spans = collector.spans().filter(({ traceId }) => traceId === caller.traceId);
  const commit = { "commit provider_updates": {} };
  expect(below(spans, caller.spanId)).toEqual({
    "POST /api/v1/payouts": {
      "commit initiate": {},
      "send payout": { "call provider to pay": { POST: {} }, ...commit },
      "apply webhook": commit,
      "send webhook": {},
    },
  });
  const request = spans.find(({ name }) => name === "POST /api/v1/payouts");
  expect(request).toMatchObject({ kind: 2, attributes: { "http.response.status_code": 201 } });
  const sent = spans.find(({ name }) => name === "send payout");
  expect(sent?.attributes).toEqual({
    "rokad.payout": id,
    "rokad.rail": "primary",
    "rokad.lease": 1,
  });
  expect(spans.find(({ name }) => name === "POST")).toMatchObject({
    kind: 3,
    attributes: { "server.address": "127.0.0.1", "http.response.status_code": 200 },
  });
  expect(collector.requests[0]).toMatchObject({
    path: "/v1/traces",
    headers: { authorization: "Bearer of-the-collector" },
  });
  expect(collector.resources()[0]).toMatchObject({ "service.name": "rokad" });
});

test("no span contains an account, a name, a number, a key or an idempotency key", async () => {
  await trace();
  await pay(headerOf("01"));
  await finish();
  await app.inject({
    url: `/api/v1/payouts?search=${owner.mobile}`,
    headers: { authorization: `Bearer ${owner.token}` },
  });
  await stop();
  const text = collector.requests.map((request) => request.text).join("\n");
  expect(text).toContain("GET /api/v1/payouts");
  const secrets = ["000123456789", "Asha", "Sharma", owner.mobile, owner.token, secret, "invoice-"];
  expect(secrets.filter((one) => text.includes(one))).toEqual([]);
});

test("a caller's trace that is not recorded is not recorded here, and its payout neither", async () => {
  await trace();
  const before = await storedTraces();
  await pay(headerOf("00"));
  await finish();
  await stop();
  expect(collector.spans().filter(({ traceId }) => traceId === caller.traceId)).toEqual([]);
  expect(await storedTraces()).toEqual(before);
});

test("a header that can't be read begins a new trace, and no header chooses to be recorded", async () => {
  await trace();
  await pay("00-nonsense");
  await stop();
  const first = collector.spans().find(({ name }) => name === "POST /api/v1/payouts");
  expect(first).toMatchObject({
    parentSpanId: "",
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  await app.close();
  const seen = collector.requests.length;
  await trace({ OTEL_TRACES_SAMPLER_ARG: "0" });
  await pay(headerOf("01"));
  await stop();
  expect(collector.requests).toHaveLength(seen);
});

test("a line of the log names the trace in which it was written", async () => {
  const lines: { trace_id?: string; msg: string }[] = [];
  const before = log();
  useLog(
    createLog("info", { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) }),
  );
  await trace({ ACCESS_LOG: "1" });
  useLog(before);
  await pay(headerOf("01"));
  await stop();
  const ended = lines.filter(({ msg }) => msg === "A request ended");
  expect(ended.map(({ trace_id: id }) => id)).toEqual([caller.traceId]);
});

test("a collector that refuses costs spans and one line of the log, and payouts go on", async () => {
  const lines: string[] = [];
  const before = log();
  useLog(createLog("info", { write: (line) => void lines.push(line) }));
  collector.answerWith(400);
  await trace();
  const { id } = await pay(headerOf("01"));
  await expect.poll(() => collector.requests.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await finish();
  await stop();
  useLog(before);
  const { body } = await owner.get(`/payouts/${id}`);
  expect(body.data).toMatchObject({ status: "success" });
  const failures = lines.filter((line) => line.includes("Spans could not be sent"));
  expect(failures).toHaveLength(1);
});

test("without a collector nothing is recorded", async () => {
  await trace({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
  const before = await storedTraces();
  await pay(headerOf("01"));
  expect(await storedTraces()).toEqual(before);
  expect(collector.requests).toEqual([]);
});
