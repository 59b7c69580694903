// The guarantee: a payout can be cancelled only while it is certain that no provider has it or can
// still get it. Its total returns to the wallet once, and nothing is sent after it.
import { cancelTenantPayout } from "@rokad/contract/payout-cancellation";
import { listOpenPayouts } from "@rokad/contract/activity-lists";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import { openUnsentWorld, totalPaise, type UnsentWorld } from "../../../test/unsent-world.ts";
import { database } from "../../database/db.ts";
import { applyProviderUpdates } from "../send/apply-provider-updates.ts";
import { reroutePayouts } from "../send/reroute-payouts.ts";

let world: UnsentWorld;
let payer: Awaited<ReturnType<UnsentWorld["payerOfBoth"]>>;
beforeAll(async () => {
  world = await openUnsentWorld();
  payer = await world.payerOfBoth();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const cancel = (id: string, by: Payer = payer, key?: string) =>
  by.send({
    method: "POST",
    url: `/payouts/${id}/cancel`,
    headers: key === undefined ? {} : { "idempotency-key": key },
  });
const cancelAsAdmin = (id: string, reason = "Requested by telephone") =>
  world.boss.post(`/super-admin/payouts/${id}/cancel`, { reason });

const mayHaveIt =
  "A payment provider may already have this payout, so it can't be cancelled. Its outcome follows.";

describe("cancelling", () => {
  test("refunds amount, fee and GST at once, and nothing is sent after it", async () => {
    const before = await payer.balance();
    const { id, reference } = await world.create(payer);
    expect(await payer.shown(id)).toMatchObject({ status: "pending", can_cancel: true });
    const { status, body } = await cancel(id);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: "Payout cancelled. ₹1,005.90 refunded.",
        data: {
          id,
          reference_id: reference,
          status: "cancelled",
          refunded: { amount: totalPaise, currency: "INR" },
        },
      },
    ]);
    expect(await payer.balance()).toBe(before);
    const shown = await payer.shown(id);
    expect(shown).toMatchObject({ status: "cancelled", can_cancel: false, open_outcome: null });
    expect(shown.timeline.at(-1)).toMatchObject({
      event: "cancelled",
      sentence: "Cancelled by you. ₹1,005.90 refunded",
    });
    await world.settle();
    expect(world.sent).toEqual([]);
    expect(await world.faults()).toEqual([]);
  });

  test("happens once when 20 requests race", async () => {
    const before = await payer.balance();
    const { id } = await world.create(payer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body.error).toMatchObject({
      code: "PAYOUT_NOT_CANCELLABLE",
      message: "This payout was already cancelled, and its total was refunded.",
    });
    expect(await payer.balance()).toBe(before);
    expect(await world.faults()).toEqual([]);
  });

  test("gets the same answer again with the same key, and moves no money again", async () => {
    const before = await payer.balance();
    const { id } = await world.create(payer);
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(id, payer, "again")));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const { id: other } = await world.create(payer);
    expect((await cancel(other, payer, "again")).body.error.code).toBe("IDEMPOTENCY_KEY_REUSED");
    await cancel(other);
    expect(await payer.balance()).toBe(before);
  });

  test("is for the payer and super admins only", async () => {
    const otherPayer = await world.payer("₹100");
    const { id } = await world.create(payer);
    expect((await cancel(id, otherPayer)).status).toBe(404);
    expect(
      (await otherPayer.post(`/super-admin/payouts/${id}/cancel`, { reason: "x" })).status,
    ).toBe(403);
    expect((await cancel("not-an-id")).status).toBe(400);
    expect((await cancelAsAdmin("01900000-0000-7000-8000-000000000000")).status).toBe(404);
    const unexplained = await cancelAsAdmin(id, " ");
    expect([unexplained.status, unexplained.body.error.fields]).toEqual([
      400,
      { reason: "A reason is required" },
    ]);
    expect((await payer.shown(id)).status).toBe("pending");
    expect((await cancel(id)).status).toBe(200);
  });

  test("by a super admin takes a reason, which the tenant reads", async () => {
    const before = await payer.balance();
    const { id } = await world.create(payer);
    const { data: open } = await world.boss.ask(listOpenPayouts, { query: { show: "open" } });
    expect(open.find((one) => one.id === id)).toMatchObject({
      can_cancel: true,
      is_withheld: false,
    });
    const { data } = await world.boss.ask(cancelTenantPayout, {
      params: { id },
      body: { reason: "Wrong beneficiary." },
    });
    expect(data.refunded.amount).toBe(totalPaise);
    expect(await payer.shown(id)).toMatchObject({
      status: "cancelled",
      failure_reason: "Wrong beneficiary.",
    });
    expect((await payer.shown(id)).timeline.at(-1).sentence).toBe(
      "Cancelled by our team: Wrong beneficiary. ₹1,005.90 refunded",
    );
    const { body } = await payer.get("/notifications");
    expect(body.data[0]).toMatchObject({
      kind: "payout_cancelled",
      subject_id: id,
      text: "₹1,000.00 to Sample Traders was cancelled by our team and refunded with charges: Wrong beneficiary.",
    });
    expect(await payer.balance()).toBe(before);
    const { rows } = await sql`
      select act, reason from audit_log where subject_id = ${id} order by seq
    `.execute(database());
    expect(rows).toEqual([{ act: "payout.cancelled", reason: "Wrong beneficiary." }]);
  });
});

describe("a payout that a provider may have can't be cancelled", () => {
  test("while a worker is frozen between its lease and the call, which then pays it once", async () => {
    const { id, reference } = await world.create(payer);
    const [leased] = await world.lease();
    for (const answer of [await cancel(id), await cancelAsAdmin(id)]) {
      expect([answer.status, answer.body.error]).toEqual([
        409,
        expect.objectContaining({ code: "PAYOUT_NOT_CANCELLABLE", message: mayHaveIt }),
      ]);
    }
    expect((await payer.shown(id)).can_cancel).toBe(false);
    if (leased) await world.send(leased);
    await world.settle();
    expect(world.sent).toEqual([reference]);
    expect((await payer.shown(id)).status).toBe("success");
    expect((await cancel(id)).body.error.message).toBe(
      "This payout was already paid, so it can't be cancelled.",
    );
  });

  test("after a lease that ran out unresolved", async () => {
    const { id, reference } = await world.create(payer);
    const [leased] = await world.lease(0);
    world.pass(1_000);
    expect((await cancel(id)).body.error.message).toBe(mayHaveIt);
    // The frozen worker wakes too late: it sends nothing, and the next one does.
    if (leased) await world.send(leased);
    expect(world.sent).toEqual([]);
    await world.settle();
    expect(world.sent).toEqual([reference]);
    expect(await world.faults()).toEqual([]);
  });

  test("but can be after its only call was certainly not taken", async () => {
    const before = await payer.balance();
    const { id } = await world.create(payer);
    world.setUnreachable(true);
    await world.work();
    expect(await payer.shown(id)).toMatchObject({ status: "pending", can_cancel: true });
    expect((await cancel(id)).status).toBe(200);
    world.setUnreachable(false);
    world.pass(120_000);
    await world.settle();
    expect([world.sent, await payer.balance()]).toEqual([[], before]);
    expect(await world.faults()).toEqual([]);
  });

  test("after a failure, which was refunded already", async () => {
    const { id } = await world.create(payer, "failure@upi");
    await world.settle();
    const before = await payer.balance();
    expect((await cancel(id)).body.error.message).toBe(
      "This payout already failed, and its total was refunded.",
    );
    expect(await payer.balance()).toBe(before);
  });

  test("while super admins are deciding its outcome", async () => {
    const { id } = await world.create(payer);
    await sql`update payouts set send_blocked_at = now() where id = ${id}`.execute(database());
    expect((await cancelAsAdmin(id)).body.error.message).toBe(
      "Super admins are deciding its outcome, so it can't be cancelled.",
    );
    expect((await payer.shown(id)).can_cancel).toBe(false);
    await sql`update payouts set send_blocked_at = null where id = ${id}`.execute(database());
    expect((await cancelAsAdmin(id)).status).toBe(200);
  });
});

describe("races", () => {
  test("a payout is either cancelled or sent when cancellations race with workers and rerouting", async () => {
    const before = await payer.balance();
    const payouts: { id: string; reference: string }[] = [];
    for (let at = 0; at < 24; at += 1) payouts.push(await world.create(payer));
    const [, , , ...answers] = await Promise.all([
      world.work(),
      world.work(),
      reroutePayouts(),
      ...payouts.map(({ id }, at) => (at % 2 === 0 ? cancel(id) : cancelAsAdmin(id))),
    ]);
    await world.settle();
    const cancelled = payouts.filter((_, at) => answers[at]?.status === 200);
    const references = new Set(cancelled.map(({ reference }) => reference));
    expect(world.sent.filter((reference) => references.has(reference))).toEqual([]);
    expect(world.sent).toHaveLength(payouts.length - cancelled.length);
    expect(await payer.balance()).toBe(before - world.sent.length * totalPaise);
    expect(await world.faults()).toEqual([]);
  });

  test("a provider that reports a cancelled payout contradicts us, and moves no money", async () => {
    const before = await payer.balance();
    const { id, reference } = await world.create(payer);
    await cancel(id);
    const update = { reference, adapter: "sandbox", utr: "412345678901" };
    expect(await applyProviderUpdates([{ ...update, state: "success" }])).toEqual([
      "contradiction",
    ]);
    expect(await payer.shown(id)).toMatchObject({ status: "cancelled", utr_number: null });
    expect(await payer.balance()).toBe(before);
    const { body } = await world.boss.get("/notifications");
    expect(body.data[0]).toMatchObject({
      kind: "payout_contradicted",
      text: expect.stringContaining(
        "the provider says success after the payout was cancelled unsent",
      ),
    });
    expect(await world.faults()).toEqual([]);
  });
});
