// The guarantee: what a policy covers is sent only with every approval that its frozen version asks,
// each over the very content, none by its maker, none by one person twice, and once.
import { getPayout } from "@rokad/contract/payouts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { impsOrder } from "../../../test/forms.ts";
import { openApprovalWorld, type ApprovalWorld } from "../../../test/approval-world.ts";

let world: ApprovalWorld;
beforeAll(async () => {
  world = await openApprovalWorld();
});
afterAll(() => world.close());

const owners = { approvals: 1, roles: ["owner"], people: [] };
const anyOne = { approvals: 1, roles: ["owner", "approver"], people: [] };
const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const upTo = (rupees: number, steps: object[] = []) => ({ ...any, amount_up_to: rupees, steps });

describe("with a policy", () => {
  test("what its band asks no step for goes as today, and the rest is refused before the code", async () => {
    const { owner } = await world.team({ bands: [upTo(1_000), { ...any, steps: [anyOne] }] });
    expect((await owner.pay(impsOrder({ amount: 900 }))).status).toBe(201);
    const { status, body } = await owner.post("/payouts/otp/send", {
      mobile: owner.mobile,
      payout: impsOrder({ amount: 1_001 }),
    });
    expect([status, body.error.code]).toEqual([409, "APPROVAL_REQUIRED"]);
    await world.check();
  });

  test("a code from before the policy sends nothing after it", async () => {
    const team = await world.team();
    const order = impsOrder({ amount: 800 });
    await team.owner.post("/payouts/otp/send", { mobile: team.owner.mobile, payout: order });
    const otp = await world.codeFor(team.owner.mobile);
    const { body } = await team.owner.post("/payouts/otp/verify", {
      mobile: team.owner.mobile,
      otp,
    });
    await world.savePolicy(team.owner, [{ ...any, steps: [anyOne] }]);
    const sent = await team.owner.post("/payouts/initiate", { ...order, ...body.data });
    expect([sent.status, sent.body.error.code]).toEqual([409, "APPROVAL_REQUIRED"]);
    await world.check();
  });
});

describe("a payment request", () => {
  const twoSteps = [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }, owners] }];

  test("goes through two steps to a paid payout, and holds nothing before", async () => {
    const { owner, preparer, approver } = await world.team({ bands: twoSteps });
    const before = await owner.balance();
    const request = await world.request(preparer, impsOrder({ amount: 4_500 }));
    expect(request.waiting_for).toMatchObject({
      step: 0,
      people: [{ name: "Anil Kumar" }, { name: "Vikram Rao" }],
    });
    expect(await owner.balance()).toBe(before);
    expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "recorded" }]);
    const [sent] = await world.approve(owner, [request]);
    expect(sent).toMatchObject({ outcome: "sent", payout: { id: expect.any(String) } });
    await world.work();
    const { data } = await owner.ask(getPayout, { params: { id: sent?.payout?.id ?? "" } });
    expect(data.status).toBe("success");
    expect((await world.read(preparer, request.id)).payout?.id).toBe(sent?.payout?.id);
    await world.check();
  });

  test("is approved by nobody who prepared it, and by nobody twice", async () => {
    const steps = [{ approvals: 2, roles: ["owner", "approver"], people: [] }];
    const { owner, approver, second } = await world.team({ bands: [{ ...any, steps }] });
    const request = await world.request(owner, impsOrder());
    expect(await world.approve(owner, [request])).toMatchObject([{ code: "OWN_REQUEST" }]);
    await world.approve(approver, [request]);
    expect(await world.approve(approver, [request])).toMatchObject([{ code: "ALREADY_APPROVED" }]);
    expect(await world.approve(second, [request])).toMatchObject([{ outcome: "sent" }]);
    await world.check();
  });

  test("that is edited voids its approvals, and an approval of what was seen before is refused", async () => {
    const { owner, preparer, approver } = await world.team({ bands: twoSteps });
    const request = await world.request(preparer, impsOrder({ amount: 700 }));
    await world.approve(approver, [request]);
    const payout = impsOrder({ amount: 701 });
    const body = { payout, content_hash: request.content_hash };
    const edit = () => preparer.put(`/payment-requests/${request.id}`, body);
    const edited = await edit();
    expect(edited.body.data).toMatchObject({ revision: 2, waiting_for: { step: 0 } });
    expect(await world.approve(owner, [request])).toMatchObject([{ code: "REQUEST_CHANGED" }]);
    expect((await edit()).body.error.code).toBe("REQUEST_CHANGED");
    const kinds = (await owner.get("/notifications")).body.data.map(({ kind }) => kind);
    expect(kinds).toContain("request_returned");
    await world.check();
  });

  test("is rejected with a reason, and withdrawn by its maker only", async () => {
    const { preparer, approver } = await world.team({ bands: twoSteps });
    const [one, other] = [await world.request(preparer), await world.request(preparer)];
    const { status, body } = await approver.post(`/payment-requests/${one.id}/reject`, {
      content_hash: one.content_hash,
      reason: "Paid already",
    });
    expect([status, body.data.state, body.data.closing_reason]).toEqual([
      200,
      "rejected",
      "Paid already",
    ]);
    expect((await preparer.post(`/payment-requests/${other.id}/withdraw`, {})).status).toBe(200);
    expect(await world.approve(approver, [one, other])).toMatchObject([
      { code: "ALREADY_DECIDED" },
      { code: "ALREADY_DECIDED" },
    ]);
  });

  test("has its timeline in the order of what happened, also within a millisecond", async () => {
    const { owner, preparer, approver } = await world.team({ bands: twoSteps });
    await world.afterSeconds(1, async () => {
      for (let round = 0; round < 5; round += 1) {
        const request = await world.request(preparer);
        await world.approve(approver, [request]);
        await world.approve(owner, [request]);
        const { timeline } = await world.read(owner, request.id);
        expect(timeline.map(({ event }) => event)).toEqual([
          "created",
          "submitted",
          "approved",
          "approved",
          "sent",
        ]);
      }
    });
  });

  test("that the wallet does not cover stays approved, and is sent later without new approvals", async () => {
    const { owner, preparer, approver } = await world.team({
      bands: [{ ...any, steps: [anyOne] }],
      wallet: "₹1,000",
    });
    const request = await world.request(preparer, impsOrder({ amount: 5_000 }));
    expect(await world.approve(approver, [request])).toMatchObject([
      { outcome: "waiting", code: "INSUFFICIENT_BALANCE" },
    ]);
    await world.fund(owner, 9_000);
    const { body } = await preparer.post(`/payment-requests/${request.id}/send`, {
      content_hash: request.content_hash,
    });
    expect(body.data.outcome).toBe("sent");
    const again = await preparer.post(`/payment-requests/${request.id}/send`, {
      content_hash: request.content_hash,
    });
    expect(again.body.error.code).toBe("ALREADY_DECIDED");
    await world.check();
  });

  test("whose fee changed since it was signed is not sent, and asks again", async () => {
    const { preparer, approver } = await world.team({ bands: [{ ...any, steps: [anyOne] }] });
    const request = await world.request(preparer);
    await world.withFee(7_00, async () => {
      expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "returned" }]);
      const revised = await world.read(approver, request.id);
      expect(revised).toMatchObject({
        revision: 2,
        state: "awaiting_approval",
        txn_fee: { amount: 7_00 },
      });
      expect(await world.approve(approver, [revised])).toMatchObject([{ outcome: "sent" }]);
    });
    await world.check();
  });

  test("keeps the version of the policy that it was submitted under", async () => {
    const { owner, preparer, approver } = await world.team({ bands: twoSteps });
    const request = await world.request(preparer);
    await world.savePolicy(owner, [{ ...any, steps: [] }]);
    expect(await world.approve(approver, [request])).toMatchObject([{ outcome: "recorded" }]);
    expect((await world.read(owner, request.id)).state).toBe("awaiting_approval");
    await world.check();
  });

  test("expires, and says so when nobody can approve it any more", async () => {
    const { owner, preparer, approver, second } = await world.team({
      bands: [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] }],
    });
    const request = await world.request(preparer);
    await world.disable(owner, approver);
    await world.disable(owner, second);
    expect((await world.read(owner, request.id)).waiting_for).toMatchObject({
      people: [],
      sentence: expect.stringMatching(
        /^Nobody can approve this step: .+ can name a deputy or add an approver$/,
      ),
    });
    await world.later(25 * 60 * 60_000, async () => {
      expect(await world.remind()).toBeGreaterThan(0);
      expect(await world.remind()).toBe(0);
    });
    const kinds = await world.notificationKinds(owner);
    expect(kinds).toContain("request_stuck");
    await world.later(31 * 24 * 60 * 60_000, async () => {
      expect(await world.expire()).toBeGreaterThan(0);
    });
    expect((await world.read(owner, request.id)).state).toBe("expired");
  });
});

describe("a signature", () => {
  test("names amount and payee in its text, and confirms no other request", async () => {
    const { preparer, approver } = await world.team({ bands: [{ ...any, steps: [anyOne] }] });
    const [one, other] = [await world.request(preparer), await world.request(preparer)];
    const asked = await world.askToApprove(approver, [one]);
    expect(asked.body.error.step_up?.summary).toBe("Approve payout of ₹1,000.00 to Asha Rao");
    const token = await world.signByCode(approver, asked);
    expect(await world.newestText(approver.mobile)).toMatch(
      /^\d{6} is your OTP to approve a payout of Rs\.1,000\.00 to Asha Rao/,
    );
    const wrong = await world.askToApprove(approver, [other], token);
    expect(wrong.body.error.code).toBe("STEP_UP_REQUIRED");
    expect((await world.askToApprove(approver, [one], token)).status).toBe(200);
    expect((await world.askToApprove(approver, [one], token)).status).toBe(403);
  });

  test("covers several, each with its own outcome, and a repeat of its key changes nothing", async () => {
    const { preparer, approver, owner } = await world.team({
      bands: [{ ...any, steps: [anyOne] }],
    });
    const requests = [await world.request(preparer), await world.request(preparer)];
    const own = await world.request(owner);
    const all = [
      ...requests,
      own,
      await world.request(approver.id === owner.id ? owner : preparer),
    ];
    const before = await owner.balance();
    const key = "approve-all";
    const first = await world.approve(approver, all, key);
    expect(first.map(({ outcome }) => outcome)).toEqual(["sent", "sent", "sent", "sent"]);
    const after = await owner.balance();
    expect(after).toBeLessThan(before);
    expect(await world.approve(approver, all, key)).toEqual(first);
    expect(await owner.balance()).toBe(after);
    await world.check();
  });
});

describe("a person's limits", () => {
  test("hold per payout and per day, also when two approvals race", async () => {
    const { owner, preparer, approver } = await world.team({
      bands: [{ ...any, steps: [anyOne] }],
    });
    await world.setLimits(owner, approver, { per_payout: 600, per_day: 900 });
    const [big, one, other] = [
      await world.request(preparer, impsOrder({ amount: 601 })),
      await world.request(preparer, impsOrder({ amount: 600 })),
      await world.request(preparer, impsOrder({ amount: 500 })),
    ];
    expect(await world.approve(approver, [big])).toMatchObject([{ code: "PERSON_LIMIT_EXCEEDED" }]);
    const both = await Promise.all([
      world.approve(approver, [one]),
      world.approve(approver, [other]),
    ]);
    expect(
      both
        .flat()
        .map(({ code, outcome }) => code ?? outcome)
        .toSorted(),
    ).toEqual(["PERSON_LIMIT_EXCEEDED", "sent"]);
    await world.check();
  });

  test("count by the days of India: at 00:01 there the day's limit is whole again", async () => {
    const day = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString().slice(0, 10);
    // 23:55 and 00:01 in India; in UTC both are on one day.
    const scene = await world.at(`${day}T18:25:00Z`, async () => {
      const team = await world.team({ bands: [{ ...any, steps: [anyOne] }] });
      await world.setLimits(team.owner, team.approver, { per_payout: null, per_day: 900 });
      const one = await world.request(team.preparer, impsOrder({ amount: 600 }));
      const other = await world.request(team.preparer, impsOrder({ amount: 500 }));
      await world.approve(team.approver, [one]);
      const early = await world.approve(team.approver, [other]);
      expect(early).toMatchObject([{ code: "PERSON_LIMIT_EXCEEDED" }]);
      return { ...team, other };
    });
    await world.at(`${day}T18:31:00Z`, async () => {
      const late = await world.approve(scene.approver, [scene.other]);
      expect(late).toMatchObject([{ outcome: "sent" }]);
    });
    await world.check();
  });
});

test("a viewer sees the account number masked, its preparer and approvers in full", async () => {
  const { owner, preparer, approver } = await world.team();
  const { id } = await world.request(preparer, impsOrder({ account_number: "700500300001" }));
  const people = [preparer, approver, await world.member(owner, ["viewer"])];
  const read = await Promise.all(people.map((by) => world.read(by, id)));
  const numbers = read.map((request) => request.account_number);
  expect(numbers).toEqual(["700500300001", "700500300001", "****0001"]);
});
