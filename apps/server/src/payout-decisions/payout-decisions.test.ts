// The guarantee: without the provider's word a payout ends only by two different super admins, each
// with a code of their own for exactly this decision; and then its money moves once.
import * as calls from "@rokad/contract/payout-outcomes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordedOf } from "../../test/audit-log.ts";
import { failed, openDecisionWorld, paid, type DecisionWorld } from "../../test/decision-world.ts";
import { recordReports } from "../payouts/record-reports.ts";

let world: DecisionWorld;

beforeAll(async () => {
  world = await openDecisionWorld();
});
afterAll(() => world.close());

const isAnyCode = (status: number, body: { error: { code: string } }) => [status, body.error.code];

describe("an outcome that two super admins sign", () => {
  test("failed: everything is back, told to the tenant, in the audit log with what the provider said", async () => {
    const { id, before, meera, ravi, payer } = await world.stuckPayout();
    const decision = await world.propose(meera, id, failed);
    world.ready();
    const seen = await world.shown(meera, id);
    expect(seen).toMatchObject({
      status: "processing",
      provider_state: "processing",
      why_not: "Somebody has proposed an outcome already",
      decisions: [{ id: decision, state: "proposed", proposed_by: { name: "Meera Iyer" } }],
    });
    expect((await world.confirm(ravi, decision)).status).toBe(200);
    const after = await payer.shown(id);
    expect([after.status, after.failure_reason, await payer.balance()]).toEqual([
      "failed",
      failed.reason,
      before,
    ]);
    expect(after.events.slice(-2)).toEqual(["decided", "failed"]);
    const [proposed, confirmed] = await recordedOf(id);
    expect(proposed).toMatchObject({ act: "payout.outcome_proposed", actor_id: meera.id });
    expect(confirmed).toMatchObject({
      act: "payout.outcome_confirmed",
      actor_id: ravi.id,
      reason: failed.reason,
      before: { status: "processing" },
      after: {
        outcome: "failed",
        evidence: failed.evidence,
        proposed_by: meera.id,
        amount_paise: "100000",
      },
    });
    expect(JSON.stringify(confirmed)).toMatch(/processing.*, their reference sandbox-/);
    expect(await world.faults()).toEqual([]);
  });

  test("paid: it is settled with the UTR; what the provider says later moves nothing and is loud", async () => {
    const { id, reference, before, meera, ravi, payer } = await world.stuckPayout();
    const decision = await world.propose(meera, id, paid);
    world.ready();
    await world.confirm(ravi, decision);
    expect(await payer.shown(id)).toMatchObject({ status: "success", utr_number: paid.utr });
    const balance = await payer.balance();
    expect(balance).toBeLessThan(before);
    await recordReports([
      { reference, adapter: world.bank.name, state: "failed", reason: "Not paid" },
    ]);
    expect(await payer.balance()).toBe(balance);
    expect((await payer.shown(id)).events).toContain("contradiction");
    const { data } = (await ravi.get("/notifications", { limit: "1" })).body;
    expect(data[0]).toMatchObject({ kind: "payout_contradicted", amount: { amount: 1_000_00 } });
    expect(data[0]?.text).toContain(
      "the provider says failed after two super admins had decided success",
    );
    // The bank's return is its own word, and pays back everything.
    await recordReports([
      { reference, adapter: world.bank.name, state: "reversed", reason: "Returned" },
    ]);
    expect(await payer.balance()).toBe(before);
    expect(await world.faults()).toEqual([]);
  });

  test("never by one person, nor by a code for another decision, nor with other words", async () => {
    const { id } = await world.stuckPayout();
    const { meera, ravi, ...other } = await world.stuckPayout();
    await meera.ask(calls.sendProposalCode, { params: { id }, body: failed });
    const otp = await world.codeFor(meera.mobile);
    const path = `/super-admin/payouts/${id}/outcome` as const;
    const changed = await meera.post(path, { ...failed, reason: "Something else", otp });
    expect([changed.status, Object.keys(changed.body.error.fields)]).toEqual([400, ["otp"]]);
    // The code is used up, whatever it was tried for.
    expect((await meera.post(path, { ...failed, otp })).body.error.code).toBe("OTP_INVALID");
    const decision = await world.propose(meera, id, failed);
    const another = await world.propose(ravi, other.id, failed);
    world.ready();
    const alone = await meera.post(`/super-admin/payout-decisions/${decision}/code`);
    expect(isAnyCode(alone.status, alone.body)).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    const ofAnother = await world.codeToConfirm(meera, another);
    const byOwn = await meera.post(`/super-admin/payout-decisions/${decision}/confirm`, {
      otp: ofAnother,
    });
    expect(byOwn.status).toBe(400);
    const signIn = await ravi.post(`/super-admin/payout-decisions/${decision}/confirm`, {
      otp: "000000",
    });
    expect(signIn.body.error.code).toBe("OTP_INVALID");
    expect((await world.shown(meera, id)).status).toBe("processing");
    for (const one of [decision, another])
      await meera.ask(calls.withdrawOutcome, { params: { id: one } });
  });

  test("confirmed eight times at once moves the money once", async () => {
    const { id, before, meera, payer } = await world.stuckPayout();
    const decision = await world.propose(meera, id, failed);
    const people = await Promise.all(
      Array.from({ length: 4 }, (_, at) => world.newSuperAdmin(`Admin ${at}`)),
    );
    world.ready();
    const codes = await Promise.all(
      people.map(async (one) => [one, await world.codeToConfirm(one, decision)] as const),
    );
    const answers = await Promise.all(
      codes.flatMap(([one, otp]) =>
        [1, 2].map(() => one.post(`/super-admin/payout-decisions/${decision}/confirm`, { otp })),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 400, 400, 400, 400, 409, 409, 409]);
    expect(await payer.balance()).toBe(before);
    expect(await world.faults()).toEqual([]);
  });
});
