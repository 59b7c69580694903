// Approvals that race with another approval, an edit, an end, or a change of the people: one right
// outcome each.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApprovalWorld, type ApprovalWorld } from "../../../test/approval-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { changeRoles } from "../../identity/members/change-roles.ts";
import { disableMember } from "../../identity/members/set-member-status.ts";

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

describe("between the signature and the approval", () => {
  const bands = [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] }];

  /** A request that an approver has signed, and what approves it. */
  async function signed() {
    const team = await world.team({ bands });
    const request = await world.request(team.preparer);
    const token = await world.signApprovals(team.approver, [request]);
    const approve = () => world.askToApprove(team.approver, [request], token);
    return { ...team, request, approve, personId: await world.memberIdOf(team.approver) };
  }
  type Signed = Awaited<ReturnType<typeof signed>>;

  /** Commits a change while the approval has passed the guard and waits for the change's locks. */
  async function approveDuring({ approve }: Signed, change: (db: Tx) => Promise<unknown>) {
    const answer = await transaction(async (db) => {
      await change(db);
      const waiting = approve();
      await expect.poll(waitingForLocks).toBe(1);
      return { waiting };
    });
    return answer.waiting;
  }

  async function expectUnapproved({ owner, request }: Signed, state = "awaiting_approval") {
    expect(await world.read(owner, request.id)).toMatchObject({
      state,
      payout: null,
      steps: [{ given: [] }],
    });
    expect(await owner.balance()).toBe(50_000_00);
    await world.check();
  }

  const expireSoon = ({ request }: Signed) =>
    database()
      .updateTable("payment_requests")
      .set({ expires_at: new Date() })
      .where("id", "=", request.id)
      .execute();

  test("an expired request is not approved, also before the task has ended it", async () => {
    const each = await signed();
    await expireSoon(each);
    const { body } = await each.approve();
    expect(body.data).toMatchObject([{ code: "ALREADY_DECIDED" }]);
    await expectUnapproved(each);
    await world.expire();
    await expectUnapproved(each, "expired");
  });

  test("an expiry and an approval at once have one right outcome", async () => {
    const each = await signed();
    await expireSoon(each);
    await Promise.all([world.expire(), each.approve(), world.expire()]);
    await world.expire();
    await expectUnapproved(each, "expired");
  });

  test("who is no approver any more is refused by the call's permission", async () => {
    const each = await signed();
    await transaction((db) => changeRoles(db, null, each.owner.id, each.personId, ["preparer"]));
    const { status, body } = await each.approve();
    expect([status, body.error.code]).toEqual([403, "FORBIDDEN"]);
    await expectUnapproved(each);
  });

  test("a change of roles during the approval counts before it", async () => {
    const each = await signed();
    const { body } = await approveDuring(each, (db) =>
      changeRoles(db, null, each.owner.id, each.personId, ["preparer"]),
    );
    expect(body.data).toMatchObject([{ outcome: "refused", code: "NOT_AN_APPROVER" }]);
    await expectUnapproved(each);
  });

  test("a disabled approver's session has ended, and the others can approve", async () => {
    const each = await signed();
    await world.disable(each.owner, each.approver);
    expect((await each.approve()).status).toBe(401);
    await expectUnapproved(each);
    expect(await world.approve(each.second, [each.request])).toMatchObject([{ outcome: "sent" }]);
    await world.check();
  });

  test("an approver who is disabled during the approval approves nothing", async () => {
    const each = await signed();
    const { body } = await approveDuring(each, (db) =>
      disableMember(db, null, each.owner.id, each.personId),
    );
    expect(body.data).toMatchObject([{ outcome: "refused", code: "NOT_AN_APPROVER" }]);
    await expectUnapproved(each);
  });
});
