// After the deactivation of a tenant commits, nothing of it is sent that no provider had, whatever
// workers, payers and reviewers do at the same time.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { impsOrder } from "../../../test/payout-world.ts";
import { openUnsentWorld, totalPaise, type UnsentWorld } from "../../../test/unsent-world.ts";
import { until } from "../../../test/disturbances.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, separateConnection } from "../../database/db.ts";
import { reroutePayouts } from "../send/reroute-payouts.ts";

let world: UnsentWorld;
beforeAll(async () => {
  world = await openUnsentWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

type OwnedPayer = Awaited<ReturnType<UnsentWorld["payerOfBoth"]>>;

type Choice = "hold" | "send" | "cancel";

const setStatus = ({ id }: { id: string }, isActive: boolean, payouts?: Choice) =>
  world.boss.patch(`/super-admin/tenants/${id}/status`, {
    isActive,
    ...(payouts && { payouts }),
  });
const reactivate = async (payer: OwnedPayer, payouts?: Choice) =>
  expect((await setStatus(payer, true, payouts)).status).toBe(200);

async function availableOf({ id }: OwnedPayer): Promise<bigint> {
  const row = await database()
    .selectFrom("wallets")
    .select("available_paise")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.available_paise;
}

describe("races", () => {
  test("workers, new payouts and cancellations around a deactivation leave nothing half done", async () => {
    const payer = await world.payerOfBoth();
    const before = await availableOf(payer);
    const bodies: object[] = [];
    for (let at = 0; at < 8; at += 1) {
      const order = impsOrder({ beneficiary_address: `${at} Sample Road` });
      bodies.push({ ...order, authorization_token: await payer.authorise(order) });
    }
    const created: string[] = [];
    for (let at = 0; at < 8; at += 1) created.push((await world.create(payer)).id);
    const [answer] = await Promise.all([
      setStatus(payer, false),
      world.work(),
      world.work(),
      reroutePayouts(),
      ...bodies.map((body) => payer.post("/payouts/initiate", body)),
      ...created
        .slice(0, 4)
        .map((id) => world.boss.post(`/super-admin/payouts/${id}/cancel`, { reason: "Race" })),
    ]);
    expect(answer.status).toBe(200);
    // What was leased at the commit may still be on its way; nothing else is sent from here on.
    const { rows: handed } = await sql<{ reference_id: string }>`
      select reference_id from payouts where tenant_id = ${payer.id} and handed_at is not null
    `.execute(database());
    await world.settle();
    world.pass(10 * 60_000);
    await world.settle();
    const references = new Set(handed.map((row) => row.reference_id));
    expect(world.sent.filter((reference) => !references.has(reference))).toEqual([]);
    expect(await world.faults()).toEqual([]);
    const { rows: open } = await sql<{ count: number }>`
      select count(*)::int from payouts
      where tenant_id = ${payer.id} and status in ('pending', 'processing') and withheld_at is null
    `.execute(database());
    expect(open[0]?.count).toBe(0);
    await reactivate(payer, "cancel");
    expect(await availableOf(payer)).toBe(before - BigInt(world.sent.length * totalPaise));
    expect(await world.faults()).toEqual([]);
  });

  test("waits for a lease that is committing, and for a payout that is being created", async () => {
    const payer = await world.payerOfBoth();
    const { id } = await world.create(payer);
    const order = impsOrder();
    const body = { ...order, authorization_token: await payer.authorise(order) };
    const holder = separateConnection();
    await holder.connect();
    try {
      await holder.query("begin");
      await holder.query("update payouts set status = status where id = $1", [id]);
      const deactivation = setStatus(payer, false);
      await until(async () => (await waitingForLocks()) === 1);
      // The new payout commits while the deactivation waits: it is withheld too.
      expect((await payer.post("/payouts/initiate", body)).status).toBe(201);
      await holder.query("commit");
      expect((await deactivation).status).toBe(200);
    } finally {
      await holder.end();
    }
    await world.work();
    expect(world.sent).toEqual([]);
    expect(await world.faults()).toEqual([]);
    await reactivate(payer, "cancel");
  });

  test("a request that passed the sign-in check before the deactivation creates no payout", async () => {
    const payer = await world.payerOfBoth();
    const order = impsOrder();
    const body = { ...order, authorization_token: await payer.authorise(order) };
    const holder = separateConnection();
    await holder.connect();
    let answer;
    try {
      await holder.query("begin");
      await holder.query("select from wallets where id = $1 for update", [payer.id]);
      const deactivation = setStatus(payer, false, "send");
      await until(async () => (await waitingForLocks()) === 1);
      answer = payer.post("/payouts/initiate", body);
      await until(async () => (await waitingForLocks()) === 2);
      await holder.query("commit");
      expect((await deactivation).status).toBe(200);
    } finally {
      await holder.end();
    }
    expect((await answer).body.error.code).toBe("ACCOUNT_INACTIVE");
    await world.work();
    expect(world.sent).toEqual([]);
  });
});
