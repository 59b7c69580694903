// The guarantee: a proposed outcome moves nothing by itself and keeps the payout from being sent, the
// provider's word comes before it, and only what is truly stuck can be decided at all.
import * as calls from "@rokad/contract/payout-outcomes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  failed,
  hours,
  openDecisionWorld,
  paid,
  type DecisionWorld,
} from "../../test/decision-world.ts";
import { database } from "../db.ts";
import { recordReports } from "../payouts/record-reports.ts";

let world: DecisionWorld;

beforeAll(async () => {
  world = await openDecisionWorld();
});
afterAll(() => world.close());

describe("a proposal", () => {
  test("is overtaken by the provider's word, also when both come at once", async () => {
    const { id, reference, meera, ravi } = await world.stuckPayout();
    const decision = await world.propose(meera, id, failed);
    world.ready();
    const otp = await world.codeToConfirm(ravi, decision);
    const word = {
      reference,
      adapter: world.bank.name,
      state: "success" as const,
      utr: "432112340000",
    };
    const [answer] = await Promise.all([
      ravi.post(`/super-admin/payout-decisions/${decision}/confirm`, { otp }),
      recordReports([word]),
    ]);
    const { status, decisions } = await world.shown(meera, id);
    // Whoever was first has decided, and the other is told or has contradicted.
    expect([answer.status, status, decisions[0]?.state]).toEqual(
      answer.status === 200 ? [200, "failed", "confirmed"] : [409, "success", "overtaken"],
    );
    expect(await world.faults()).toEqual([]);
    const second = await world.stuckPayout();
    const late = await world.propose(second.meera, second.id, failed);
    await recordReports([{ ...word, reference: second.reference }]);
    world.ready();
    const told = await second.ravi.post(`/super-admin/payout-decisions/${late}/code`);
    expect([told.status, told.body.error.message]).toEqual([
      409,
      "The provider gave its word meanwhile, so there is nothing left to decide",
    ]);
    expect((await second.payer.shown(second.id)).status).toBe("success");
  });

  test("keeps everything from being sent until it is withdrawn, and needs time before it counts", async () => {
    // The provider never took it: a look finds nothing.
    const { id, meera, ravi } = await world.stuckPayout({ to: "down@upi" });
    const decision = await world.propose(meera, id, failed);
    const soon = await ravi.post(`/super-admin/payout-decisions/${decision}/code`);
    expect(soon.body.error.message).toMatch(/A worker may still be sending it/);
    world.sent.length = 0;
    for (let look = 0; look < 4; look += 1) {
      world.pass(16 * 60_000);
      await world.work();
    }
    expect(world.sent).toEqual([]);
    const proposer = (await world.people()).meera;
    await proposer.ask(calls.withdrawOutcome, { params: { id: decision } });
    expect((await world.shown(proposer, id)).decisions[0]).toMatchObject({ state: "withdrawn" });
    for (let look = 0; look < 4; look += 1) {
      world.pass(16 * 60_000);
      await world.settle();
    }
    expect(world.sent.length).toBeGreaterThan(0);
    const { payer } = await world.people();
    expect((await payer.shown(id)).status).toBe("success");
  });

  test("of somebody who is a super admin no more counts for nothing", async () => {
    const { id, meera, ravi } = await world.stuckPayout();
    const gone = await world.newSuperAdmin("Gone Tomorrow");
    const decision = await world.propose(gone, id, failed);
    await database()
      .updateTable("people")
      .set({ is_active: false })
      .where("id", "=", gone.id)
      .execute();
    world.ready();
    const answer = await ravi.post(`/super-admin/payout-decisions/${decision}/code`);
    expect(answer.body.error.message).toMatch(/Gone Tomorrow proposed this and is no super admin/);
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
    const answer = await meera.post(`/super-admin/payouts/${id}/outcome/code`, body);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, fields]);
  });
});

describe("nobody can propose an outcome", () => {
  test("of a payout that is not open long enough, is over, or does not exist", async () => {
    const { id, reference, meera } = await world.stuckPayout({ waitMs: 2 * hours });
    const why = async () => {
      const answer = await meera.post(`/super-admin/payouts/${id}/outcome/code`, failed);
      return [answer.status, answer.body.error.message];
    };
    expect(await why()).toEqual([
      409,
      "Its provider has 72 hours for its word; until then it is only asked",
    ]);
    await recordReports([{ reference, adapter: world.bank.name, state: "failed", reason: "No" }]);
    expect(await why()).toEqual([409, "It has its outcome already"]);
    const none = "01994c5b-3c92-7f04-9d6e-1b2f4c8e7a55";
    expect((await meera.get(`/super-admin/payouts/${none}/outcome`)).status).toBe(404);
    expect((await meera.post(`/super-admin/payout-decisions/${none}/withdraw`)).status).toBe(404);
  });

  test("of one that no provider has taken, unless its provider is here no more; and then never paid", async () => {
    world.lacks("RAZORPAYX_KEY_ID");
    const { id, before, meera, ravi, payer } = await world.stuckPayout();
    const never = await meera.post(`/super-admin/payouts/${id}/outcome/code`, paid);
    expect(never.body.error.message).toBe("No provider has taken it, so nobody can have paid it");
    world.lacks();
    const waits = await meera.post(`/super-admin/payouts/${id}/outcome/code`, failed);
    expect(waits.body.error.message).toMatch(/goes out by itself once one can/);
    world.lacks("RAZORPAYX_KEY_ID");
    const decision = await world.propose(meera, id, failed);
    world.lacks();
    world.sent.length = 0;
    // While it is proposed it is not handed over, though its provider could take it again.
    await world.work();
    expect(world.sent).toEqual([]);
    world.ready();
    await world.confirm(ravi, decision);
    expect([(await payer.shown(id)).status, await payer.balance()]).toEqual(["failed", before]);
    expect(await world.faults()).toEqual([]);
  });
});
