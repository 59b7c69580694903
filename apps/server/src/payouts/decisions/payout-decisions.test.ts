// The guarantee: without an outcome from the provider, only two different super admins can end a
// payout, each with their own code for this decision; its money then moves once.
import * as calls from "@rokad/contract/payout-outcomes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditRowsOf } from "../../../test/audit-log.ts";
import {
  failed,
  openDecisionWorld,
  paid,
  type DecisionWorld,
} from "../../../test/decision-world.ts";
import { presign } from "../../../test/presign.ts";
import { applyProviderUpdates } from "../send/apply-provider-updates.ts";

let world: DecisionWorld;

beforeAll(async () => {
  world = await openDecisionWorld();
});
afterAll(() => world.close());

const isAnyCode = (status: number, body: { error: { code: string } }) => [status, body.error.code];

describe("an outcome that two super admins sign", () => {
  test("failed: refunds everything, notifies the tenant, and logs it with the provider's last report [38.7]", async () => {
    const { id, before, meera, ravi, payer } = await world.stuckPayout();
    const decision = await world.propose(meera, id, failed);
    world.waitOutLease();
    const seen = await world.shown(meera, id);
    expect(seen).toMatchObject({
      status: "processing",
      provider_state: "processing",
      why_not: "An outcome is already proposed",
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
    const [proposed, confirmed] = await auditRowsOf(id);
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

  test("paid: settles with the UTR; a later contradiction moves no money and notifies super admins [38.8]", async () => {
    const { id, reference, before, meera, ravi, payer } = await world.stuckPayout();
    const decision = await world.propose(meera, id, paid);
    world.waitOutLease();
    await world.confirm(ravi, decision);
    expect(await payer.shown(id)).toMatchObject({ status: "success", utr_number: paid.utr });
    const balance = await payer.balance();
    expect(balance).toBeLessThan(before);
    await applyProviderUpdates([
      { reference, adapter: world.bank.name, state: "failed", reason: "Not paid" },
    ]);
    expect(await payer.balance()).toBe(balance);
    expect((await payer.shown(id)).events).toContain("contradiction");
    const { data } = (await ravi.get("/notifications", { limit: "1" })).body;
    expect(data[0]).toMatchObject({ kind: "payout_contradicted", amount: { amount: 1_000_00 } });
    expect(data[0]?.text).toContain(
      "the provider says failed after two super admins decided success",
    );
    // A return by the bank is applied, and refunds everything.
    await applyProviderUpdates([
      { reference, adapter: world.bank.name, state: "reversed", reason: "Returned" },
    ]);
    expect(await payer.balance()).toBe(before);
    expect(await world.faults()).toEqual([]);
  });

  test("never by one person, nor with another decision's signature or a changed text [38.7]", async () => {
    const { id } = await world.stuckPayout();
    const { meera, ravi, ...other } = await world.stuckPayout();
    const path = `/super-admin/payouts/${id}/outcome` as const;
    const signature = await presign(meera, path, failed);
    const changed = await meera.post(path, { ...failed, reason: "Other" }, { signature });
    expect(changed.body.error.code).toBe("STEP_UP_REQUIRED");
    expect(changed.body.error.step_up?.summary).toMatch(/^Propose payout RK\w+ of ₹.* as failed$/);
    const decision = await world.propose(meera, id, failed);
    const another = await world.propose(ravi, other.id, failed);
    world.waitOutLease();
    const alone = await world.confirm(meera, decision);
    expect(isAnyCode(alone.status, alone.body)).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    const ofAnother = await presign(meera, `/super-admin/payout-decisions/${another}/confirm`);
    const byAnother = await ravi.post(
      `/super-admin/payout-decisions/${decision}/confirm`,
      undefined,
      { signature: ofAnother },
    );
    expect(byAnother.body.error.code).toBe("STEP_UP_REQUIRED");
    expect((await world.shown(meera, id)).status).toBe("processing");
    for (const one of [decision, another])
      await meera.ask(calls.withdrawOutcome, { params: { id: one } });
  });

  test("moves the money once when it is confirmed eight times at once [38.7]", async () => {
    const { id, before, meera, payer } = await world.stuckPayout();
    const decision = await world.propose(meera, id, failed);
    const people = await Promise.all(
      Array.from({ length: 4 }, (_, at) => world.newSuperAdmin(`Admin ${at}`)),
    );
    world.waitOutLease();
    const path = `/super-admin/payout-decisions/${decision}/confirm` as const;
    const signed = await Promise.all(
      people.map(async (one) => [one, await presign(one, path)] as const),
    );
    const answers = await Promise.all(
      signed.flatMap(([one, signature]) =>
        [1, 2].map(() => one.post(path, undefined, { signature })),
      ),
    );
    // Of each person's two, one finds the signature used, or the payout decided.
    const won = answers.filter(({ status }) => status === 200);
    expect([won.length, answers.every(({ status }) => [200, 403, 409].includes(status))]).toEqual([
      1,
      true,
    ]);
    expect(await payer.balance()).toBe(before);
    expect(await world.faults()).toEqual([]);
  });
});
