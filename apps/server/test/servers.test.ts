// The guarantee: any number of processes on one PostgreSQL, behind any load balancer, act as one server.
// Each may be stopped, replaced or killed while people pay.
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { todayInIndia } from "@rokad/contract/fields";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openTestKeys } from "./encryption-key.ts";
import { readEvents } from "./event-reader.ts";
import { fleetSecret, openFleet, type Fleet, type Server } from "./fleet.ts";
import { withAuthorisation, openPayers, type OpenPayer } from "./open-payers.ts";
import { countRecorded, startPayoutLoad } from "./payout-load.ts";
import { upiOrder } from "./payout-world.ts";
import { testLogFile } from "./test-log.ts";
import { emptyDatabase, type TestDatabase } from "./test-server.ts";
import { startOfDay } from "../src/kernel/days.ts";
import { closeDatabase, database, openDatabase } from "../src/database/db.ts";
import { newId } from "../src/kernel/ids.ts";
import { verifyBooks } from "../src/ledger/verify.ts";
import { migrationNames } from "../src/database/migrations/migrate.ts";
import { useSecret } from "../src/kernel/app-secret.ts";

let db: TestDatabase;
let fleet: Fleet;
let payers: OpenPayer[];

beforeAll(async () => {
  db = await emptyDatabase(inject("testServer"));
  fleet = await openFleet({ databaseUrl: db.url, logFile: testLogFile() });
  await Promise.all(
    (["api", "api", "api", "worker", "worker"] as const).map((role) => fleet.start(role)),
  );
  openDatabase(db.url, { connections: 6 });
  useSecret(fleetSecret);
  await openTestKeys();
  payers = await openPayers(2);
});

afterAll(async () => {
  await fleet.close();
  await closeDatabase();
  await db.drop();
});

interface RequestOptions {
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
}

interface Answer {
  readonly status: number;
  readonly data: Record<string, string> & { code: string }[];
}

/** A code works only with the cookie of the answer to its request. */
let cookie: string | undefined;

async function ask(
  port: number,
  path: string,
  { token, key, body }: RequestOptions = {},
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { "idempotency-key": key }),
      ...(cookie && { cookie }),
    },
  });
  cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
  const { data } = (await answer.json()) as { data: Answer["data"] };
  return { status: answer.status, data };
}

function apis(): [Server, Server, Server] {
  const [first, second, third] = fleet.servers("api");
  if (!first || !second || !third) throw new Error("Expected three API servers");
  return [first, second, third];
}

async function mobileOf({ id }: OpenPayer): Promise<string> {
  const row = await database()
    .selectFrom("people")
    .select("mobile")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.mobile;
}

test("five processes starting at once migrate an empty database once, and all report alive", async () => {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(
    database(),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(await migrationNames());
  const processes = await database().selectFrom("processes").select(["role", "host"]).execute();
  expect(processes.map(({ role }) => role).toSorted()).toEqual([
    "api",
    "api",
    "api",
    "worker",
    "worker",
  ]);
  const pids = [...fleet.servers("api"), ...fleet.servers("worker")].map(({ pid }) => String(pid));
  expect(processes.map(({ host }) => host.split(" ").at(-1)).toSorted()).toEqual(pids.toSorted());
});

test("a sign-in on one server and a payout on another reach an open page on a third", async () => {
  const [first, second, third] = apis();
  const mobile = await mobileOf(payers[0] as OpenPayer);
  await ask(first.port, "/auth/send-otp", { body: { mobile } });
  // The server that sent the code waits for its text; a payout's code is sent before the answer.
  const code = async ({ port } = first) =>
    (await ask(port, `/sandbox/messages?mobile=${mobile}`)).data.find((text) => text.code)?.code ??
    "";
  const signedIn = await ask(first.port, "/auth/verify-otp", {
    body: { mobile, otp: await code() },
  });
  const token = String(signedIn.data.access_token);
  const events = await readEvents(
    { addresses: () => [{ address: "127.0.0.1", family: "IPv4", port: third.port }] },
    token,
  );
  expect(await events.ready()).toBeDefined();

  const payout = upiOrder("someone@upi");
  expect(
    (await ask(second.port, "/payouts/otp/send", { token, body: { mobile, payout } })).status,
  ).toBe(200);
  const authorization = await ask(first.port, "/payouts/otp/verify", {
    token,
    body: { mobile, otp: await code() },
  });
  const paid = await ask(second.port, "/payouts/initiate", {
    token,
    body: { ...payout, ...authorization.data },
  });
  expect(paid.status).toBe(201);
  expect(await events.reports("payouts")).toBe(true);
  await events.close();
  await expect
    .poll(async () => (await ask(third.port, `/payouts/${paid.data.id}`, { token })).data.status)
    .toBe("success");
});

test("a rate limit counts requests to all servers", async () => {
  const ports = apis().map(({ port }) => port);
  await sql`
    insert into settings (key, value, updated_at) values ('code_calls_per_address_per_hour', '7', now())
    on conflict (key) do update set value = excluded.value
  `.execute(database());
  await sql`delete from rate_limits`.execute(database());
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      ask(ports[at % 3] as number, "/auth/send-otp", { body: { mobile: `98000000${10 + at}` } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 7 }, () => 200),
    ...Array.from({ length: 5 }, () => 429),
  ]);
  await sql`delete from settings where key = 'code_calls_per_address_per_hour'`.execute(database());
});

test("one idempotency key on three servers at once pays once", async () => {
  const payer = payers[1] as OpenPayer;
  const order = { ...upiOrder("someone@upi"), amount: 7 } as PayoutOrder;
  const key = newId();
  const answers = await Promise.all(
    [...apis(), ...apis(), ...apis()].map(({ port }) =>
      ask(port, "/payouts/initiate", {
        token: payer.token,
        key,
        body: withAuthorisation(payer, order),
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 201));
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  const paid = await database()
    .selectFrom("payouts")
    .select("id")
    .where("tenant_id", "=", payer.id)
    .execute();
  expect(paid).toHaveLength(1);
});

test("a nightly task runs once when both workers start it", async () => {
  const twoOClock = startOfDay(todayInIndia(new Date())).getTime() + 2 * 60 * 60_000;
  const expected = Date.now() > twoOClock ? 1 : 0;
  await expect
    .poll(
      async () => (await database().selectFrom("verifications").select("night").execute()).length,
    )
    .toBe(expected);
});

test("replacing every process under load loses no acknowledged payout and repeats few requests", async () => {
  // A light load leaves the machine time to start servers; `npm run bench rolling` uses full load.
  const load = startPayoutLoad(fleet.port, payers, { pauseMs: 50 });
  const codes = await fleet.restartEach();
  const { acknowledged, repeated, refused } = await load.stop();
  expect(codes).toEqual([0, 0, 0, 0, 0]);
  expect(refused).toEqual([]);
  // Zero on an idle machine; a busy one checks /readyz late and repeats some requests.
  expect([...repeated.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(5);
  expect(await countRecorded(acknowledged)).toEqual({
    found: acknowledged.length,
    lost: 0,
    doubled: 0,
  });
  expect(acknowledged.length).toBeGreaterThan(50);
});

test("killing a server and a worker costs repeats, but no payout", async () => {
  const load = startPayoutLoad(fleet.port, payers);
  const [api] = fleet.servers("api");
  const [worker] = fleet.servers("worker");
  await expect.poll(() => load.result.acknowledged.length).toBeGreaterThan(20);
  if (!api || !worker) throw new Error("Expected an API server and a worker");
  await Promise.all([fleet.stop(api, "SIGKILL"), fleet.stop(worker, "SIGKILL")]);
  const before = load.result.acknowledged.length;
  await expect.poll(() => load.result.acknowledged.length).toBeGreaterThan(before + 20);
  const { acknowledged, refused } = await load.stop();
  expect(refused).toEqual([]);
  expect(await countRecorded(acknowledged)).toEqual({
    found: acknowledged.length,
    lost: 0,
    doubled: 0,
  });
  expect(await verifyBooks(database())).toEqual([]);
});
