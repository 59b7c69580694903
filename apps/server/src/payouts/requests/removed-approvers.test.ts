// The guarantee: the approval of who was removed before the last one sends nothing.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApprovalWorld, type ApprovalWorld } from "../../../test/approval-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, transaction } from "../../database/db.ts";
import { fundWaiting } from "../funds-queue/fund-waiting.ts";
import { returnRequests } from "../funds-queue/return-requests.ts";
import { disableMember } from "../../identity/members/set-member-status.ts";

let world: ApprovalWorld;
beforeAll(async () => {
  world = await openApprovalWorld();
});
afterAll(() => world.close());

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const anyOne = { approvals: 1, roles: ["owner", "approver"], people: [] };
const owners = { approvals: 1, roles: ["owner"], people: [] };
const twoSteps = [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }, owners] }];

test("another approver's repeat of the same key and body is refused, as it records nothing", async () => {
  const { owner, preparer, approver, second } = await world.team({
    bands: [{ ...any, steps: [{ approvals: 2, roles: ["approver"], people: [] }] }],
  });
  const request = await world.request(preparer);
  await world.approve(approver, [request], "one-key");
  const token = await world.signApprovals(second, [request]);
  const { status, body } = await world.askToApprove(second, [request], token, "one-key");
  expect([status, body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
  expect(await world.approve(approver, [request], "one-key")).toMatchObject([
    { outcome: "recorded" },
  ]);
  expect((await world.read(owner, request.id)).steps[0]?.given).toHaveLength(1);
});

test("a request whose amount was altered in the database is not sent", async () => {
  const { preparer, approver } = await world.team({ bands: [{ ...any, steps: [anyOne] }] });
  const request = await world.request(preparer, impsOrder({ amount: 500 }));
  await sql`update payment_requests set amount_paise = 100 where id = ${request.id}`.execute(
    database(),
  );
  const token = await world.signApprovals(approver, [request]);
  const { status } = await world.askToApprove(approver, [request], token);
  expect(status).toBe(500);
  expect((await world.read(preparer, request.id)).payout).toBeNull();
});

describe("a payment request", () => {
  test("asks a step again whose approver was removed", async () => {
    const { owner, preparer, approver, second } = await world.team({ bands: twoSteps });
    const request = await world.request(preparer);
    await world.approve(approver, [request]);
    await world.disable(owner, approver);
    expect(await world.approve(owner, [request])).toMatchObject([{ code: "NOT_AN_APPROVER" }]);
    expect(await world.read(preparer, request.id)).toMatchObject({
      steps: [{ given: [{ by: { name: "Anil Kumar" }, counts: false }] }, { given: [] }],
      waiting_for: { step: 0, people: [{ name: "Vikram Rao" }] },
    });
    expect(await world.approve(second, [request])).toMatchObject([{ outcome: "recorded" }]);
    expect(await world.approve(owner, [request])).toMatchObject([{ outcome: "sent" }]);
    await world.disable(owner, second);
    const { steps } = await world.read(owner, request.id);
    expect(steps.flatMap(({ given }) => given.map(({ counts }) => counts))).toEqual([
      true,
      true,
      true,
    ]);
    await world.check();
  });

  test("that waits for money asks again for the approval of who was removed meanwhile", async () => {
    const { owner, preparer, approver, second } = await world.team({
      bands: [{ ...any, steps: [anyOne] }],
      wallet: "₹1,000",
    });
    const request = await world.request(preparer, impsOrder({ amount: 5_000 }));
    expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "waiting" }]);
    await world.disable(owner, approver);
    await world.fund(owner, 10_000);
    const { content_hash } = request;
    const send = () => preparer.post(`/payment-requests/${request.id}/send`, { content_hash });
    expect((await send()).body.data).toMatchObject({ outcome: "returned", payout: null });
    expect(await world.read(owner, request.id)).toMatchObject({
      state: "awaiting_approval",
      blocked: null,
      waiting_for: { step: 0, missing: 1 },
    });
    expect(await world.approve(second, [request])).toMatchObject([{ outcome: "sent" }]);
    await world.check();
  });

  test("that waits in the queue for funds is not sent when they arrive", async () => {
    const { owner, preparer, approver, second } = await world.team({
      bands: [{ ...any, steps: [anyOne] }],
      wallet: "₹1,000",
    });
    await owner.put("/payouts/funds-queue", { is_on: true, wait_hours: 24 });
    const request = await world.request(preparer, impsOrder({ amount: 5_000 }));
    expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "sent" }]);
    await world.disable(owner, approver);
    await world.fund(owner, 10_000);
    expect(await fundWaiting()).toBe(1);
    expect(await returnRequests()).toBe(1);
    expect(await owner.balance()).toBe(11_000_00);
    expect((await world.read(owner, request.id)).blocked?.message).toMatch(
      /^Who approved it was removed while it waited/,
    );
    const { content_hash } = request;
    const send = await preparer.post(`/payment-requests/${request.id}/send`, { content_hash });
    expect(send.body.data).toMatchObject({ outcome: "returned", payout: null });
    expect(await world.approve(second, [request])).toMatchObject([{ outcome: "sent" }]);
    await world.check();
  });

  test("that is approved again after its wait ended waits again, under another reference", async () => {
    const { owner, preparer, approver, second } = await world.team({
      bands: [{ ...any, steps: [anyOne] }],
      wallet: "₹1,000",
    });
    await owner.put("/payouts/funds-queue", { is_on: true, wait_hours: 24 });
    const request = await world.request(preparer, impsOrder({ amount: 5_000 }));
    const [first] = await world.approve(approver, [request]);
    const cancelled = await preparer.post(`/payouts/funds-queue/${first?.payout?.id}/cancel`, {});
    expect(cancelled.status).toBe(200);
    expect(await returnRequests()).toBe(1);
    await world.disable(owner, approver);
    const { content_hash } = request;
    const send = await preparer.post(`/payment-requests/${request.id}/send`, { content_hash });
    expect(send.body.data).toMatchObject({ outcome: "returned", payout: null });
    expect((await world.read(owner, request.id)).blocked).toBeNull();
    const [again] = await world.approve(second, [request]);
    expect(again).toMatchObject({
      outcome: "sent",
      message: expect.stringContaining("It waits for funds"),
    });
    expect(again?.payout?.reference_id).not.toBe(first?.payout?.reference_id);
    await world.fund(owner, 10_000);
    expect(await fundWaiting()).toBe(1);
    expect(await owner.balance()).toBe(11_000_00 - 5_005_90);
    await world.check();
  });

  test("an earlier approver who is disabled during the last approval does not count", async () => {
    const steps = [{ approvals: 2, roles: ["approver"], people: [] }];
    const { owner, preparer, approver, second } = await world.team({ bands: [{ ...any, steps }] });
    const request = await world.request(preparer);
    await world.approve(approver, [request]);
    const personId = await world.memberIdOf(approver);
    const token = await world.signApprovals(second, [request]);
    let approval: Promise<{ body: { data: unknown } }> | undefined;
    await transaction(async (db) => {
      await disableMember(db, null, owner.id, personId);
      approval = world.askToApprove(second, [request], token);
      await expect.poll(waitingForLocks).toBeGreaterThan(0);
    });
    expect((await approval)?.body.data).toMatchObject([{ outcome: "recorded" }]);
    expect(await world.read(owner, request.id)).toMatchObject({
      state: "awaiting_approval",
      payout: null,
      steps: [{ given: [{ counts: false }, { counts: true }] }],
      waiting_for: { step: 0, missing: 1 },
    });
    await world.check();
  });
});
