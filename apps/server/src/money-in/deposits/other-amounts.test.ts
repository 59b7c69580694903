// A deposit that arrives with another amount than requested is credited with what arrived, once, and
// the tenant reads both amounts. Races between amounts, a rejection and an automatic credit have one
// winner.
import { todayInIndia } from "@rokad/contract/fields";
import { listDeposits } from "@rokad/contract/deposits";
import { listNotifications } from "@rokad/contract/notifications";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openReceiver } from "../../../test/receiver.ts";
import {
  openReceivingWorld,
  received,
  type ReceivingWorld,
} from "../../../test/receiving-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { receiveCredits } from "../virtual-accounts/receive-credits.ts";

let world: ReceivingWorld;
let meera: SignedIn;
let ravi: SignedIn;
beforeAll(async () => {
  world = await openReceivingWorld();
  ({ meera, ravi } = world);
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});
beforeEach(() => world.setLimit(null));

describe("an approval with another amount", () => {
  test.each([
    ["less", 9_000, 9_000_00],
    ["more", 10_000.01, 10_000_01],
    ["less than the smallest deposit", 1, 1_00],
    ["more than the largest deposit", 10_00_001, 10_00_001_00],
  ])("credits %s than requested and keeps both amounts [16.29]", async (_, rupees, paise) => {
    const tenant = await world.retailer();
    const { _id: id } = await world.request(tenant);
    const { status, body } = await world.approve(meera, id, received(rupees, "Bank charges"));
    expect([status, body.data.status]).toEqual([200, "completed"]);
    expect(await tenant.balance()).toBe(paise);
    const { data, summary } = await tenant.ask(listDeposits, { query: {} });
    expect(data[0]).toMatchObject({
      amount: { amount: paise },
      requested_amount: { amount: 10_000_00 },
      amount_reason: "Bank charges",
    });
    expect(summary.totals_by_status).toMatchObject({
      pending: { count: 0, total_amount: { amount: 0 } },
      completed: { count: 1, total_amount: { amount: paise } },
    });
    expect(await world.faults()).toEqual([]);
  });

  test("tells the tenant both amounts in the notification, the statement and the export", async () => {
    const tenant = await world.retailer();
    const { _id: id, utr_reference: utr } = await world.request(tenant);
    await world.approve(meera, id, received(9_000, "The bank shows less"));
    const { data } = await tenant.ask(listNotifications, { query: {} });
    expect(data.find(({ kind }) => kind === "deposit_approved")?.text).toBe(
      `₹9,000.00 with UTR ${utr} was added to your wallet. You requested ₹10,000.00: The bank shows less`,
    );
    const day = todayInIndia();
    const statement = await tenant.get("/reports/statement", { from: day, to: day });
    expect(statement.text).toContain("requested ₹10,000.00, received ₹9,000.00");
    const file = await tenant.get("/wallet/deposit/history/export");
    expect(file.text).toContain("9000.00");
    expect(file.text).toContain("10000.00,The bank shows less");
  });

  test("needs an amount from ₹1 to ₹1,00,00,000 and a reason", async () => {
    const { _id: id } = await world.request(await world.retailer());
    for (const [body, field] of [
      [{ received_amount: 9_000 }, "amount_reason"],
      [received(9_000, " "), "amount_reason"],
      [received(0), "received_amount"],
      [received(-5), "received_amount"],
      [received(9.005), "received_amount"],
      [received(1_00_00_000.01), "received_amount"],
      [{ ...received(9_000), received_amount: "9000" }, "received_amount"],
    ] as const) {
      const { status, body: answer } = await world.approve(meera, id, body);
      expect([status, Object.keys(answer.error.fields ?? {})]).toEqual([400, [field]]);
    }
    expect((await world.rowOf(id))?.status).toBe("pending");
  });

  test("with the requested amount is an ordinary approval", async () => {
    const tenant = await world.retailer();
    const { _id: id } = await world.request(tenant);
    const { body } = await world.approve(meera, id, received(10_000));
    expect(body.data).toMatchObject({ requested_amount: null, amount_reason: null });
    expect(await tenant.balance()).toBe(10_000_00);
  });

  test("is written to the audit log with both amounts", async () => {
    const { _id: id } = await world.request(await world.retailer());
    await world.approve(meera, id, received(9_000, "Bank charges"));
    const row = await database()
      .selectFrom("audit_log")
      .select("after")
      .where("subject_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.after).toMatchObject({
      amount: "₹10,000.00",
      received: "₹9,000.00",
      amount_reason: "Bank charges",
    });
  });
});

describe("above the limit", () => {
  test.each([
    ["the received", 60_000, 40_000],
    ["the requested", 40_000, 60_000],
  ])("%s amount is below it, and two people must still approve", async (_, got, asked) => {
    await world.setLimit(50_000_00);
    const tenant = await world.retailer();
    const { _id: id } = await world.request(tenant, undefined, { rupees: asked });
    const first = await world.approve(meera, id, received(got));
    expect(first.body.data).toMatchObject({
      outcome: "first_approval",
      first_approval: { received_amount: { amount: got * 100 } },
    });
    expect(await tenant.balance()).toBe(0);
    const own = await world.approve(meera, id, received(got));
    expect(own.body.error.code).toBe("SECOND_APPROVER_NEEDED");
    expect((await world.approve(ravi, id, received(got))).body.data.outcome).toBe("credited");
    expect(await tenant.balance()).toBe(got * 100);
  });

  test("two different amounts never credit: the second one replaces the first approval [16.30]", async () => {
    await world.setLimit(50_000_00);
    const tenant = await world.retailer();
    const { _id: id } = await world.request(tenant, undefined, { rupees: 60_000 });
    await world.approve(meera, id, received(59_000));
    expect((await world.approve(ravi, id)).body.data.outcome).toBe("first_approval");
    expect((await world.rowOf(id))?.first_approval).toMatchObject({
      by: { name: "Ravi Nair" },
      received_amount: null,
    });
    expect((await world.approve(meera, id, received(59_000))).body.data.outcome).toBe(
      "first_approval",
    );
    expect(await tenant.balance()).toBe(0);
    expect((await world.approve(ravi, id, received(59_000))).body.data.outcome).toBe("credited");
    expect(await tenant.balance()).toBe(59_000_00);
  });

  test("a rejection after a first approval with another amount leaves nothing of it", async () => {
    await world.setLimit(0);
    const tenant = await world.retailer();
    const { _id: id } = await world.request(tenant);
    await world.approve(meera, id, received(9_000));
    await ravi.post(`/super-admin/deposits/${id}/reject`, { reason: "No such transfer" });
    expect(await world.rowOf(id)).toMatchObject({
      status: "failed",
      amount: { amount: 10_000_00 },
      first_approval: null,
    });
    expect(await tenant.balance()).toBe(0);
  });
});

describe("races have one winner", () => {
  test("between amounts, the request as it is, and a rejection", async () => {
    for (let round = 0; round < 5; round += 1) {
      const tenant = await world.retailer();
      const { _id: id } = await world.request(tenant);
      const answers = await Promise.all([
        world.approve(meera, id, received(9_000)),
        world.approve(ravi, id, received(9_500)),
        world.approve(ravi, id),
        meera.post(`/super-admin/deposits/${id}/reject`, { reason: "No such transfer" }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      const row = await world.rowOf(id);
      const credited = row?.status === "completed" ? row.amount.amount : 0;
      expect(await tenant.balance()).toBe(credited);
    }
    expect(await world.faults()).toEqual([]);
  });

  test("between an approval with another amount and the automatic credit of the transfer", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { tenant, credit, bankAccount } = await openReceiver(world);
      const utr = world.newUtr();
      const form = { bank_account: bankAccount, amount: 1_500.5, utr_reference: utr };
      const { body } = await tenant.post("/wallet/deposit/initiate", form);
      const [approved] = await Promise.all([
        world.approve(meera, body.data._id, received(1_400)),
        receiveCredits("sandbox", [credit({ utr })]),
      ]);
      expect(await tenant.balance()).toBe(approved.status === 200 ? 1_400_00 : 1_500_50);
      expect(await world.faults()).toEqual([]);
    }
  });
});
