// The guarantee: within its first hours an account is paid at most what the policy says, in total, by
// whatever way; the sentence says until when, and afterwards it is paid like others.
import { createBeneficiary, getBeneficiary } from "@rokad/contract/beneficiaries";
import { importBeneficiaries } from "@rokad/contract/beneficiary-import";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { beneficiaryOf, impsOrder } from "../../../test/forms.ts";
import { keyForm, newKey } from "../../../test/key-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { approvalRule, verifyApprovals } from "../requests/verify-approvals.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const alone = [{ ...any, steps: [] }];
const byApprover = [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] }];
const cooling = { amount: 2_000, hours: 24 };
const dayMs = 24 * 60 * 60_000;

async function teamWith(bands: readonly object[], rule: object | null = cooling) {
  const team = await world.team();
  await world.savePolicy(team.owner, bands, { cooling: rule });
  return team;
}

const sendCode = (by: SignedIn, payout: object) =>
  by.post("/payouts/otp/send", { mobile: by.mobile, payout });
const newOrder = (amount: number, account = world.newAccountNumber()) =>
  impsOrder({ amount, account_number: account });
const save = async (by: SignedIn, account: string) =>
  (await by.ask(createBeneficiary, { body: beneficiaryOf(account) })).data;

describe("a new account", () => {
  test("is paid up to the amount, and above it refused before the code", async () => {
    const { owner } = await teamWith(alone);
    const account = world.newAccountNumber();
    const { status, body } = await sendCode(owner, newOrder(2_001, account));
    expect([status, body.error.code]).toEqual([422, "BENEFICIARY_COOLING"]);
    expect(body.error.message).toBe(
      "This account is new: at most ₹2,000. Save it, and 24 hours later it can be paid more.",
    );
    expect((await owner.pay(newOrder(2_000, account))).status).toBe(201);
    await world.check();
  });

  test("is paid the amount in total, not by several payouts", async () => {
    const { owner } = await teamWith(alone);
    const account = world.newAccountNumber();
    expect((await owner.pay(newOrder(1_500, account))).status).toBe(201);
    await world.work();
    const refused = await sendCode(owner, newOrder(501, account));
    expect(refused.body.error.message).toMatch(
      /^This account is new: at most ₹2,000 in total until \d\d\/\d\d\/\d{4} \d\d:\d\d\. ₹1,500 of it is used\.$/,
    );
    expect((await owner.pay(newOrder(500, account))).status).toBe(201);
    await world.check();
  });

  test("that was saved or paid long enough ago is paid like others", async () => {
    const { owner } = await teamWith(alone);
    const [saved, paid] = [world.newAccountNumber(), world.newAccountNumber()];
    const beneficiary = await save(owner, saved);
    expect(beneficiary.default_destination?.cooling).toMatchObject({
      at_most: { amount: 2_000_00 },
      used: { amount: 0 },
      until: expect.any(String),
    });
    expect((await owner.pay(newOrder(100, paid))).status).toBe(201);
    await world.work();
    expect((await sendCode(owner, newOrder(3_000, saved))).body.error.code).toBe(
      "BENEFICIARY_COOLING",
    );
    await world.later(dayMs + 60_000, async () => {
      const later = await world.signIn(owner.mobile);
      for (const account of [saved, paid])
        expect((await later.pay(newOrder(3_000, account))).status).toBe(201);
      const { data } = await later.ask(getBeneficiary, { params: { id: beneficiary.id } });
      expect(data.default_destination?.cooling).toBeNull();
    });
    await world.check();
  });

  test("that a program imports has its first hours as one that a person saves", async () => {
    const { owner } = await teamWith(alone);
    const account = world.newAccountNumber();
    const { caller } = await newKey(world, owner, keyForm({ scopes: ["beneficiaries:write"] }));
    const csv = `Name,Account number,IFSC\nAsha Rao,${account},HDFC0000001\n`;
    const content = Buffer.from(csv).toString("base64");
    const columns = { name: 0, account_number: 1, ifsc_code: 2 };
    const body = { file_name: "suppliers.csv", content, columns };
    expect((await caller.ask(importBeneficiaries, { body })).data.saved).toBe(1);
    const order = newOrder(3_000, account);
    expect((await sendCode(owner, order)).body.error.code).toBe("BENEFICIARY_COOLING");
    await world.later(dayMs + 60_000, async () => {
      // Once more, which begins no hours again.
      expect((await caller.ask(importBeneficiaries, { body })).data.known).toBe(1);
      const later = await world.signIn(owner.mobile);
      expect((await later.pay(order)).status).toBe(201);
    });
    await world.check();
  });

  test("is refused at the payout too, when its hours began with a change after the code", async () => {
    const team = await world.team();
    const order = newOrder(3_000);
    await team.owner.post("/payouts/otp/send", { mobile: team.owner.mobile, payout: order });
    const otp = await world.codeFor(team.owner.mobile);
    const { body } = await team.owner.post("/payouts/otp/verify", {
      mobile: team.owner.mobile,
      otp,
    });
    await world.savePolicy(team.owner, alone, { cooling });
    const sent = await team.owner.post("/payouts/initiate", { ...order, ...body.data });
    expect([sent.status, sent.body.error.code]).toEqual([422, "BENEFICIARY_COOLING"]);
    await world.check();
  });

  test("is known before the code: the review says why it can't be paid", async () => {
    const { owner } = await teamWith(alone);
    const account = world.newAccountNumber();
    const ask = async (amount: number) => {
      const body = { method: "imps", account_number: account, ifsc_code: "HDFC0000001", amount };
      return (await owner.post("/payouts/review", body)).body.data.cooling;
    };
    expect(await ask(2_000)).toBeNull();
    expect(await ask(2_001)).toMatchObject({ until: null, at_most: { amount: 2_000_00 } });
  });
});

test("without the rule, which is the default, a new account is paid any amount", async () => {
  const { owner } = await teamWith(alone, null);
  expect((await owner.pay(newOrder(3_000))).status).toBe(201);
  expect((await save(owner, world.newAccountNumber())).default_destination?.cooling).toBeNull();
});

test("a request shows that it can't be sent yet, keeps its approval, and is sent afterwards", async () => {
  const { owner, preparer, approver } = await teamWith(byApprover);
  const account = world.newAccountNumber();
  await save(preparer, account);
  const request = await world.request(preparer, newOrder(5_000, account));
  expect(request.cooling?.sentence).toMatch(/^This account is new: at most ₹2,000 in total until /);
  expect(await world.approve(approver, [request])).toMatchObject([
    { outcome: "waiting", code: "BENEFICIARY_COOLING" },
  ]);
  const send = (by: SignedIn) =>
    by.post(`/payment-requests/${request.id}/send`, { content_hash: request.content_hash });
  expect((await send(preparer)).body.data).toMatchObject({ outcome: "waiting" });
  await world.later(dayMs + 60_000, async () => {
    const later = await world.signIn(preparer.mobile);
    expect((await world.read(later, request.id)).cooling).toBeNull();
    expect((await send(later)).body.data.outcome).toBe("sent");
  });
  expect((await world.read(owner, request.id)).cooling).toBeNull();
  await world.check();
});

test("a row of a file is wrong with the reason, and the others are paid", async () => {
  const { owner } = await teamWith(alone);
  const draft = await world.draft(owner, world.csvOf([1_000, 2_001]));
  const rows = await world.rowsOf(owner, draft.id);
  expect(rows).toMatchObject([
    { state: "ready" },
    { state: "wrong", problem: expect.stringContaining("This account is new: at most ₹2,000") },
  ]);
});

test("rows to one new account that exceed it together are refused one by one", async () => {
  const { owner } = await teamWith(alone);
  const account = world.newAccountNumber();
  const row = (amount: number) => `Asha Rao,${account},HDFC0000001,${amount}`;
  const csv = ["Name,Account number,IFSC,Amount", row(1_200), row(1_100), row(700)].join("\n");
  const draft = await world.draft(owner, csv);
  expect((await world.run(owner, draft)).status).toBe(200);
  await world.workBatches();
  expect(await world.rowsOf(owner, draft.id)).toMatchObject([
    { state: "paid" },
    { state: "failed" },
    { state: "paid" },
  ]);
  await world.checkBatches();
  await world.check();
});

describe("the rule of a policy", () => {
  test("is a version of it: kept when it is not sent, and changed by a second owner only", async () => {
    const { owner } = await teamWith(alone);
    await world.savePolicy(owner, byApprover);
    const { body } = await owner.get("/approval-policy");
    expect(body.data.in_force?.cooling).toEqual({
      amount: { amount: 2_000_00, currency: "INR" },
      hours: 24,
    });
    const second = await world.member(owner, ["owner"], "Second Owner");
    const saved = await owner.put("/approval-policy", {
      bands: alone,
      cooling: null,
      base_version: body.data.in_force?.version ?? null,
      reason: "No limit any more",
    });
    expect(saved.body.data.state).toBe("proposed");
    const order = newOrder(3_000);
    const refused = await owner.post("/payment-requests", { payout: order });
    expect(refused.body.data.cooling).not.toBeNull();
    await second.post(`/approval-policy/${saved.body.data.id}/confirm`, {});
    expect((await owner.pay(newOrder(3_000))).status).toBe(201);
    await world.check();
  });

  test("refuses amounts and hours out of range", async () => {
    const { owner } = await world.team();
    const fieldsOf = async (rule: object) => {
      const body = { bands: alone, cooling: rule, base_version: null, reason: "A test" };
      return (await owner.put("/approval-policy", body)).body.error.fields;
    };
    expect(await fieldsOf({ amount: 0, hours: 24 })).toMatchObject({
      "cooling.amount": "Amount must be at least ₹1",
    });
    expect(await fieldsOf({ amount: 100, hours: 0 })).toMatchObject({
      "cooling.hours": "At least 1 hour",
    });
    expect(await fieldsOf({ amount: 100, hours: 721 })).toMatchObject({
      "cooling.hours": "At most 720 hours",
    });
  });
});

test("the verification finds a new account that was paid more", async () => {
  const { owner } = await teamWith(alone);
  const paid = await owner.pay(newOrder(1_500));
  const id = paid.body.data.id;
  expect(await verifyApprovals(database())).toEqual([]);
  await sql`alter table approval_policies disable trigger approval_policies_bands`.execute(
    database(),
  );
  await sql`
    update approval_policies set cooling_above_paise = 1000_00 where tenant_id = ${owner.id}
  `.execute(database());
  expect(await verifyApprovals(database())).toEqual([{ rule: approvalRule.cooling, where: id }]);
  await sql`
    update approval_policies set cooling_above_paise = 2000_00 where tenant_id = ${owner.id}
  `.execute(database());
  await sql`alter table approval_policies enable trigger approval_policies_bands`.execute(
    database(),
  );
});
