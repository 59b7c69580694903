// The guarantee: a program that stores `updated_until` and asks again misses no change of a payout,
// whenever the change is committed and however the rounds fall between pages.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countReadRows } from "../../../test/count-read-rows.ts";
import { machinePayout, newKey, sendingForm, type Program } from "../../../test/key-world.ts";
import { numberAllEvents } from "../../../test/number-all-events.ts";
import { receiveUpdate } from "../../../test/provider-updates.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, separateConnection } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { numberEvents } from "../../tenants/events/number-events.ts";
import { verifyEvents } from "../../tenants/events/verify-events.ts";
import { scanPayouts } from "./scan-payouts.ts";

let world: World;
let owner: SignedIn;
let program: Program;
let keys = 0;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator({ wallet: "₹5,00,000" });
  const limits = { per_payout: 100, per_day: 1_00_000 };
  ({ caller: program } = await newKey(world, owner, sendingForm({ limits })));
});
afterAll(async () => {
  await numberAllEvents();
  expect(await verifyEvents(database())).toEqual([]);
  expect(await world.faults()).toEqual([]);
  await world.close();
});

async function pay(): Promise<string> {
  const options = { key: `changed-${(keys += 1)}` };
  const { body } = await program.post("/payouts", machinePayout({ amount_paise: 100 }), options);
  return body.data.id;
}

type Query = Readonly<Record<string, string>>;

/** One round: every page since a time. */
async function round(since: string, query: Query = {}, between = async () => {}) {
  const payouts: { id: string; status: string }[] = [];
  let page = await read({ updated_since: since, ...query });
  payouts.push(...page.data);
  while (page.next !== null) {
    await between();
    page = await read({ updated_since: since, ...query, after: page.next });
    payouts.push(...page.data);
  }
  return { payouts, until: page.updated_until ?? "" };
}

async function read(query: Query) {
  const { status, body } = await owner.get("/payouts/scan", query);
  expect(status, `the answer ${JSON.stringify(body)}`).toBe(200);
  return body;
}

async function now(): Promise<string> {
  await numberAllEvents();
  return (await round(new Date(Date.now() - 60_000).toISOString())).until;
}

test("lists what changed since, as it stands now, and nothing again in the next round", async () => {
  const before = await pay();
  await world.work();
  const start = await now();
  const [first, second] = [await pay(), await pay()];
  await numberAllEvents();
  const created = await round(start);
  expect(created.payouts.map(({ id, status }) => [id, status])).toEqual([
    [first, "pending"],
    [second, "pending"],
  ]);
  await world.work();
  await numberAllEvents();
  const paid = await round(created.until);
  expect(paid.payouts.map(({ id, status }) => [id, status]).toSorted()).toEqual(
    [
      [first, "success"],
      [second, "success"],
    ].toSorted(),
  );
  expect((await round(paid.until)).payouts).toEqual([]);
  const all = (await round(start)).payouts.map(({ id }) => id);
  expect(all.toSorted()).toEqual([first, second].toSorted());
  expect(all).not.toContain(before);
  expect((await round(start, { status: "failed" })).payouts).toEqual([]);
});

test("lists a payout whose transaction was open while another round ended", async () => {
  const id = await pay();
  await numberAllEvents();
  const start = await now();
  const slow = separateConnection();
  await slow.connect();
  await slow.query("begin");
  await slow.query("update payouts set status = 'processing', updated_at = now() where id = $1", [
    id,
  ]);
  const later = await pay();
  await numberEvents();
  const meanwhile = await round(start);
  expect(meanwhile.payouts).toEqual([]);
  await slow.query("commit");
  await slow.end();
  await numberAllEvents();
  const ids = (await round(meanwhile.until)).payouts.map((one) => one.id);
  expect(ids.toSorted()).toEqual([id, later].toSorted());
  await database().updateTable("payouts").set({ status: "pending" }).where("id", "=", id).execute();
  await world.work();
});

test("lists a payout again whose UTR comes after its success, and finds it by the UTR", async () => {
  const id = await pay();
  await world.work();
  // As RazorpayX reports it: paid first, and the UTR later.
  const { rows } = await sql<{ reference_id: string }>`
    update payouts set utr_number = null where id = ${id} returning reference_id
  `.execute(database());
  const start = await now();
  // The worker of the search terms has passed the payout.
  await sql`update search_head set at = now() + interval '1 hour'`.execute(database());
  await receiveUpdate({
    reference: rows[0]?.reference_id ?? "",
    state: "success",
    utr: "777888999000",
  });
  await numberAllEvents();
  expect((await round(start)).payouts.map((one) => one.id)).toEqual([id]);
  for (const utr of ["777888999000", "0000777888999000", "imps/777888999000", " 7778-8899-9000 "]) {
    const { data } = await read({ utr });
    expect(data.map((one) => one.id)).toEqual([id]);
  }
  expect((await read({ utr: "777888999001" })).data).toEqual([]);
  expect((await read({ utr: "777888999000", status: "failed" })).data).toEqual([]);
});

test("a word of the remarks that looks like a UTR finds nothing", async () => {
  const options = { key: `changed-${(keys += 1)}` };
  const order = machinePayout({ amount_paise: 100, remarks: "INVOICE2026XX" });
  expect((await program.post("/payouts", order, options)).status).toBe(201);
  expect((await read({ utr: "INVOICE2026XX" })).data).toEqual([]);
  await world.work();
});

const step = fc.constantFrom("pay", "work", "number", "read", "read", "read");

test("loses no change, however payments, numbering and pages follow each other", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const start = await now();
      const paid: string[] = [];
      const seen = new Map<string, string>();
      let place: Query = { updated_since: start };
      const readPage = async () => {
        const page = await read({ ...place, limit: "2" });
        for (const { id, status } of page.data) seen.set(id, status);
        // Any page's time is a start: here every second page loses its cursor, as after a crash.
        const isLost = page.next === null || steps.length % 2 === 0;
        const since = isLost ? page.updated_until : place["updated_since"];
        place = { updated_since: since ?? "", ...(!isLost && { after: page.next ?? "" }) };
        return page.next;
      };
      for (const each of steps) {
        if (each === "pay") paid.push(await pay());
        if (each === "work") await world.work();
        if (each === "number") await numberEvents();
        if (each === "read") await readPage();
      }
      await world.work();
      await numberAllEvents();
      // A page without its cursor starts again with the events of one moment: read larger pages.
      for (const { id, status } of (await round(place["updated_since"] ?? "")).payouts)
        seen.set(id, status);
      expect(Object.fromEntries(seen)).toEqual(
        Object.fromEntries(paid.map((id) => [id, "success"])),
      );
    }),
    { numRuns: 12 },
  );
});

test("refuses what is no time, no cursor of this list, or out of reach, in a sentence", async () => {
  const { next } = await read({ limit: "1" });
  const since = new Date(Date.now() - 60_000).toISOString();
  const outsider = await world.operator({ wallet: "₹1,000" });
  const { caller: other } = await newKey(world, outsider, sendingForm());
  const refused = async (query: Query, by = program) => {
    const { status, body } = await by.get("/payouts/scan", query);
    return [status, body.error?.code, body.error?.message];
  };
  const notOfThisList = [
    400,
    "INVALID_INPUT",
    "after must be the `next` of a page of this list and filter",
  ];
  const cursor = { after: next ?? "" };
  expect((await program.get("/payouts/scan", cursor)).status).toBe(200);
  expect(await refused({ ...cursor, status: "failed" })).toEqual(notOfThisList);
  expect(await refused({ ...cursor, updated_since: since })).toEqual(notOfThisList);
  expect(await refused(cursor, other)).toEqual(notOfThisList);
  expect(await refused({ after: Buffer.from("0.1_2").toString("base64url") })).toEqual(
    notOfThisList,
  );
  expect((await program.get("/payment-requests/scan", cursor)).status).toBe(400);
  for (const text of ["yesterday", "2026-02-30T00:00:00Z", "2026-11-20"])
    expect(await refused({ updated_since: text })).toEqual([
      400,
      "INVALID_INPUT",
      "Use a time as 2026-11-20T06:30:00Z",
    ]);
  expect((await refused({ updated_since: "2099-01-01T00:00:00Z" })).at(-1)).toBe(
    "updated_since must not be in the future",
  );
  expect((await refused({ updated_since: "2020-01-01T00:00:00Z" })).at(-1)).toMatch(
    /^updated_since reaches back to \d{4}-.*Z\. Leave it out to read all\.$/,
  );
  expect((await refused({ updated_since: since, utr: "777888999000" })).at(-1)).toBe(
    "Send one of updated_since and utr",
  );
  expect((await refused({ utr: "%" })).at(-1)).toBe("A UTR has 8 to 40 letters and digits");
});

test("names an oldest time that it accepts, and ends a walk that began with it", async () => {
  const { body } = await program.get("/payouts/scan", { updated_since: "2020-01-01T00:00:00Z" });
  const [named = ""] = /\d{4}-\d\d-\d\dT\d\d:00:00\.000Z/.exec(body.error?.message ?? "") ?? [];
  const tenant = await businessWithEvents(60);
  const scan = (after?: string) =>
    scanPayouts(database(), tenant, { updated_since: named, limit: 1, ...(after && { after }) });
  const { next } = await scan();
  await world.afterSeconds(3 * 60 * 60, async () => {
    await expect(scan()).rejects.toThrow("updated_since reaches back to");
    expect((await scan(next ?? "")).next).not.toBeNull();
  });
  await world.afterSeconds(6 * 24 * 60 * 60, async () => {
    await expect(scan(next ?? "")).rejects.toThrow("updated_since reaches back to");
  });
});

test("refuses a time before payouts had events, on an installation that is older", async () => {
  const since = new Date(Date.now() - 3_600_000);
  const query = { updated_since: since.toISOString() };
  await read(query);
  await sql`update event_numbering set since = now()`.execute(database());
  expect((await program.get("/payouts/scan", query)).status).toBe(400);
  await sql`update event_numbering set since = '-infinity'`.execute(database());
});

test("reads as many rows among 60,000 events as among 600", async () => {
  const [few, many] = [await businessWithEvents(600), await businessWithEvents(60_000)];
  await sql`vacuum analyze events`.execute(database());
  // In the middle, so that half of the events are before it.
  const updated_since = new Date(Date.now() - 30 * 60_000).toISOString();
  const touched = (tenant: Tenant) =>
    countReadRows((db) => scanPayouts(db, tenant, { updated_since, limit: 20 }));
  const [small, large] = [await touched(few), await touched(many)];
  expect(small.rows).toBeGreaterThan(100);
  expect(large.rows).toBeLessThan(small.rows * 1.5);
  expect(large.pages).toBeLessThan(small.pages * 3);
});

/** A business with events of the last hour, most of which are of other things. */
async function businessWithEvents(count: number): Promise<Tenant> {
  const { id } = await world.operator();
  await sql`
    insert into events (tenant_id, version, id, type, subject_id, status, created_at, numbered_at)
    select ${id}, n, gen_random_uuid(),
      case n % 4 when 0 then 'payout.success' else 'beneficiary.changed' end,
      gen_random_uuid(), 'success', at, at
    from generate_series(1, ${count}) as n
    cross join lateral (select now() - (${count} - n) * interval '1 hour' / ${count}) as time (at)
  `.execute(database());
  await sql`insert into event_heads values (${id}, ${count})`.execute(database());
  return { tenantId: id } as Tenant;
}
