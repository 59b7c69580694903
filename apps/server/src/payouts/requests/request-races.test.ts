// Approvals that race with another approval, an edit, an end, or a change of the people: one right
// outcome each.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApprovalWorld, type ApprovalWorld } from "../../../test/approval-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: ApprovalWorld;
beforeAll(async () => {
  world = await openApprovalWorld();
});
afterAll(() => world.close());

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };

describe("at the same time", () => {
  const bands = [{ ...any, steps: [{ approvals: 1, roles: ["owner", "approver"], people: [] }] }];
  const outcomesOf = (lists: { outcome: string; code: string | null }[][]) =>
    lists.flat().map(({ outcome, code }) => code ?? outcome);
  const race = async (left: SignedIn, right: SignedIn) => {
    const { preparer } = await world.lastTeam();
    const request = await world.request(preparer);
    return outcomesOf(
      await Promise.all([world.approve(left, [request]), world.approve(right, [request])]),
    );
  };

  test("two clicks of one person count once", async () => {
    const { approver } = await world.team({ bands });
    const outcomes = await race(approver, approver);
    expect(outcomes).toContain("sent");
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
    await world.check();
  });

  test("two approvers send it once, and the other sees that it is decided", async () => {
    const { approver, second } = await world.team({ bands });
    expect((await race(approver, second)).toSorted()).toEqual(["ALREADY_DECIDED", "sent"]);
    await world.check();
  });

  test("an edit, a withdrawal, a removal or an expiry and the last approval have one right outcome", async () => {
    const team = await world.team({ bands });
    const { owner, preparer, approver } = team;
    const rivals: ((request: { id: string; content_hash: string }) => Promise<unknown>)[] = [
      ({ id, content_hash }) =>
        preparer.put(`/payment-requests/${id}`, {
          payout: impsOrder({ amount: 111 }),
          content_hash,
        }),
      ({ id }) => preparer.post(`/payment-requests/${id}/withdraw`, {}),
      () => world.savePolicy(owner, [{ ...any, steps: [] }]).then(() => undefined),
      () => world.disable(owner, approver),
    ];
    for (const rival of rivals) {
      const request = await world.request(preparer);
      const token = await world.signApprovals(approver, [request]);
      await Promise.allSettled([rival(request), world.askToApprove(approver, [request], token)]);
      const shown = await world.read(owner, request.id);
      const isSent = shown.payout !== null;
      expect([shown.state === "approved", shown.state]).toEqual([isSent, shown.state]);
      await world.check();
    }
  });
});
