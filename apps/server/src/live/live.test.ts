// The guarantee: who has a page open hears at once of what changed for them, from whichever server
// it comes, hears nothing of anybody else, and hears nothing once the session is over.
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { topics } from "@rokad/contract/call";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { askForEvents, readEvents, type EventReader } from "../../test/event-reader.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { database, transaction } from "../db.ts";
import { announce } from "./announce.ts";
import type { StreamLimits } from "./streams.ts";

let world: PayoutWorld;
let app: Awaited<ReturnType<typeof createApp>>;
const apps: (typeof app)[] = [];
const readers: EventReader[] = [];

beforeAll(async () => {
  world = await openPayoutWorld();
  app = await another({ heartbeatMs: 50 });
});
afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.close())));
afterAll(async () => {
  await Promise.all(apps.map((each) => each.close()));
  await world.close();
});

/** One more server on the same database, which all of a tenant's own calls do not go through. */
async function another(streams: Partial<StreamLimits> = {}) {
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

const touch = (personId: string) => transaction((db) => announce(db, [personId], ["wallet"]));

describe("a change", () => {
  test("reaches the streams of its tenant on every server, and no other tenant's", async () => {
    const other = await world.retailer();
    const elsewhere = await open(other.token);
    const tenant = await world.retailer();
    const streams = [await open(tenant.token), await open(tenant.token, await another())];
    await world.requestDeposit(tenant, 500);
    for (const stream of streams) expect(await stream.tells("bank_accounts")).toBe(true);
    // Whatever comes to the other first is its own.
    await transaction((db) => announce(db, [other.id], ["payouts"]));
    expect(await elsewhere.changed()).toEqual(["payouts"]);
  });

  test("of a payout is told when it is taken on and when it comes to its end", async () => {
    const payer = await world.payer("₹5,000");
    const stream = await open(payer.token);
    await payer.pay(upiOrder("asha@okhdfc"));
    await world.work();
    // What was announced before, such as the deposit, may still be on its way.
    let changed = await stream.changed();
    while (changed?.[0] === "deposits") changed = await stream.changed();
    expect(changed).toEqual(["payouts", "wallet", "notifications"]);
    expect((await payer.get("/payouts")).body.data[0].status).toBe("processing");
    await world.settle();
    expect(await stream.changed()).toEqual(["payouts", "wallet", "notifications"]);
    expect((await payer.get("/payouts")).body.data[0].status).toBe("success");
  });

  test("that was undone is told to nobody", async () => {
    const tenant = await world.retailer();
    const stream = await open(tenant.token);
    const undone = transaction(async (db) => {
      await announce(db, [tenant.id], ["payouts"]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await touch(tenant.id);
    expect(await stream.changed()).toEqual(["wallet"]);
  });

  test("for a thousand people fits into PostgreSQL's messages", async () => {
    const tenant = await world.retailer();
    const stream = await open(tenant.token);
    const { rows } = await sql<{ id: string }>`
      select gen_random_uuid()::text as id from generate_series(1, 1000)
    `.execute(database());
    const people = [...rows.map(({ id }) => id), tenant.id];
    await transaction((db) => announce(db, people, topics));
    expect(await stream.changed()).toEqual(topics);
  });
});

describe("what changed while a page was opening its stream", () => {
  test("is told by the first event of every server, and what is older than the page is told apart", async () => {
    const tenant = await world.retailer();
    const servers = [app, await another()];
    const witnesses = await Promise.all(servers.map((on) => open(tenant.token, on)));
    await touch(tenant.id);
    for (const witness of witnesses) expect(await witness.changed()).toEqual(["wallet"]);
    const askedAt = performance.now();
    await transaction((db) => announce(db, [tenant.id], ["payouts"]));
    for (const witness of witnesses) expect(await witness.changed()).toEqual(["payouts"]);
    for (const on of servers) {
      const openedAt = performance.now();
      const ages = await (await readEvents(on, tenant.token)).ready();
      expect(ages?.payouts).toBeLessThanOrEqual(performance.now() - askedAt);
      expect(ages?.wallet).toBeGreaterThanOrEqual(Math.floor(openedAt - askedAt));
    }
  });

  test("is told, whichever of the two comes first", async () => {
    const tenant = await world.retailer();
    for (let round = 0; round < 40; round += 1) {
      const askedAt = performance.now();
      const touching = round % 2 === 0 ? touch(tenant.id) : undefined;
      const [stream] = await Promise.all([
        readEvents(app, tenant.token),
        touching ?? touch(tenant.id),
      ]);
      const age = (await stream.ready())?.wallet ?? 0;
      const isTold = age <= performance.now() - askedAt || (await stream.tells("wallet"));
      expect(isTold).toBe(true);
      await stream.close();
    }
  });

  test("may be anything on a page that is older than the server's memory", async () => {
    const tenant = await world.retailer();
    const askedAt = performance.now();
    const young = await another();
    const ages = await (await readEvents(young, tenant.token)).ready();
    const pageAge = performance.now() - askedAt;
    expect(topics.filter((topic) => (ages?.[topic] ?? 0) <= pageAge)).toEqual(topics);
  });
});

describe("a stream", () => {
  test("is for nobody without a token, and is not kept by any proxy", async () => {
    expect((await askForEvents(app, "nonsense")).status).toBe(401);
    const tenant = await world.retailer();
    const { headers } = await open(tenant.token);
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("content-encoding")).toBeNull();
  });

  test("gives signs of life", async () => {
    const stream = await open((await world.retailer()).token);
    expect([await stream.beat(), await stream.beat()]).toEqual([true, true]);
  });

  test("ends with its session: signed out, or the tenant deactivated", async () => {
    const unhurried = await another({ heartbeatMs: 60_000 });
    const leaving = await world.retailer();
    const first = await open(leaving.token, unhurried);
    await leaving.post("/auth/logout", {});
    expect(await first.changed()).toEqual(["account"]);
    expect(await first.changed()).toBeUndefined();
    const shut = await world.retailer();
    const second = await open(shut.token, unhurried);
    const boss = await world.superAdmin();
    await boss.patch(`/super-admin/tenants/${shut.id}/status`, { isActive: false });
    expect(await second.changed()).toEqual(["account"]);
    expect(await second.changed()).toBeUndefined();
    expect((await askForEvents(unhurried, shut.token)).status).toBe(401);
  });

  test("ends when its token has run out", async () => {
    const stream = await open((await world.retailer()).token);
    world.pass(16 * 60_000);
    expect(await stream.changed()).toBeUndefined();
    world.pass(-16 * 60_000);
  });

  test("is refused beyond a person's limit, and beyond the server's, until one is closed", async () => {
    const small = await another({ perPersonMax: 2, perProcessMax: 3 });
    const tenant = await world.retailer();
    const streams = [await open(tenant.token, small), await open(tenant.token, small)];
    const third = await askForEvents(small, tenant.token);
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "60"]);
    const other = await world.retailer();
    await open(other.token, small);
    const fourth = await askForEvents(small, (await world.retailer()).token);
    expect([fourth.status, fourth.headers.get("retry-after")]).toEqual([503, "30"]);
    await streams[0]?.close();
    await expect.poll(async () => (await openOnce(small, tenant.token)).status).toBe(200);
  });

  test("does not keep a server from stopping, nor does a connection on which nothing was asked", async () => {
    const stopping = await another();
    const stream = await open((await world.retailer()).token, stopping);
    const address = stopping.addresses()[0] as AddressInfo;
    const unused = connect(address.port, address.address);
    await once(unused, "connect");
    const began = performance.now();
    await stopping.close();
    expect(await stream.changed()).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

test("a lost connection to PostgreSQL is opened again, and every stream is told to ask anew", async () => {
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

async function openOnce(on: typeof app, token: string): Promise<Response> {
  const answer = await askForEvents(on, token);
  await answer.body?.cancel();
  return answer;
}
