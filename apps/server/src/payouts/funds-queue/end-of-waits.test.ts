// The guarantee: a wait for funds ends once, by funds, a person, its time or its business, and everyone
// concerned learns how.
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { createBeneficiary } from "@rokad/contract/beneficiaries";
import { startClosing } from "@rokad/contract/closings";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beneficiaryOf, impsOrder } from "../../../test/forms.ts";
import { openFundsWorld, type FundsWorld } from "../../../test/funds-world.ts";
import { database } from "../../database/db.ts";

let world: FundsWorld;
beforeAll(async () => {
  world = await openFundsWorld();
});
afterAll(() => world.close());

describe("the end of a wait", () => {
  test("comes after its time, with notifications before and at the end, and moves nothing [42.6]", async () => {
    const owner = await world.waitingOwner();
    await world.letWait(owner, 4);
    const { id } = await world.send(owner, 3_000);
    await world.later(2.9 * 3_600_000, world.remindOfWaits);
    expect(await world.notificationKinds(owner)).not.toContain("payout_still_waits");
    await world.later(3.1 * 3_600_000, async () => {
      expect(await world.remindOfWaits()).toBe(1);
      expect(await world.remindOfWaits()).toBe(0);
      expect(await world.expireWaits()).toBe(0);
    });
    await world.later(4.1 * 3_600_000, async () => {
      expect(await world.expireWaits()).toBe(1);
    });
    await world.fund(owner, 5_000);
    await world.work();
    const shown = await world.payout(owner, id);
    expect(shown).toMatchObject({
      status: "cancelled",
      failure_reason: "Funds did not arrive in time.",
      waiting_for_funds: null,
      can_cancel_wait: false,
    });
    expect((await world.list(owner, "not_funded")).map((one) => one.id)).toEqual([id]);
    expect((await owner.get("/payouts")).body.total).toBe(0);
    expect(await owner.balance()).toBe(6_000_00);
    expect(await world.notificationKinds(owner)).toEqual(
      expect.arrayContaining(["payout_still_waits", "payout_wait_ended"]),
    );
    await world.checkFunds();
  });

  test("comes from its maker, an approver, an owner or a super admin, and from nobody else [42.5]", async () => {
    const { owner, preparer, approver } = await world.team({ wallet: "₹1,000" });
    await world.letWait(owner);
    const viewer = await world.member(owner, ["viewer"], "Ravi Sharma");
    const ids = [];
    for (const amount of [2_000, 2_100, 2_200]) ids.push((await world.send(owner, amount)).id);
    const [first = "", second = "", third = ""] = ids;
    for (const person of [viewer, preparer]) {
      const { status, body } = await world.cancelWait(person, first);
      expect([status, body.error.code]).toEqual([403, "FORBIDDEN"]);
    }
    const outsider = await world.operator();
    expect((await world.cancelWait(outsider, first)).status).toBe(404);
    expect((await world.cancelWait(approver, first, "k")).body.data).toMatchObject({
      status: "cancelled",
      refunded: { amount: 0 },
    });
    expect((await world.cancelWait(approver, first, "k")).status).toBe(200);
    expect((await world.cancelWait(approver, first)).body.error.code).toBe(
      "PAYOUT_NOT_CANCELLABLE",
    );
    expect((await owner.post(`/payouts/${second}/cancel`)).body.data.status).toBe("cancelled");
    const boss = await world.superAdmin();
    const reason = "Asked by telephone";
    const byAdmin = await boss.post(`/super-admin/payouts/${third}/cancel`, { reason });
    expect(byAdmin.body.data.refunded.amount).toBe(0);
    expect((await world.payout(owner, third)).failure_reason).toBe(reason);
    expect(await world.waiting(owner)).toEqual([]);
    await world.checkFunds();
  });

  test("of what can't be paid any more names the reason, and the next one follows [42.7]", async () => {
    const owner = await world.waitingOwner();
    const { data: saved } = await owner.ask(createBeneficiary, {
      body: beneficiaryOf(world.newAccountNumber()),
    });
    const order = { method: "saved", destination_id: saved.destinations[0]?.id, amount: 3_000 };
    const contact = {
      beneficiary_email: "asha@example.com",
      beneficiary_phone: "9876543210",
      beneficiary_address: "12 MG Road",
    };
    const first = await owner.pay({ ...order, ...contact } as never);
    const second = await world.send(owner, 400);
    await owner.post(`/beneficiaries/${saved.id}/archive`);
    await world.fund(owner, 3_000);
    await world.work();
    const shown = await world.payout(owner, first.body.data.id);
    expect([shown.status, shown.failure_reason]).toEqual([
      "cancelled",
      expect.stringContaining("archived"),
    ]);
    expect((await world.payout(owner, second.id)).status).toBe("success");
    expect(await world.notificationKinds(owner)).toContain("payout_wait_ended");
    await world.checkFunds();
  });
});

describe("a business", () => {
  test("that is deactivated keeps what waits, unsent, until it is active again", async () => {
    const owner = await world.waitingOwner();
    const { id } = await world.send(owner, 3_000);
    const boss = await world.superAdmin();
    const set = (isActive: boolean) =>
      boss.patch(`/super-admin/tenants/${owner.id}/status`, { isActive });
    const deposit = await world.requestDeposit(owner, 5_000);
    expect((await set(false)).status).toBe(200);
    await boss.ask(approveDeposit, { params: { id: deposit._id }, body: {} });
    await world.work();
    expect((await set(true)).status).toBe(200);
    const again = await world.signIn(owner.mobile);
    expect(await world.waiting(again)).toEqual([3_000]);
    await world.work();
    expect((await world.payout(again, id)).status).toBe("success");
    await world.checkFunds();
  });

  test("that is activated again without its held payouts sends nothing that waited either", async () => {
    const owner = await world.waitingOwner();
    const sent = [(await world.send(owner, 3_000)).id, (await world.send(owner, 200)).id];
    const boss = await world.superAdmin();
    const set = (body: object) => boss.patch(`/super-admin/tenants/${owner.id}/status`, body);
    expect((await set({ isActive: false })).status).toBe(200);
    const reason = "Asked by telephone";
    expect((await set({ isActive: true, payouts: "cancel", reason })).status).toBe(200);
    const again = await world.signIn(owner.mobile);
    await world.fund(again, 5_000);
    await world.work();
    for (const id of sent)
      expect(await world.payout(again, id)).toMatchObject({
        status: "cancelled",
        failure_reason: reason,
      });
    expect(await again.balance()).toBe(6_000_00);
    expect(await world.notificationKinds(again)).toContain("payout_wait_ended");
    await world.checkFunds();
  });

  test("that is being closed sends nothing that waits, and gets a notification", async () => {
    const owner = await world.waitingOwner();
    const { id } = await world.send(owner, 3_000);
    const boss = await world.superAdmin();
    await boss.ask(startClosing, { params: { id: owner.id }, body: { reason: "Moved" } });
    await world.expireWaits();
    expect(await world.payout(owner, id)).toMatchObject({
      status: "cancelled",
      failure_reason: "The account is being closed.",
    });
    await world.checkFunds();
  });

  test("counts what waits against the limits of its people", async () => {
    const { owner } = await world.team({ wallet: "₹1,000" });
    await world.letWait(owner);
    await world.setLimits(owner, owner, { per_payout: null, per_day: 5_000 });
    await world.send(owner, 3_000);
    const more = await owner.pay(impsOrder({ amount: 2_500 }));
    expect([more.status, more.body.error.code]).toEqual([422, "PERSON_LIMIT_EXCEEDED"]);
    await world.fund(owner, 4_000);
    await world.work();
    expect(await world.waiting(owner)).toEqual([]);
    expect((await owner.pay(impsOrder({ amount: 2_000 }))).status).toBe(201);
    await world.checkFunds();
  });

  test("that lowers a limit ends what is above it", async () => {
    const { owner } = await world.team({ wallet: "₹1,000" });
    await world.letWait(owner);
    const { id } = await world.send(owner, 3_000);
    await world.setLimits(owner, owner, { per_payout: 2_000, per_day: null });
    await world.fund(owner, 4_000);
    await world.work();
    expect(await world.payout(owner, id)).toMatchObject({
      status: "cancelled",
      failure_reason: expect.stringContaining("limit"),
    });
    await world.checkFunds();
  });

  test("whose person is locked after wrong codes keeps the order and says why", async () => {
    const owner = await world.waitingOwner();
    const first = await world.send(owner, 3_000);
    for (let wrong = 0; wrong < 10; wrong += 1) {
      if (wrong % 5 === 0) {
        await owner.post("/payouts/otp/send", {
          mobile: owner.mobile,
          payout: impsOrder({ amount: 10 + wrong }),
        });
      }
      await owner.post("/payouts/otp/verify", { mobile: owner.mobile, otp: "000000" });
    }
    await world.fund(owner, 4_000);
    await world.work();
    const { waiting_for_funds: wait } = await world.payout(owner, first.id);
    expect(wait).toMatchObject({ place: 1, reason: expect.stringContaining("locked") });
    await world.later(2 * 3_600_000, world.work);
    expect((await world.payout(owner, first.id)).status).toBe("success");
    await world.checkFunds();
  });
});

describe("a request", () => {
  const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
  const steps = [{ approvals: 1, roles: ["approver"], people: [] }];

  test("that is approved waits too, is sent once, and can be sent again when its wait ended", async () => {
    const team = await world.team({ bands: [{ ...any, steps }], wallet: "₹1,000" });
    await world.letWait(team.owner, 4);
    const first = await world.request(team.preparer, impsOrder({ amount: 3_000 }));
    const [outcome] = await world.approve(team.approver, [first]);
    expect(outcome).toMatchObject({ outcome: "sent", message: expect.stringContaining("waits") });
    const id = outcome?.payout?.id ?? "";
    expect((await world.read(team.preparer, first.id)).payout?.id).toBe(id);
    const again = { content_hash: first.content_hash };
    const twice = await team.preparer.post(`/payment-requests/${first.id}/send`, again);
    expect(twice.body.error.code).toBe("ALREADY_DECIDED");
    expect((await world.payout(team.preparer, id)).can_cancel_wait).toBe(true);
    expect((await world.cancelWait(team.preparer, id)).status).toBe(200);
    expect(await world.returnRequests()).toBe(1);
    expect(await world.read(team.preparer, first.id)).toMatchObject({
      state: "approved",
      payout: null,
      blocked: { message: "Its wait for funds was cancelled." },
    });
    await world.fund(team.owner, 4_000);
    const sent = await team.preparer.post(`/payment-requests/${first.id}/send`, again);
    expect(sent.body.data.outcome).toBe("sent");
    await world.work();
    expect(await team.owner.balance()).toBe(5_000_00 - 3_005_90);
    await world.checkFunds();
  });

  test("whose own time ran out while it waited can be sent again too", async () => {
    const team = await world.team({ bands: [{ ...any, steps }], wallet: "₹1,000" });
    await world.letWait(team.owner, 4);
    const { id, content_hash } = await world.request(team.preparer, impsOrder({ amount: 3_000 }));
    await world.approve(team.approver, [{ id, content_hash }]);
    await sql`update payment_requests set expires_at = now() where id = ${id}`.execute(database());
    await world.later(4.1 * 3_600_000, async () => {
      expect(await world.expireWaits()).toBe(1);
      expect(await world.expire()).toBe(0);
      expect(await world.returnRequests()).toBe(1);
      expect(await world.expire()).toBe(0);
    });
    await world.fund(team.owner, 4_000);
    const sent = await team.preparer.post(`/payment-requests/${id}/send`, { content_hash });
    expect(sent.body.data).toMatchObject({ outcome: "sent" });
    await world.checkFunds();
  });
});
