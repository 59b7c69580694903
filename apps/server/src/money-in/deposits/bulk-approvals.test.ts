// Deposits that one person approves together need a second one when their sum is above the limit, as
// a single large deposit does.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saveSetting } from "../../../test/save-setting.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
let meera: SignedIn;
let ravi: SignedIn;
let tenant: SignedIn;
let account: string;
beforeAll(async () => {
  world = await openWorld();
  meera = await world.superAdmin();
  ravi = await world.newSuperAdmin("Ravi Nair");
  tenant = await world.retailer();
  account = await world.approvedAccount(tenant);
});
afterAll(() => world.close());
beforeEach(() => saveSetting("bulk_second_approval_above_paise", 30_000_00));

const request = async (rupees: number) => (await world.requestDeposit(tenant, rupees, account))._id;
const approveAll = async (by: SignedIn, ids: readonly string[]) => {
  const { status, body } = await by.post("/super-admin/deposits/approve", { ids: [...ids] });
  expect(status).toBe(200);
  return body.data.map(({ outcome }) => outcome);
};
const approve = (by: SignedIn, id: string) => by.post(`/super-admin/deposits/${id}/approve`, {});

/** The growth of the tenant's balance, in paise, during an action. */
async function credited(action: () => Promise<unknown>): Promise<number> {
  const before = await tenant.balance();
  await action();
  expect(await world.faults()).toEqual([]);
  return (await tenant.balance()) - before;
}

test("a batch above the limit is credited after a second person approves it", async () => {
  const ids = [await request(10_000), await request(10_000), await request(10_001)];
  const none = await credited(async () => {
    expect(await approveAll(meera, ids)).toEqual(ids.map(() => "first_approval"));
  });
  expect(none).toBe(0);
  const { body } = await meera.get("/super-admin/deposits", { status: "pending" });
  expect(body.data.find(({ _id }) => _id === ids[0])?.approvals_needed).toBe(2);
  expect(body.summary.bulk_second_approval_above?.amount).toBe(30_000_00);
  const all = await credited(async () => {
    expect(await approveAll(ravi, ids)).toEqual(ids.map(() => "approved"));
  });
  expect(all).toBe(30_001_00);
});

test("a batch up to the limit, and one without a limit, need one person", async () => {
  const ids = [await request(15_000), await request(15_000)];
  expect(await credited(() => approveAll(meera, ids))).toBe(30_000_00);
  await saveSetting("bulk_second_approval_above_paise", null);
  const more = [await request(60_000), await request(60_000)];
  expect(await credited(() => approveAll(meera, more))).toBe(1_20_000_00);
});

test("the first approver can't finish it in a smaller batch, nor one by one", async () => {
  const ids = [await request(20_000), await request(20_000)];
  await approveAll(meera, ids);
  const none = await credited(async () => {
    const single = await approve(meera, ids[0] ?? "");
    expect([single.status, single.body.error.code]).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    expect(single.body.error.message).toBe(
      "You gave the first approval of it in a large batch. Another super admin must give the second.",
    );
    expect(await approveAll(meera, [ids[0] ?? "", await request(1_000)])).toEqual([
      "refused",
      "approved",
    ]);
  });
  expect(none).toBe(1_000_00);
  expect(await credited(() => approve(ravi, ids[0] ?? ""))).toBe(20_000_00);
});

test("two people who approve the same batch at once credit each deposit once", async () => {
  const ids = [await request(20_000), await request(20_000), await request(20_000)];
  const sum = await credited(() => Promise.all([approveAll(meera, ids), approveAll(ravi, ids)]));
  expect(sum).toBe(60_000_00);
});
