// The guarantee: every change that a program can care about is an event, and a program reads all of
// them by a cursor, within its scopes.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  keyForm,
  machinePayout,
  newKey,
  sendingForm,
  type Program,
} from "../../../test/key-world.ts";
import { numberAllEvents } from "../../../test/number-all-events.ts";
import { rolledBack } from "../../../test/rolled-back.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { deleteExpiredRows } from "../../worker/retention.ts";
import { watchLowBalances } from "./low-balance.ts";
import { eventRule, verifyEvents } from "./verify-events.ts";

let world: World;
let owner: SignedIn;
let keys = 0;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  owner = await world.operator({ name: "Sharma Traders", wallet: "₹1,00,000" });
  await numberAllEvents();
});
afterAll(async () => {
  await numberAllEvents();
  expect(await verifyEvents(database())).toEqual([]);
  expect(await world.faults()).toEqual([]);
  await world.close();
});

interface Page {
  data: { type: string; version: number; subject_id: string; status: string }[];
  next: number;
  has_more: boolean;
}

async function read(by: Program | SignedIn, query = ""): Promise<Page> {
  await numberAllEvents();
  const { status, body } = await by.get(`/events${query}`);
  expect(status).toBe(200);
  return body as unknown as Page;
}
const typesOf = ({ data }: Page) => data.map(({ type }) => type);
const codeOf = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { error?: { code: string } }).error?.code,
];
const pay = (by: Program, change: Readonly<Record<string, unknown>> = {}) =>
  by.post("/payouts", machinePayout(change), { key: `event-key-${(keys += 1)}` });

test("the events of a payout say how it stands, with the caller's own reference", async () => {
  const { caller } = await newKey(world, owner, sendingForm());
  const start = (await read(owner)).next;
  const { body } = await pay(caller, { client_reference: "INV-118" });
  await world.work();
  const { data } = await read(caller, `?after=${start}`);
  expect(data).toMatchObject([
    { type: "payout.created", status: "pending", client_reference: "INV-118" },
    { type: "payout.processing", status: "processing" },
    { type: "payout.success", status: "success", client_reference: "INV-118" },
  ]);
  expect(new Set(data.map((one) => one.subject_id))).toEqual(new Set([body.data.id]));
  expect(data.map(({ version }) => version)).toEqual([start + 1, start + 2, start + 3]);
  await pay(caller, {
    method: "upi",
    account_number: undefined,
    ifsc_code: undefined,
    upi_id: "reversed@upi",
  });
  await world.work();
  expect(typesOf(await read(caller, `?after=${start + 3}`)).at(-1)).toBe("payout.returned");
});

test("deposits, bank accounts, beneficiaries, requests and a low balance have events", async () => {
  expect(typesOf(await read(owner)).toSorted()).toEqual([
    "bank_account.approved",
    "bank_account.pending",
    "deposit.completed",
    "deposit.pending",
  ]);
  const start = (await read(owner)).next;
  const saved = await owner.post("/beneficiaries", {
    name: "Asha Rao",
    kind: "vendor",
    destination: { method: "upi", upi_id: "asha@upi" },
  });
  expect(saved.status).toBe(201);
  await owner.post(`/beneficiaries/${saved.body.data.id}/archive`, {});
  expect((await owner.put("/events/low-balance", { below: 2_00_000 })).body.data?.is_low).toBe(
    false,
  );
  await watchLowBalances();
  await watchLowBalances();
  expect(typesOf(await read(owner, `?after=${start}`))).toEqual([
    "beneficiary.created",
    "beneficiary.archived",
    "wallet.low_balance",
  ]);
  expect((await owner.get("/events/low-balance")).body.data).toEqual({
    below: { amount: 2_00_000_00, currency: "INR" },
    is_low: true,
  });
  await owner.put("/events/low-balance", { below: null });
});

test("pages go on where they ended, forwards and backwards, also by type", async () => {
  const first = await read(owner, "?limit=3");
  expect([first.data.length, first.has_more, first.next]).toEqual([3, true, 3]);
  const second = await read(owner, `?limit=3&after=${first.next}`);
  expect([second.data.length, second.has_more, second.next]).toEqual([1, false, 4]);
  expect(await read(owner, "?after=4")).toMatchObject({ data: [], next: 4, has_more: false });
  const newest = await read(owner, "?limit=3&before=1000");
  expect(newest.data.map(({ version }) => version)).toEqual([4, 3, 2]);
  const filtered = await read(owner, "?types=deposit.completed,bank_account.approved&limit=1");
  expect([filtered.data.length, filtered.has_more]).toEqual([1, true]);
  const rest = await read(
    owner,
    `?types=deposit.completed,bank_account.approved&after=${filtered.next}`,
  );
  // The end of everything, so that the next request reads nothing twice.
  expect([rest.data.length, rest.has_more, rest.next]).toEqual([1, false, 4]);
});

test("a key reads the types of its scopes, and another business's events are not its own", async () => {
  const { caller } = await newKey(world, owner, keyForm({ scopes: ["deposits:write"] }));
  await owner.put("/events/low-balance", { below: 2_00_000 });
  await watchLowBalances();
  await owner.put("/events/low-balance", { below: null });
  expect(typesOf(await read(caller))).toHaveLength(4);
  expect(codeOf(await caller.get("/events?types=wallet.low_balance"))).toEqual([
    403,
    "SCOPE_MISSING",
  ]);
  const other = await world.operator();
  await numberAllEvents();
  expect((await read(other)).data).toEqual([]);
});

test("bad cursors and types are refused, and so is one whose events are deleted", async () => {
  for (const query of ["?after=-1", "?after=x", "?types=payout", "?after=1&before=3", "?limit=0"])
    expect(codeOf(await owner.get(`/events${query}`))).toEqual([400, "INVALID_INPUT"]);
  expect(codeOf(await owner.get("/events?after=5"))).toEqual([400, "INVALID_INPUT"]);
  const oldest = await rolledBack(
    async (db) => {
      await sql`
        update events set numbered_at = now() - interval '91 days'
        where tenant_id = ${owner.id} and version <= 2
      `.execute(db);
      await deleteExpiredRows(db);
    },
    (db) =>
      db
        .selectFrom("events")
        .select(({ fn }) => fn.min("version").as("version"))
        .where("tenant_id", "=", owner.id)
        .executeTakeFirst(),
  );
  expect(Number(oldest?.version)).toBe(3);
  await database()
    .deleteFrom("events")
    .where("tenant_id", "=", owner.id)
    .where("version", "<=", 2n)
    .execute();
  expect(codeOf(await owner.get("/events?after=1"))).toEqual([410, "EVENTS_DELETED"]);
  expect((await read(owner, "?after=2")).data).toHaveLength(2);
  expect((await read(owner)).data).toHaveLength(2);
});

test("the verification finds a gap, an event left behind, and a payout without its event", async () => {
  const { caller } = await newKey(world, owner, sendingForm());
  await pay(caller);
  await world.work();
  await numberAllEvents();
  const rulesAfter = (tamper: ReturnType<typeof sql>) =>
    rolledBack(
      (db) => tamper.execute(db),
      async (db) => (await verifyEvents(db)).map(({ rule }) => rule),
    );
  const own = sql`tenant_id = ${owner.id}`;
  expect(await rulesAfter(sql`delete from events where ${own} and version = 2`)).toEqual([
    eventRule.gapless,
  ]);
  expect(
    await rulesAfter(sql`
      insert into event_outbox (number, tenant_id, type, subject_id, status)
      values (0, ${owner.id}, 'payout.created', ${newId()}, 'pending')
    `),
  ).toEqual([eventRule.numbered]);
  expect(
    await rulesAfter(
      sql`update events set status = 'failed' where ${own} and type = 'payout.success'`,
    ),
  ).toEqual([eventRule.outcome]);
});
