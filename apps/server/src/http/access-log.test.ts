// The guarantee: with ACCESS_LOG each request has one line once it has ended, with nothing that it
// sent; without, none has.
import { connect } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { viewTenant } from "@rokad/contract/tenants";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callerOf } from "../../test/caller.ts";
import { readEvents } from "../../test/event-reader.ts";
import { newKey } from "../../test/key-world.ts";
import { memberIdOf } from "../../test/member-id.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { testLogDestination } from "../../test/test-log.ts";
import { openWorld, type World } from "../../test/world.ts";
import { createApp } from "../app.ts";
import { readConfig } from "../kernel/config.ts";
import { newId } from "../kernel/ids.ts";
import { createLog, log, useLog } from "../kernel/log.ts";
import { logRequests } from "./access-log.ts";
import { consoleFiles } from "./console-files.ts";
import { handleErrors } from "./error-responses.ts";

let world: World;
let owner: SignedIn;
let app: FastifyInstance;
let lines: Readonly<Record<string, unknown>>[] = [];

const anyId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator({ name: "Sharma Traders" });
  app = await openApp({ ACCESS_LOG: "1" });
  await app.listen({ port: 0, host: "127.0.0.1" });
});
beforeEach(() => {
  lines = [];
});
afterAll(async () => {
  await app.close();
  await world.close();
});

async function openApp(settings: Readonly<Record<string, string>>): Promise<FastifyInstance> {
  const secrets = { APP_SECRET: "a secret that only tests ever know of" };
  return withLog(() => createApp(readConfig({ NODE_ENV: "test", ...secrets, ...settings })));
}

/** Creates an app whose lines arrive in `lines`, and in the log that is searched for secrets. */
async function withLog<T>(create: () => Promise<T>): Promise<T> {
  const before = log();
  const file = testLogDestination();
  useLog(
    createLog("info", {
      write(line) {
        lines.push(JSON.parse(line) as (typeof lines)[number]);
        file.write(line);
      },
    }),
  );
  try {
    return await create();
  } finally {
    useLog(before);
  }
}

const ofPino = new Set(["level", "time", "pid", "hostname", "msg"]);

/** The lines of requests, without pino's fields. */
const logged = () =>
  lines
    .filter(({ msg }) => msg === "A request ended")
    .map((line) => Object.fromEntries(Object.entries(line).filter(([key]) => !ofPino.has(key))));

/** Over a connection, where a header or the end of a response may differ from an injected one. */
function addressOf(listening: FastifyInstance): string {
  const address = listening.addresses()[0];
  if (typeof address !== "object") throw new Error("The app does not listen");
  return `http://127.0.0.1:${address.port}`;
}

const as = (token: string | undefined) => callerOf(app, token, () => undefined);

test("a success has request id, route, status, time, size, person and tenant, and no query", async () => {
  const cashier = await world.member(owner, ["preparer"]);
  const { token } = cashier;
  const answer = await fetch(`${addressOf(app)}/api/v1/payouts?search=Priya`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  await expect.poll(logged).toHaveLength(1);
  expect(logged()).toEqual([
    {
      reqId: answer.headers.get("x-request-id"),
      method: "GET",
      route: "/api/v1/payouts",
      status: 200,
      ms: expect.any(Number),
      bytes: Buffer.byteLength(text),
      person: await memberIdOf(cashier),
      tenant: owner.id,
    },
  ]);
});

test("a refusal has its code, and the ids of who may not do it", async () => {
  await as(owner.token).get("/super-admin/tenants");
  expect(logged()).toMatchObject([
    { status: 403, code: "FORBIDDEN", person: expect.stringMatching(anyId), tenant: owner.id },
  ]);
});

test("an address with an id has the route's pattern instead", async () => {
  const id = newId();
  await as(owner.token).get(`/payouts/${id}`);
  expect(logged()).toMatchObject([{ route: "/api/v1/payouts/:id", status: 404 }]);
  expect(JSON.stringify(lines)).not.toContain(id);
});

test("an unknown address has a line without it", async () => {
  await app.inject({ url: "/api/v1/9876543210" });
  await app.inject({ method: "POST", url: "/9876543210" });
  expect(logged()).toMatchObject([
    { route: "/api/*", status: 404, code: "NOT_FOUND" },
    { route: "unknown", status: 404, code: "NOT_FOUND" },
  ]);
  expect(JSON.stringify(lines)).not.toContain("9876543210");
});

test("an unsigned request has a line without ids, body and number", async () => {
  const mobile = world.newMobile();
  await as(undefined).get("/payouts");
  await as(undefined).post("/auth/send-otp", { mobile });
  expect(logged()).toMatchObject([
    { route: "/api/v1/payouts", status: 401, code: "NOT_SIGNED_IN" },
    { method: "POST", route: "/api/v1/auth/send-otp", status: 200 },
  ]);
  const ids = logged().flatMap(({ person, tenant, key, view }) => [person, tenant, key, view]);
  expect(ids.filter((id) => id !== undefined)).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain(mobile);
});

test("a request whose body can't be read has a line", async () => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${owner.token}` };
  const url = "/api/v1/payouts/initiate";
  await app.inject({ method: "POST", url, headers, payload: "{" });
  expect(logged()).toMatchObject([{ route: url, status: 400, code: "INVALID_JSON" }]);
});

test("a program has its key's id, also when a scope lacks, and never the secret", async () => {
  const { id, secret } = await newKey(world, owner);
  await as(secret).get("/payouts");
  await as(secret).get("/wallet/balance");
  expect(logged()).toMatchObject([
    { status: 200, key: id, tenant: owner.id },
    { status: 403, code: "SCOPE_MISSING", key: id, tenant: owner.id },
  ]);
  expect(logged().map(({ person }) => person)).toEqual([undefined, undefined]);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test("a super admin has no tenant, and a read-only view has its own id beside the tenant's", async () => {
  const boss = await world.superAdmin();
  const params = { id: owner.id };
  const { data } = await boss.ask(viewTenant, { params, body: { reason: "A question by phone" } });
  await as(boss.token).get("/super-admin/tenants");
  await as(data.access_token).get("/payouts");
  const [admin, view] = logged();
  expect([admin?.person, admin?.tenant]).toEqual([boss.id, undefined]);
  expect(view).toMatchObject({ view: expect.stringMatching(anyId), tenant: owner.id });
  expect(view?.person).toBeUndefined();
});

test("a stream has its line when its page leaves", async () => {
  const events = await readEvents(app, owner.token);
  await events.ready();
  expect(logged()).toEqual([]);
  await events.close();
  await expect.poll(logged).toMatchObject([{ route: "/api/v1/live", status: 200, aborted: true }]);
});

test("a client that leaves before the answer has a line without a status", async () => {
  const socket = connect(Number(new URL(addressOf(app)).port), "127.0.0.1");
  const head = [
    "POST /api/v1/payouts/initiate HTTP/1.1",
    "host: rokad",
    "content-type: application/json",
    "content-length: 20",
  ];
  const received = new Promise((arrived) => app.server.once("request", arrived));
  socket.write(`${head.join("\r\n")}\r\n\r\n{`);
  await received;
  socket.destroy();
  await expect
    .poll(logged)
    .toMatchObject([{ method: "POST", route: "/api/v1/payouts/initiate", aborted: true }]);
  expect(logged()[0]).not.toHaveProperty("status");
});

test("a request without a body in its answer has no size", async () => {
  await fetch(`${addressOf(app)}/api/v1/auth/me`, { method: "HEAD" });
  await expect.poll(logged).toMatchObject([{ method: "HEAD", status: 401 }]);
  expect(logged()[0]).not.toHaveProperty("bytes");
});

test("health checks and metrics have none", async () => {
  for (const url of ["/healthz", "/readyz", "/metrics"]) await app.inject({ url });
  expect(logged()).toEqual([]);
});

test("files and pages of the console have a line only when they are refused", async () => {
  const directory = await mkdtemp(join(tmpdir(), "rokad-access-"));
  await writeFile(join(directory, "index.html"), "<head></head>");
  await writeFile(join(directory, "icon.svg"), "<svg/>");
  const pages = await withLog(async () => {
    const loggerInstance: FastifyBaseLogger = log();
    return Fastify({ loggerInstance });
  });
  pages.decorateRequest("person", null);
  pages.decorateRequest("errorCode", null);
  handleErrors(pages);
  logRequests(pages);
  await consoleFiles(pages, async () => ({}), directory);
  for (const url of ["/", "/index.html", "/icon.svg", "/payouts/42"])
    expect((await pages.inject({ url })).statusCode).toBe(200);
  expect(logged()).toEqual([]);
  await pages.inject({ url: "/assets/app.js" });
  expect(logged()).toMatchObject([{ route: "unknown", status: 404 }]);
  await pages.close();
  await rm(directory, { recursive: true });
});

test("without the setting, no request has a line", async () => {
  const silent = await openApp({});
  await silent.inject({ url: "/api/v1/payouts" });
  await silent.inject({ url: "/api/v1/nowhere" });
  await silent.close();
  expect(logged()).toEqual([]);
});
