// The ledger has what arrived in each receiving account, the accounts sum to the bank account, and
// verification finds an entry of the wrong one.
import { listSuspense } from "@rokad/contract/suspense";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openReceiver } from "../../../test/receiver.ts";
import {
  openReceivingWorld,
  sampleAccount,
  type ReceivingWorld,
} from "../../../test/receiving-world.ts";
import { database } from "../../database/db.ts";
import { verifyBooks } from "../../ledger/verify.ts";
import { receiveCredits } from "../virtual-accounts/receive-credits.ts";

let world: ReceivingWorld;
beforeEach(async () => {
  world = await openReceivingWorld();
});
afterEach(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

test("has what arrived in each account, and the accounts sum to the bank account", async () => {
  const tenant = await world.retailer();
  await world.fund(tenant, 700);
  const main = await world.add();
  const second = await world.add();
  // What was credited before there was an account is the first one's.
  expect(await world.receivedIn(main)).toBe(700_00);
  const requests = [main, second, second].map((to) => world.request(tenant, to, { rupees: 1_000 }));
  for (const request of requests) await world.approve(world.meera, (await request)._id);
  // A reviewer who sees the money in another account says so.
  const { _id: id } = await world.request(tenant, main, { rupees: 500 });
  await world.approve(world.meera, id, { received_in: second.id });
  expect([await world.receivedIn(main), await world.receivedIn(second)]).toEqual([
    1_700_00, 2_500_00,
  ]);
  const { total, elsewhere } = await world.list();
  expect([total.amount, elsewhere.amount]).toEqual([4_200_00, 0]);
  const nowhere = await world.request(tenant, main);
  const refused = await world.approve(world.meera, nowhere._id, { received_in: tenant.id });
  expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([
    400,
    ["received_in"],
  ]);
});

test("puts virtual account money into the account that the provider settles to, also out of suspense", async () => {
  const main = await world.add();
  const { tenant, credit } = await openReceiver(world);
  await receiveCredits("sandbox", [credit()]);
  expect([await world.receivedIn(main), (await world.list()).elsewhere.amount]).toEqual([
    0, 1_500_50,
  ]);
  const settled = await world.add({ settles_provider: "sandbox" });
  await receiveCredits("sandbox", [credit()]);
  const unknown = credit({ sender: null });
  await receiveCredits("sandbox", [unknown]);
  const { data } = await world.meera.ask(listSuspense, { query: {} });
  expect(await world.receivedIn(settled)).toBe(3_001_00);
  await world.meera.post(`/super-admin/suspense/${data[0]?.id}/return`, {
    utr_reference: world.newUtr(),
    reason: "Not ours",
  });
  expect(await world.receivedIn(settled)).toBe(1_500_50);
  const assigned = credit({ sender: null });
  await receiveCredits("sandbox", [assigned]);
  const { data: next } = await world.meera.ask(listSuspense, { query: {} });
  await world.meera.post(`/super-admin/suspense/${next[0]?.id}/assign`, {
    tenant_id: tenant.id,
  });
  expect(await world.receivedIn(settled)).toBe(3_001_00);
  const twice = await world.addAccount(world.meera, {
    ...sampleAccount,
    account_number: world.newAccountNumber(),
    settles_provider: "sandbox",
  });
  expect(twice.body.error.fields).toEqual({
    settles_provider: "Another account already has this provider",
  });
});

test.each([
  [
    "an entry of another account",
    "update ledger_entries set receiving_account_id = gen_random_uuid() where account = 'bank'",
    ["every bank entry is", "the bank entries of every"],
  ],
  [
    "an entry without its account",
    "update ledger_entries set receiving_account_id = null where account = 'bank'",
    ["every bank entry is", "the bank entries of every"],
  ],
  [
    "a deposit that names another account",
    "update deposits set arrived_in_id = null",
    ["every bank entry is", "the bank entries of every"],
  ],
])("verification finds %s", async (_, change, rules) => {
  const main = await world.add();
  const tenant = await world.retailer();
  const { _id: id } = await world.request(tenant, main);
  await world.approve(world.meera, id);
  const found = await database()
    .transaction()
    .execute(async (db) => {
      await sql`alter table ledger_entries disable trigger user`.execute(db);
      await sql.raw(change).execute(db);
      throw new Found((await verifyBooks(db)).map(({ rule }) => rule));
    })
    .catch((error: Found) => error.rules);
  expect([...new Set(found)]).toEqual(rules.map((rule) => expect.stringContaining(rule)));
});

/** Rolls the change back and carries what was found. */
class Found extends Error {
  readonly rules: readonly string[];
  constructor(rules: readonly string[]) {
    super("found");
    this.rules = rules;
  }
}
