// The guarantee: a proposal moves no money and stops the payout from being sent, the provider's
// outcome takes precedence, and only stuck payouts can be decided.
import * as calls from "@rokad/contract/payout-outcomes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  failed,
  hours,
  openDecisionWorld,
  paid,
  type DecisionWorld,
} from "../../../test/decision-world.ts";
import { presign } from "../../../test/presign.ts";
import { database } from "../../database/db.ts";
import { applyProviderUpdates } from "../send/apply-provider-updates.ts";

let world: DecisionWorld;

beforeAll(async () => {
  world = await openDecisionWorld();
});
afterAll(() => world.close());

describe("a proposal", () => {
  test("is closed by the provider's outcome, even when both come at once [38.8]", async () => {
    const { id, reference, meera, ravi } = await world.stuckPayout();
    const decision = await world.propose(meera, id, failed);
    world.waitOutLease();
    const path = `/super-admin/payout-decisions/${decision}/confirm` as const;
    const signature = await presign(ravi, path);
    const update = {
      reference,
      adapter: world.bank.name,
      state: "success" as const,
      utr: "432112340000",
    };
    const [answer] = await Promise.all([
      ravi.post(path, undefined, { signature }),
      applyProviderUpdates([update]),
    ]);
    const { status, decisions } = await world.shown(meera, id);
    // The first one decides; the other gets an error or is a contradiction.
    expect([answer.status, status, decisions[0]?.state]).toEqual(
      answer.status === 200 ? [200, "failed", "confirmed"] : [409, "success", "overtaken"],
    );
    expect(await world.faults()).toEqual([]);
    const second = await world.stuckPayout();
    const late = await world.propose(second.meera, second.id, failed);
    await applyProviderUpdates([{ ...update, reference: second.reference }]);
    world.waitOutLease();
    const rejected = await world.confirm(second.ravi, late);
    expect([rejected.status, rejected.body.error.message]).toEqual([
      409,
      "The provider has reported the outcome, so nothing is left to decide",
    ]);
    expect((await second.payer.shown(second.id)).status).toBe("success");
  });

  test("stops sending until it is withdrawn, and can only be confirmed after the lease [38.9]", async () => {
    // The provider never took it, so status checks find nothing.
    const { id, meera, ravi } = await world.stuckPayout({ to: "down@upi" });
    const decision = await world.propose(meera, id, failed);
    const soon = await world.confirm(ravi, decision);
    expect(soon.body.error.message).toMatch(/A worker may still be sending it/);
    world.sent.length = 0;
    for (let check = 0; check < 4; check += 1) {
      world.pass(16 * 60_000);
      await world.work();
    }
    expect(world.sent).toEqual([]);
    const proposer = (await world.people()).meera;
    await proposer.ask(calls.withdrawOutcome, { params: { id: decision } });
    expect((await world.shown(proposer, id)).decisions[0]).toMatchObject({ state: "withdrawn" });
    for (let check = 0; check < 4; check += 1) {
      world.pass(16 * 60_000);
      await world.settle();
    }
    expect(world.sent.length).toBeGreaterThan(0);
    const { payer } = await world.people();
    expect((await payer.shown(id)).status).toBe("success");
  });

  test("can't be confirmed by a super admin added for it", async () => {
    const { id, meera } = await world.stuckPayout();
    const decision = await world.propose(meera, id, failed);
    const accomplice = await world.superAdminAddedNow("Helper");
    world.waitOutLease();
    const answer = await world.confirm(accomplice, decision);
    expect(answer.body.error.code).toBe("CONFIRMER_TOO_NEW");
    await meera.ask(calls.withdrawOutcome, { params: { id: decision } });
  });

  test("of a former super admin can't be confirmed", async () => {
    const { id, meera, ravi } = await world.stuckPayout();
    const former = await world.newSuperAdmin("Gone Tomorrow");
    const decision = await world.propose(former, id, failed);
    await database()
      .updateTable("people")
      .set({ is_active: false })
      .where("id", "=", former.id)
      .execute();
    world.waitOutLease();
    const answer = await world.confirm(ravi, decision);
    expect(answer.body.error.message).toMatch(
      /Gone Tomorrow, who proposed this, may not decide it any more, or not yet/,
    );
    await ravi.ask(calls.withdrawOutcome, { params: { id: decision } });
    expect((await world.shown(meera, id)).decisions[0]).toMatchObject({ state: "refused" });
    expect((await world.shown(meera, id)).why_not).toBeNull();
  });

  test.each<[what: string, body: object, fields: string[]]>([
    ["no outcome", { reason: "x", evidence: failed.evidence }, ["outcome"]],
    ["a payment without a UTR", { ...paid, utr: "" }, ["utr"]],
    ["a UTR that is none", { ...paid, utr: "12-34" }, ["utr"]],
    ["no reason and no evidence", { outcome: "failed" }, ["reason", "evidence"]],
    ["evidence that says nothing", { ...failed, evidence: "I know" }, ["evidence"]],
  ])("with %s is refused", async (_what, body, fields) => {
    const { meera } = await world.people();
    const id = "01994c5b-3c92-7f04-9d6e-1b2f4c8e7a55";
    const answer = await meera.post(`/super-admin/payouts/${id}/outcome`, body);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, fields]);
  });
});

describe("nobody can propose an outcome", () => {
  test("for a payout that is not open long enough, is finished, or does not exist", async () => {
    const { id, reference, meera } = await world.stuckPayout({ waitMs: 2 * hours });
    const why = async () => {
      const answer = await meera.post(`/super-admin/payouts/${id}/outcome`, failed);
      return [answer.status, answer.body.error.message];
    };
    expect(await why()).toEqual([409, "Its provider has 72 hours to report the outcome"]);
    await applyProviderUpdates([
      { reference, adapter: world.bank.name, state: "failed", reason: "No" },
    ]);
    expect(await why()).toEqual([409, "It already has its outcome"]);
    const none = "01994c5b-3c92-7f04-9d6e-1b2f4c8e7a55";
    expect((await meera.get(`/super-admin/payouts/${none}/outcome`)).status).toBe(404);
    expect((await meera.post(`/super-admin/payout-decisions/${none}/withdraw`)).status).toBe(404);
  });

  test("for an unsent payout, unless its provider is unconfigured; and then only as failed", async () => {
    world.setMissingSettings("RAZORPAYX_KEY_ID");
    const { id, before, meera, ravi, payer } = await world.stuckPayout();
    const never = await meera.post(`/super-admin/payouts/${id}/outcome`, paid);
    expect(never.body.error.message).toBe("It has not been sent, so it can't have been paid");
    world.setMissingSettings();
    const waits = await meera.post(`/super-admin/payouts/${id}/outcome`, failed);
    expect(waits.body.error.message).toMatch(/sent automatically when a provider is available/);
    world.setMissingSettings("RAZORPAYX_KEY_ID");
    const decision = await world.propose(meera, id, failed);
    world.setMissingSettings();
    world.sent.length = 0;
    // It is not sent while a proposal is open, even though its provider is available again.
    await world.work();
    expect(world.sent).toEqual([]);
    world.waitOutLease();
    await world.confirm(ravi, decision);
    expect([(await payer.shown(id)).status, await payer.balance()]).toEqual(["failed", before]);
    expect(await world.faults()).toEqual([]);
  });
});
