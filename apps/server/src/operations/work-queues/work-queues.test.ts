// The guarantee: each queue says how much waits, how much money and since when; and what awaits the
// caller is what another super admin did first, if the caller's role can do the rest.
import { listOpenPayouts } from "@rokad/contract/activity-lists";
import { listWorkQueues, type WorkQueueKind } from "@rokad/contract/work-queues";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adjusting } from "../../../test/adjustment-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld } from "../../../test/world.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";

type QueueWorld = Awaited<ReturnType<typeof open>>;
const open = async () => adjusting(await openWorld());

let world: QueueWorld;
let meera: SignedIn;
let ravi: SignedIn;
let auditor: SignedIn;
let tenant: SignedIn;
beforeAll(async () => {
  world = await open();
  meera = await world.superAdmin();
  ravi = await world.newSuperAdmin("Ravi Nair");
  auditor = await world.newSuperAdmin("Asha Menon", ["auditor"]);
  tenant = await world.operator({ wallet: "₹5,000" });
});
afterAll(() => world.close());

async function queue(by: SignedIn, kind: WorkQueueKind) {
  const { data } = await by.ask(listWorkQueues, {});
  const found = data.queues.find((one) => one.kind === kind);
  if (!found) throw new Error(`There is no queue of ${kind}`);
  return found;
}

test("counts nothing where nothing waits, and has no amount where none belongs", async () => {
  const { data } = await meera.ask(listWorkQueues, {});
  expect(data.queues.filter(({ count }) => count > 0)).toEqual([]);
  expect(data.queues.filter(({ oldest_at: at }) => at !== null)).toEqual([]);
  const withAmount = data.queues.filter(({ amount }) => amount).map(({ kind }) => kind);
  expect(withAmount).toEqual(["deposits", "suspense", "outcomes", "adjustments"]);
});

test("a deposit waits with its amount and age, and after one of two approvals for the other person", async () => {
  await sql`
    insert into settings (key, value, updated_at)
    values ('second_approval_above_paise', '100000', now())
  `.execute(database());
  const account = await world.approvedAccount(tenant);
  const { _id: small } = await world.requestDeposit(tenant, 500, account);
  const { _id: large } = await world.requestDeposit(tenant, 2_000, account);
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from deposits where id = ${small}
  `.execute(database());
  expect(await queue(meera, "deposits")).toEqual({
    kind: "deposits",
    count: 2,
    amount: { amount: 250_000, currency: "INR" },
    oldest_at: rows[0]?.created_at.toISOString(),
    awaiting_me: 0,
  });
  await meera.post(`/super-admin/deposits/${large}/approve`, {});
  expect((await queue(ravi, "deposits")).awaiting_me).toBe(1);
  expect((await queue(meera, "deposits")).awaiting_me).toBe(0);
  // An auditor sees the queue and can sign nothing.
  expect(await queue(auditor, "deposits")).toMatchObject({ count: 2, awaiting_me: 0 });
  await ravi.post(`/super-admin/deposits/${large}/approve`, {});
  await ravi.post(`/super-admin/deposits/${small}/approve`, {});
  expect(await queue(ravi, "deposits")).toMatchObject({ count: 0, oldest_at: null });
});

test("an adjustment awaits everyone in finance but who proposed it", async () => {
  const id = await world.propose(meera, world.wrongCredit(tenant, 300));
  expect(await queue(ravi, "adjustments")).toMatchObject({
    count: 1,
    amount: { amount: 30_000 },
    awaiting_me: 1,
  });
  expect((await queue(meera, "adjustments")).awaiting_me).toBe(0);
  expect((await queue(auditor, "adjustments")).awaiting_me).toBe(0);
  await world.confirm(ravi, id);
  expect((await queue(ravi, "adjustments")).count).toBe(0);
});

test("a bank account and a dead job wait without an amount", async () => {
  await tenant.post("/wallet/bank-accounts", {
    account_holder_name: "Sharma Traders",
    account_number: world.newAccountNumber(),
    ifsc_code: "HDFC0000060",
    bank_name: "HDFC Bank",
    branch_name: "Pune",
    account_type: "current",
  });
  await sql`
    insert into background_jobs (id, kind, payload, status, created_at, due_at, finished_at)
    values (${newId()}, 'verify_books', '{}', 'dead', now(), now(), now())
  `.execute(database());
  expect(await queue(meera, "bank_accounts")).toMatchObject({ count: 1, amount: null });
  expect(await queue(meera, "jobs")).toMatchObject({ count: 1, amount: null, awaiting_me: 0 });
});

test("a payout without an outcome awaits who did not propose it", async () => {
  const { body } = await tenant.pay({
    beneficiary_name: "Asha Rao",
    beneficiary_email: "asha@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "12 MG Road, Bengaluru",
    amount: 250,
    method: "upi",
    upi_id: "pending@upi",
  });
  await world.work();
  await sql`update payouts set unknown_since = now() where id = ${body.data.id}`.execute(
    database(),
  );
  expect(await queue(ravi, "outcomes")).toMatchObject({
    count: 1,
    amount: { amount: 25_000 },
    awaiting_me: 0,
  });
  await sql`
    insert into payout_decisions (
      id, payout_id, tenant_id, outcome, reason, evidence, provider_said, proposed_by, proposed_at
    ) values (
      ${newId()}, ${body.data.id}, ${tenant.id}, 'failed', 'No trace', 'A letter', 'Nothing',
      ${meera.id}, now()
    )
  `.execute(database());
  expect((await queue(ravi, "outcomes")).awaiting_me).toBe(1);
  expect((await queue(meera, "outcomes")).awaiting_me).toBe(0);
  const { data } = await ravi.ask(listOpenPayouts, { query: { show: "open" } });
  expect(data.map(({ outcome_proposed_by: by }) => by)).toEqual([
    { id: meera.id, name: "Meera Iyer" },
  ]);
});
