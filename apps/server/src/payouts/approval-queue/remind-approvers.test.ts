// The guarantee: nobody is reminded to approve for a business that is inactive or being closed.
import { cancelClosing, startClosing } from "@rokad/contract/closings";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApprovalWorld, type ApprovalWorld } from "../../../test/approval-world.ts";
import { dayMs, everyPayout } from "../../../test/deputies.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";

let world: ApprovalWorld;
beforeAll(async () => {
  world = await openApprovalWorld();
});
afterAll(() => world.close());

const steps = [{ approvals: 1, roles: ["approver"], people: [] }];

async function waitingRequest(): Promise<SignedIn> {
  const { owner, preparer } = await world.team({ bands: [{ ...everyPayout, steps }] });
  await world.request(preparer);
  return owner;
}

/** How many notifications a business gets more by the reminders of a later day. */
async function remindersAfter({ id }: SignedIn, days: number): Promise<number> {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from notifications where person_id = ${id}
    `.execute(database());
    return rows[0]?.count ?? 0;
  };
  const before = await count();
  await world.later(days * dayMs, () => world.remind());
  return (await count()) - before;
}

test("an inactive business is reminded again once it is active", async () => {
  const owner = await waitingRequest();
  const boss = await world.superAdmin();
  const set = (isActive: boolean) =>
    boss.patch(`/super-admin/tenants/${owner.id}/status`, { isActive });
  expect((await set(false)).status).toBe(200);
  expect(await remindersAfter(owner, 2)).toBe(0);
  expect((await set(true)).status).toBe(200);
  expect(await remindersAfter(owner, 2)).toBe(1);
});

test("a business is not reminded while it is being closed", async () => {
  const owner = await waitingRequest();
  const boss = await world.superAdmin();
  const params = { id: owner.id };
  await boss.ask(startClosing, { params, body: { reason: "The shop closes" } });
  expect(await remindersAfter(owner, 2)).toBe(0);
  await boss.ask(cancelClosing, { params });
  expect(await remindersAfter(owner, 2)).toBe(1);
});
