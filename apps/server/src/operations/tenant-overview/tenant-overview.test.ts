// The guarantee: a super admin sees of one tenant who acts for it, its accounts, and what it last paid
// and received, and nothing of another's.
import { getTenantOverview } from "@rokad/contract/tenant-overview";
import { inviteMember } from "@rokad/contract/team";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFundsWorld, type FundsWorld } from "../../../test/funds-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";

let world: FundsWorld;
let auditor: SignedIn;
beforeAll(async () => {
  world = await openFundsWorld();
  auditor = await world.newSuperAdmin("Asha Menon", ["auditor"]);
});
afterAll(() => world.close());

const overviewOf = async ({ id }: SignedIn) =>
  (await auditor.ask(getTenantOverview, { params: { id } })).data;

test("shows a tenant's team, accounts, payouts and deposits, and no other tenant's", async () => {
  const shop = await world.waitingOwner("₹5,000");
  const other = await world.waitingOwner("₹700");
  await world.send(other, 70);
  const mobile = world.newMobile();
  await shop.ask(inviteMember, { body: { name: "Priya Nair", mobile, roles: ["viewer"] } });
  const paid = await world.send(shop, 100, { account_number: "800003332222" });
  await world.work();
  const waiting = await world.send(shop, 90_000);

  const overview = await overviewOf(shop);
  expect(overview.members).toMatchObject([{ id: shop.id, roles: ["owner"], is_you: false }]);
  expect(overview.invitations).toMatchObject([{ name: "Priya Nair", mobile, roles: ["viewer"] }]);
  expect(overview.bank_accounts).toMatchObject([
    { status: "approved", account_number: expect.stringMatching(/^\*{4}\d{4}$/) },
  ]);
  expect(overview.payouts).toMatchObject([
    { id: waiting.id, is_wait: true, status: "pending", tenant: { id: shop.id, name: shop.name } },
    { id: paid.id, is_wait: false, status: "success", account: "****2222" },
  ]);
  expect(overview.deposits).toMatchObject([
    { status: "completed", amount: { amount: 5_000_00, currency: "INR" } },
  ]);
});

test("shows the newest ten payouts, those that wait for funds among them", async () => {
  const shop = await world.waitingOwner("₹5,000");
  const sent: string[] = [];
  for (let made = 0; made < 10; made += 1) sent.unshift((await world.send(shop, 10)).id);
  const idsOf = async () => (await overviewOf(shop)).payouts.map(({ id }) => id);
  expect(await idsOf()).toEqual(sent);
  const waiting = await world.send(shop, 90_000);
  expect(await idsOf()).toEqual([waiting.id, ...sent.slice(0, 9)]);
});

test("a super admin, a closed account and an unknown id are not found", async () => {
  const shop = await world.operator();
  await sql`update tenants set closed_at = now() where id = ${shop.id}`.execute(database());
  const unknown = "01994c55-7d4f-7e9a-b0c6-2f5d1f0a9e11";
  for (const id of [shop.id, auditor.id, unknown])
    expect((await auditor.get(`/super-admin/tenants/${id}/overview`)).status).toBe(404);
});
