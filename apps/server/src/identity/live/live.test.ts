// The guarantee: an open page gets its person's changes at once from any server, gets nobody else's,
// and gets nothing after its session ends.
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { topics } from "@rokad/contract/call";
import { listTeam } from "@rokad/contract/team";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { requestEvents, readEvents, type EventReader } from "../../../test/event-reader.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { createApp } from "../../app.ts";
import { readConfig } from "../../kernel/config.ts";
import { database, transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { StreamLimits } from "./event-streams.ts";

let world: PayoutWorld;
let app: Awaited<ReturnType<typeof createApp>>;
const apps: (typeof app)[] = [];
const readers: EventReader[] = [];

beforeAll(async () => {
  world = await openPayoutWorld();
  app = await newServer({ heartbeatMs: 50 });
});
afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.close())));
afterAll(async () => {
  await Promise.all(apps.map((each) => each.close()));
  await world.close();
});

/** Starts one more server on the same database. The tenants' own calls do not use it. */
async function newServer(streams: Partial<StreamLimits> = {}) {
  const config = readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent" });
  const opened = await createApp(config, { streams });
  await opened.listen({ port: 0, host: "127.0.0.1" });
  apps.push(opened);
  return opened;
}

async function open(token: string, on = app): Promise<EventReader> {
  const reader = await readEvents(on, token);
  readers.push(reader);
  expect(await reader.ready()).toBeDefined();
  return reader;
}

const touch = (personId: string) => transaction((db) => publishChange(db, [personId], ["wallet"]));

describe("a change", () => {
  test("reaches its tenant's streams on every server and no other tenant's [4.16]", async () => {
    const other = await world.retailer();
    const elsewhere = await open(other.token);
    const tenant = await world.retailer();
    const streams = [await open(tenant.token), await open(tenant.token, await newServer())];
    await world.requestDeposit(tenant, 500);
    for (const stream of streams) expect(await stream.reports("bank_accounts")).toBe(true);
    // The other tenant's first event is its own.
    await transaction((db) => publishChange(db, [other.id], ["payouts"]));
    expect(await elsewhere.changed()).toEqual(["payouts"]);
  });

  test("is published when a payout starts and when it ends [4.15]", async () => {
    const payer = await world.payer("₹5,000");
    const stream = await open(payer.token);
    await payer.pay(upiOrder("asha@okhdfc"));
    await world.work();
    // Earlier changes, such as the deposit, and the numbering of events arrive on their own, or with
    // these if the stream is slow.
    const changedByPayout = async () => {
      for (;;) {
        const changed = await stream.changed();
        const ofPayout = changed?.filter((topic) => topic !== "deposits" && topic !== "events");
        if (ofPayout?.length !== 0) return ofPayout;
      }
    };
    expect(await changedByPayout()).toEqual(["payouts", "wallet", "notifications"]);
    expect((await payer.get("/payouts")).body.data[0].status).toBe("processing");
    await world.settle();
    expect(await changedByPayout()).toEqual(["payouts", "wallet", "notifications"]);
    expect((await payer.get("/payouts")).body.data[0].status).toBe("success");
  });

  test("about a member reaches their page of any business, and nobody else's", async () => {
    const business = await world.retailer();
    const member = await world.member(business, ["viewer"]);
    const { members } = (await business.ask(listTeam, {})).data;
    const id = members.find(({ mobile }) => mobile === member.mobile)?.id ?? "";
    const [theirs, owners] = [await open(member.token), await open(business.token)];
    await transaction((db) => publishChange(db, [id], ["notifications", "payouts"]));
    expect(await theirs.changed()).toEqual(["notifications"]);
    await touch(business.id);
    expect(await theirs.changed()).toEqual(["wallet"]);
    expect(await owners.changed()).toEqual(["wallet"]);
  });

  test("is not published after a rollback [4.16]", async () => {
    const tenant = await world.retailer();
    const stream = await open(tenant.token);
    const undone = transaction(async (db) => {
      await publishChange(db, [tenant.id], ["payouts"]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await touch(tenant.id);
    expect(await stream.changed()).toEqual(["wallet"]);
  });

  test("for 1,000 people fits into PostgreSQL's messages [4.16]", async () => {
    const tenant = await world.retailer();
    const stream = await open(tenant.token);
    const { rows } = await sql<{ id: string }>`
      select gen_random_uuid()::text as id from generate_series(1, 1000)
    `.execute(database());
    const people = [...rows.map(({ id }) => id), tenant.id];
    await transaction((db) => publishChange(db, people, topics));
    expect(await stream.changed()).toEqual(topics);
  });
});

describe("a change while a page opens its stream", () => {
  test("is in the first event of every server, with its age", async () => {
    const tenant = await world.retailer();
    const servers = [app, await newServer()];
    const witnesses = await Promise.all(servers.map((on) => open(tenant.token, on)));
    await touch(tenant.id);
    for (const witness of witnesses) expect(await witness.changed()).toEqual(["wallet"]);
    const requestedAt = performance.now();
    await transaction((db) => publishChange(db, [tenant.id], ["payouts"]));
    for (const witness of witnesses) expect(await witness.changed()).toEqual(["payouts"]);
    for (const on of servers) {
      const openedAt = performance.now();
      const ages = await (await readEvents(on, tenant.token)).ready();
      expect(ages?.payouts).toBeLessThanOrEqual(performance.now() - requestedAt);
      expect(ages?.wallet).toBeGreaterThanOrEqual(Math.floor(openedAt - requestedAt));
    }
  });

  test("is reported whether it comes before or after the stream opens", async () => {
    const tenant = await world.retailer();
    for (let round = 0; round < 40; round += 1) {
      const requestedAt = performance.now();
      const touching = round % 2 === 0 ? touch(tenant.id) : undefined;
      const [stream] = await Promise.all([
        readEvents(app, tenant.token),
        touching ?? touch(tenant.id),
      ]);
      const age = (await stream.ready())?.wallet ?? 0;
      const isReported = age <= performance.now() - requestedAt || (await stream.reports("wallet"));
      expect(isReported).toBe(true);
      await stream.close();
    }
  });

  test("may be of any topic for a page older than the server's memory", async () => {
    const tenant = await world.retailer();
    const requestedAt = performance.now();
    const young = await newServer();
    const ages = await (await readEvents(young, tenant.token)).ready();
    const pageAge = performance.now() - requestedAt;
    expect(topics.filter((topic) => (ages?.[topic] ?? 0) <= pageAge)).toEqual(topics);
  });
});

describe("a stream", () => {
  test("needs a token, and forbids proxies to cache or compress it [4.20]", async () => {
    expect((await requestEvents(app, "nonsense")).status).toBe(401);
    const tenant = await world.retailer();
    const { headers } = await open(tenant.token);
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("content-encoding")).toBeNull();
  });

  test("sends heartbeats [4.20]", async () => {
    const stream = await open((await world.retailer()).token);
    expect([await stream.heartbeat(), await stream.heartbeat()]).toEqual([true, true]);
  });

  test("ends when its person signs out or is deactivated [4.21]", async () => {
    const slowHeartbeat = await newServer({ heartbeatMs: 60_000 });
    const leaving = await world.retailer();
    const first = await open(leaving.token, slowHeartbeat);
    await leaving.post("/auth/logout", {});
    expect(await first.changed()).toEqual(["account"]);
    expect(await first.changed()).toBeUndefined();
    const shut = await world.retailer();
    const second = await open(shut.token, slowHeartbeat);
    const admin = await world.superAdmin();
    await admin.patch(`/super-admin/tenants/${shut.id}/status`, { isActive: false });
    expect(await second.changed()).toEqual(["account"]);
    expect(await second.changed()).toBeUndefined();
    expect((await requestEvents(slowHeartbeat, shut.token)).status).toBe(401);
  });

  test("ends when its token expires [4.21]", async () => {
    const stream = await open((await world.retailer()).token);
    world.pass(16 * 60_000);
    expect(await stream.changed()).toBeUndefined();
    world.pass(-16 * 60_000);
  });

  test("is rejected above the person's and the server's limit until one closes [4.22]", async () => {
    const small = await newServer({ perPersonMax: 2, perProcessMax: 3 });
    const tenant = await world.retailer();
    const streams = [await open(tenant.token, small), await open(tenant.token, small)];
    const third = await requestEvents(small, tenant.token);
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "60"]);
    const other = await world.retailer();
    await open(other.token, small);
    const fourth = await requestEvents(small, (await world.retailer()).token);
    expect([fourth.status, fourth.headers.get("retry-after")]).toEqual([503, "30"]);
    await streams[0]?.close();
    await expect.poll(async () => (await openAndClose(small, tenant.token)).status).toBe(200);
  });

  test("does not delay a server's stop, and neither does an idle connection [4.23]", async () => {
    const stopping = await newServer();
    const stream = await open((await world.retailer()).token, stopping);
    const address = stopping.addresses()[0] as AddressInfo;
    const unused = connect(address.port, address.address);
    await once(unused, "connect");
    const began = performance.now();
    await stopping.close();
    expect(await stream.changed()).toBeUndefined();
    // An idle connection left open would hold the stop for Fastify's keep-alive time of 72 seconds.
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

test("reconnects to PostgreSQL after a lost connection and reports every topic as changed [4.24]", async () => {
  const tenant = await world.retailer();
  const stream = await open(tenant.token);
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'rokad listener' and datname = current_database()
  `.execute(database());
  expect(rows.length).toBeGreaterThan(0);
  expect(await stream.changed()).toEqual(topics);
  await touch(tenant.id);
  expect(await stream.changed()).toEqual(["wallet"]);
});

async function openAndClose(on: typeof app, token: string): Promise<Response> {
  const answer = await requestEvents(on, token);
  await answer.body?.cancel();
  return answer;
}
