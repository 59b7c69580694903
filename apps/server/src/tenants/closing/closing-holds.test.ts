// The guarantee: what payment requests hold comes back before an account closes, so that no money is
// locked in.
import { getClosing, startClosing } from "@rokad/contract/closings";
import { listNotifications } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impsOrder } from "../../../test/forms.ts";
import { openHoldsWorld, type HoldsWorld } from "../../../test/holds-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { returnStrayHolds } from "../../payouts/requests/return-stray-holds.ts";

let world: HoldsWorld;
let boss: SignedIn;
beforeAll(async () => {
  world = await openHoldsWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

const closing = async (id: string) => (await boss.ask(getClosing, { params: { id } })).data;

/** The account of a business that is being closed: ₹0.40 available, ₹5,005.90 held for a request. */
async function closingWithHold(): Promise<SignedIn> {
  const { owner, preparer } = await world.holdingTeam("₹5,006.30");
  await world.request(preparer, impsOrder({ amount: 5_000 }));
  await boss.ask(startClosing, { params: { id: owner.id }, body: { reason: "Closed" } });
  return owner;
}

test("an account that holds money for a request neither closes nor pays out a part", async () => {
  const owner = await closingWithHold();
  expect(await closing(owner.id)).toMatchObject({
    balance: { amount: 40 },
    blockers: [{ kind: "requests", count: 1, amount: { amount: 5_005_90 } }],
  });
  const path = `/super-admin/tenants/${owner.id}/closing`;
  const refused = await boss.post(`${path}/remainder`, { balance: 40 });
  expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
    409,
    "CLOSING_CHANGED",
    "Money on hold for payment requests must come back first",
  ]);

  expect(await returnStrayHolds()).toBe(1);
  expect(await closing(owner.id)).toMatchObject({
    balance: { amount: 5_006_30 },
    blockers: [],
    remainder: null,
  });
  await world.check();
});

test("an account that was closed with a hold is closing again, with the money in its wallet", async () => {
  const owner = await closingWithHold();
  await sql`
    update tenants set closing_at = null, closed_at = now(), is_active = false
    where id = ${owner.id}
  `.execute(database());
  await sql`
    update tenant_closings set state = 'closed', ended_at = now() where tenant_id = ${owner.id}
  `.execute(database());
  expect(await returnStrayHolds()).toBe(1);
  expect(await closing(owner.id)).toMatchObject({
    started: { reason: "Money of payment requests came back after the account was closed" },
    balance: { amount: 5_006_30 },
    blockers: [],
    needs_attention: true,
  });
  const { data } = await boss.ask(listNotifications, { query: { limit: "100" } });
  expect(data.filter(({ kind }) => kind === "closing_blocked")).toHaveLength(1);
  await world.check();
});
