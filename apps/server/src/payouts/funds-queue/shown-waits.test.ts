// The guarantee: what waits for funds is in every figure and look-up that a person or a program decides by.
import type { Input } from "@rokad/contract/call";
import { searchPayouts } from "@rokad/contract/history-search";
import { findAnything } from "@rokad/contract/search";
import { listUpcoming } from "@rokad/contract/upcoming";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { charges, openFundsWorld, type FundsWorld } from "../../../test/funds-world.ts";
import { database } from "../../database/db.ts";
import { machinePayout, newKey, sendingForm } from "../../../test/key-world.ts";

let world: FundsWorld;
beforeAll(async () => {
  world = await openFundsWorld();
});
afterAll(async () => {
  await world.checkFunds();
  await world.close();
});

test("a program finds it by its reference, while it waits and after it was funded or cancelled", async () => {
  const owner = await world.waitingOwner("₹100");
  const { caller } = await newKey(world, owner);
  const outsider = await newKey(world, await world.waitingOwner());
  const sent = await world.send(owner, 500);
  const find = (by = caller) => by.get("/payouts/find", { reference_id: sent.reference_id });
  expect((await find()).body.data).toMatchObject({ id: sent.id, status: "pending" });
  expect((await find(outsider.caller)).status).toBe(404);
  await world.fund(owner, 1_000);
  await world.work();
  expect((await find()).body.data).toMatchObject({ id: sent.id, status: "success" });
  const cancelled = await world.send(owner, 9_000);
  await world.cancelWait(owner, cancelled.id);
  const { body } = await caller.get("/payouts/find", { reference_id: cancelled.reference_id });
  expect(body.data).toMatchObject({ id: cancelled.id, status: "cancelled" });
});

test("a search, the order by amount and the palette have it, with its place, by the same filters", async () => {
  const owner = await world.waitingOwner("₹100");
  const named = { beneficiary_name: "Kiran Das" };
  const paid = await world.send(owner, 10, named);
  await world.work();
  const cancelled = await world.send(owner, 2_000, named);
  await world.cancelWait(owner, cancelled.id);
  const small = await world.send(owner, 3_000, named);
  const large = await world.send(owner, 4_000, named);
  const outsider = await world.waitingOwner();
  const idsOf = async (query: Input<typeof searchPayouts>["query"], by = owner) =>
    (await by.ask(searchPayouts, { query })).data.map(({ id }) => id);
  expect(await idsOf({ search: "kiran" })).toEqual([large.id, small.id, paid.id]);
  expect(await idsOf({ search: "kiran" }, outsider)).toEqual([]);
  expect(await idsOf({ search: small.reference_id })).toEqual([small.id]);
  expect(await idsOf({ sort: "largest" })).toEqual([large.id, small.id, paid.id]);
  for (const [status, ids] of [
    ["waiting_for_funds", [large.id, small.id]],
    ["pending", [large.id, small.id]],
    ["not_funded", [cancelled.id]],
    ["success", [paid.id]],
  ] as const) {
    expect(await idsOf({ search: "das", status })).toEqual(ids);
    expect(await idsOf({ sort: "largest", status })).toEqual(ids);
  }
  const found = await owner.ask(searchPayouts, { query: { search: "kiran" } });
  expect(found.data.map(({ waiting_for_funds: wait }) => wait?.place)).toEqual([2, 1, undefined]);
  const anywhere = await owner.ask(findAnything, { query: { search: "4000" } });
  expect(anywhere.data.payouts).toMatchObject([{ id: large.id, status: "pending" }]);
  await world.fund(owner, 10_000);
  await world.work();
  expect(await idsOf({ search: "kiran" })).toHaveLength(3);
  expect(await idsOf({ search: "kiran", status: "success" })).toHaveLength(3);
});

test("a search finds what was not funded, however much was not funded after it", async () => {
  const owner = await world.waitingOwner("₹100");
  const { id } = await world.send(owner, 9_000, { beneficiary_name: "Zubin Mehta" });
  await world.cancelWait(owner, id);
  await sql`
    insert into funds_queue overriding system value
    select copy.* from funds_queue cross join generate_series(1, 1001) as number
    cross join lateral jsonb_populate_record(funds_queue, jsonb_build_object(
      'id', gen_random_uuid(), 'place', nextval('funds_queue_place_seq'), 'state', 'expired',
      'reference_id', 'MANY' || number, 'beneficiary_name', 'Asha Rao', 'idempotency_key', null,
      'created_at', created_at + number * interval '1 second',
      'ended_number', nextval('funds_queue_ended_number')
    )) as copy
    where funds_queue.id = ${id}
  `.execute(database());
  const idsOf = async (query: Input<typeof searchPayouts>["query"]) =>
    (await owner.ask(searchPayouts, { query: { ...query, status: "not_funded" } })).data.map(
      (row) => row.id,
    );
  expect(await idsOf({ search: "zubin" })).toEqual([id]);
  expect(await idsOf({ search: "zubin", sort: "largest" })).toEqual([id]);
  await sql`delete from funds_queue where reference_id like 'MANY%'`.execute(database());
});

test("the runway has it before everything else that takes money, and what to top up for it", async () => {
  const owner = await world.waitingOwner("₹1,000");
  const first = await world.send(owner, 3_000);
  const second = await world.send(owner, 50);
  const { data } = await owner.ask(listUpcoming, { query: { days: 30 } });
  const afterFirst = 1_000_00 - 3_000_00 - charges;
  expect(data.items).toMatchObject([
    { kind: "waiting", id: first.id, payouts: 1, balance_after: { amount: afterFirst } },
    { kind: "waiting", id: second.id, balance_after: { amount: afterFirst - 50_00 - charges } },
  ]);
  expect(data.top_up).toMatchObject({ amount: { amount: -(afterFirst - 50_00 - charges) } });
  expect(data.top_up?.payouts).toBe(2);
});

test("the check of a program's payout says what the payout itself then says", async () => {
  const owner = await world.waitingOwner("₹1,000");
  const { caller } = await newKey(world, owner, sendingForm());
  const body = machinePayout({ amount_paise: 100_00 });
  const validate = async () => (await caller.post("/payouts/validate", body)).body.data;
  expect(await validate()).toMatchObject({ is_sendable: true });
  await world.send(owner, 3_000);
  expect(await validate()).toMatchObject({
    is_sendable: false,
    problems: [{ code: "INSUFFICIENT_BALANCE" }],
  });
  const answer = await caller.post("/payouts", body, { key: "behind-the-queue" });
  expect(answer.body.error.code).toBe("INSUFFICIENT_BALANCE");
});
