// The guarantee: who disables a super admin reads how many of their proposals can't be confirmed any more.
import { listSuperAdmins } from "@rokad/contract/team";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moneyItems } from "../../../test/signed-money-rows.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("adjustments, outcomes and guarded changes that a super admin proposed count together", async () => {
  const money = moneyItems(world);
  const boss = await world.superAdmin();
  const proposer = await world.newSuperAdmin("Nisha Rao");
  const openCount = async () =>
    (await boss.ask(listSuperAdmins, {})).data.members.find(({ id }) => id === proposer.id)
      ?.open_count;
  expect(await openCount()).toBe(0);
  const adjustment = await money.adjustment(undefined, proposer);
  expect(await openCount()).toBe(1);
  await money.decision(proposer);
  expect(await openCount()).toBe(2);
  await money.proposal(undefined, proposer);
  expect(await openCount()).toBe(3);
  const path = `/super-admin/adjustments/${adjustment}/confirm` as const;
  expect((await boss.post(path)).status).toBe(200);
  expect(await openCount()).toBe(2);
});
