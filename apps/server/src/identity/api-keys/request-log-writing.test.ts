// The guarantee: no payout waits for the request log or fails with it; the log takes limited memory, loses
// nothing to a short outage, and ends after 30 days.
import { PassThrough } from "node:stream";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { machinePayout, newKey, sendingForm, type Program } from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction } from "../../database/db.ts";
import type { AnsweredRequest } from "../../http/answered-request.ts";
import { newId } from "../../kernel/ids.ts";
import { createLog, log, useLog } from "../../kernel/log.ts";
import { deleteExpiredRows } from "../../worker/retention.ts";
import { recordRequest, writeRequests } from "./request-log.ts";

let world: World;
let owner: SignedIn;
let key: { id: string; secret: string; caller: Program };
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  owner = await world.operator({ wallet: "₹10,000" });
  key = await newKey(world, owner, sendingForm());
});
afterAll(() => world.close());

const pay = () => key.caller.post("/payouts", machinePayout(), { key: newId() });

async function count(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_requests where key_id = ${key.id}
  `.execute(database());
  return rows[0]?.count ?? 0;
}

function answered(change: Partial<AnsweredRequest> = {}): AnsweredRequest {
  return {
    requestId: newId(),
    at: new Date(),
    call: "listPayouts",
    method: "GET",
    path: "/api/v1/payouts",
    status: 200,
    errorCode: null,
    durationUs: 1_000,
    address: "203.0.113.7",
    ...change,
  };
}

/** Runs something while the log can't be written. @returns the lines of the server log. */
async function whileBroken(work: () => Promise<void>): Promise<object[]> {
  const before = log();
  const output = new PassThrough();
  useLog(createLog("warn", output));
  await sql`alter table api_requests rename to api_requests_away`.execute(database());
  try {
    await work();
  } finally {
    await sql`alter table api_requests_away rename to api_requests`.execute(database());
    await writeRequests();
    useLog(before);
  }
  const text = String(output.read() ?? "").trim();
  return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line) as object);
}

test("a log that can't be written fails no payout, warns once, and is written later", async () => {
  const lines = await whileBroken(async () => {
    expect((await pay()).status).toBe(201);
    await writeRequests();
    expect((await pay()).status).toBe(201);
    await writeRequests();
  });
  expect(lines).toMatchObject([{ msg: "The request log is not written. Rokad keeps trying." }]);
  expect(await count()).toBe(2);
  expect(await world.faults()).toEqual([]);
});

test("a log that hangs delays no payout", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const holding = transaction(async (db) => {
    await sql`lock table api_requests in access exclusive mode`.execute(db);
    isLocked();
    await released;
  });
  await locked;
  await pay();
  const writing = writeRequests();
  await expect.poll(waitingForLocks).toBe(1);
  for (let payout = 0; payout < 3; payout += 1) expect((await pay()).status).toBe(201);
  expect(await waitingForLocks()).toBe(1);
  release();
  await holding;
  await writing;
  await writeRequests();
  expect(await count()).toBe(4);
});

test("keeps 5,000 requests while it can't be written, and counts those beyond in one line", async () => {
  const lines = await whileBroken(async () => {
    for (let request = 0; request < 5_012; request += 1) recordRequest(key.secret, answered());
    await writeRequests();
    await writeRequests();
  });
  expect(lines).toMatchObject([
    { msg: "The request log is not written. Rokad keeps trying." },
    { msg: "The request log lacks requests: too many waited to be written", requests: 12 },
  ]);
  expect(await count()).toBe(5_000);
});

test("writes 500 requests at once, without waiting for the second", async () => {
  for (let request = 0; request < 500; request += 1) recordRequest(key.secret, answered());
  await expect.poll(count).toBe(500);
});

test("adds nothing when a request is written again after a lost answer", async () => {
  const requestId = newId();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    recordRequest(key.secret, answered({ requestId }));
    await writeRequests();
  }
  expect(await count()).toBe(1);
});

test("takes 600 refused requests of a key a minute, and every other request", async () => {
  const at = new Date("2026-12-01T10:00:00Z");
  const refused = { at, status: 401, errorCode: "API_KEY_REVOKED" };
  for (let request = 0; request < 700; request += 1) recordRequest(key.secret, answered(refused));
  for (let request = 0; request < 100; request += 1) recordRequest(key.secret, answered({ at }));
  await writeRequests();
  expect(await count()).toBe(limits.apiRefusalsPerMinuteMax + 100);
  const later = new Date("2026-12-01T10:01:00Z");
  recordRequest(key.secret, answered({ ...refused, at: later }));
  await writeRequests();
  expect(await count()).toBe(limits.apiRefusalsPerMinuteMax + 101);
});

test("reads at most 20,000 requests for a page of a filter, and goes on from there", async () => {
  const [oldest, middle] = [newId(), newId()];
  await sql`
    insert into api_requests (request_id, tenant_id, key_id, at, call, method, path, status,
      error_code, duration_us, address)
    select case number when 30000 then ${oldest}::uuid when 10000 then ${middle}::uuid
        else gen_random_uuid() end,
      ${owner.id}, ${key.id}, now() - number * interval '1 second', 'listPayouts', 'GET',
      '/api/v1/payouts', case when number in (10000, 30000) then 500 else 200 end, null, 1, ''
    from generate_series(1, 30000) as number
  `.execute(database());
  const first = await owner.get("/api-requests", { outcome: "failed" });
  expect(first.body.data.map((one) => one.request_id)).toEqual([middle]);
  expect(first.body.next).not.toBeNull();
  const query = { outcome: "failed", after: first.body.next ?? "" };
  const second = await owner.get("/api-requests", query);
  expect(second.body.data.map((one) => one.request_id)).toEqual([oldest]);
  expect(second.body.next).toBeNull();
  const found = await owner.get("/api-requests", { request_id: oldest });
  expect([found.body.data.length, found.body.next]).toEqual([1, null]);
});

test("deletes requests that are older than 30 days", async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  recordRequest(key.secret, answered({ at: daysAgo(31) }));
  recordRequest(key.secret, answered({ at: daysAgo(29) }));
  await writeRequests();
  expect(await count()).toBe(2);
  await deleteExpiredRows(database());
  expect(await count()).toBe(1);
});
