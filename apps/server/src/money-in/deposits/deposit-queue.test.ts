// The review queue shows the facts for a decision, several decisions at once do not undo each
// other, and every decision is in the audit log.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { initiateDeposit } from "@rokad/contract/deposits";
import { accountForm } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

const inr = (amount: number) => ({ amount, currency: "INR" });
const unknownId = "01900000-0000-7000-8000-000000000000";

async function queueRow(id: string) {
  const { body } = await boss.get("/super-admin/deposits", { limit: "100" });
  const row = body.data.find((deposit) => deposit._id === id);
  if (!row) throw new Error(`${id} is not on the first page`);
  return row;
}

async function requestDeposit(
  tenant: SignedIn,
  account: string,
  amount: number,
  utr = world.newUtr(),
) {
  const body = { bank_account: account, amount, utr_reference: utr };
  return (await tenant.ask(initiateDeposit, { body })).data._id;
}

const codesOf = async (id: string) => (await queueRow(id)).warnings.map(({ code }) => code);

describe("a row of the queue", () => {
  test("has the tenant, the masked account, and the account's earlier deposits [16.3]", async () => {
    const tenant = await world.retailer({ name: "Gupta Textiles" });
    const account = await world.approvedAccount(tenant);
    const done = await requestDeposit(tenant, account, 1000);
    await boss.post(`/super-admin/deposits/${done}/approve`, {});
    const rejectedId = await requestDeposit(tenant, account, 2000);
    await boss.post(`/super-admin/deposits/${rejectedId}/reject`, { reason: "No" });
    const id = await requestDeposit(tenant, account, 3000);
    const row = await queueRow(id);
    expect(row).toMatchObject({
      tenant: { id: tenant.id, name: "Gupta Textiles", phone: tenant.mobile },
      bank_account_id: account,
      approvals_needed: 1,
      first_approval: null,
      decided_by: null,
      earlier: { completed: 1, failed: 1, last: { amount: inr(2000_00), status: "failed" } },
    });
    expect(row.bank_account?.account_number).toMatch(/^\*{4}\d{4}$/);
    expect((await queueRow(done)).earlier).toEqual({ completed: 0, failed: 0, last: null });
  });

  test("warns of a first deposit until one is credited [16.6]", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    const first = await requestDeposit(tenant, account, 1000);
    expect(await codesOf(first)).toContain("FIRST_DEPOSIT");
    await boss.post(`/super-admin/deposits/${first}/approve`, {});
    expect(await codesOf(first)).toEqual([]);
    expect(await codesOf(await requestDeposit(tenant, account, 1100))).not.toContain(
      "FIRST_DEPOSIT",
    );
  });

  test("warns of the same amount from the same account within 24 hours, also across tenants [16.4]", async () => {
    const [tenant, other] = [
      await world.retailer(),
      await world.retailer({ name: "Verma Stores" }),
    ];
    const number = world.newAccountNumber();
    const open = async (owner: SignedIn) => {
      const { body } = await owner.post("/wallet/bank-accounts", accountForm(number));
      await boss.post(`/super-admin/bank-accounts/${body.data._id}/approve`, {});
      return body.data._id;
    };
    const [mine, theirs] = [await open(tenant), await open(other)];
    const one = await world.at("2026-03-02T10:00:00Z", () => requestDeposit(tenant, mine, 4321));
    const nextDay = await world.at("2026-03-03T10:00:01Z", () =>
      requestDeposit(tenant, mine, 4321),
    );
    const another = await world.at("2026-03-02T11:00:00Z", () =>
      requestDeposit(tenant, mine, 4322),
    );
    expect(await codesOf(one)).not.toContain("SAME_AMOUNT");
    expect(await codesOf(another)).not.toContain("SAME_AMOUNT");
    const twin = await world.at("2026-03-02T12:00:00Z", () => requestDeposit(other, theirs, 4321));
    const { warnings } = await queueRow(one);
    expect(warnings.find(({ code }) => code === "SAME_AMOUNT")?.message).toMatch(
      /^₹4,321\.00 was also requested from this account by Verma Stores on 02\/03\/2026 17:30, with UTR UTR\d+ \(pending\)$/,
    );
    await boss.post(`/super-admin/deposits/${twin}/reject`, { reason: "No" });
    expect(await codesOf(one)).not.toContain("SAME_AMOUNT");
    expect(await codesOf(nextDay)).not.toContain("SAME_AMOUNT");
  });

  test("warns of a UTR that was rejected before, with the reason [16.7]", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    const utr = world.newUtr();
    const first = await requestDeposit(tenant, account, 1000, utr);
    await boss.post(`/super-admin/deposits/${first}/reject`, { reason: "Nothing came" });
    const { warnings } = await queueRow(await requestDeposit(tenant, account, 1000, utr));
    expect(warnings.find(({ code }) => code === "UTR_REFUSED_BEFORE")?.message).toMatch(
      /^A deposit with this UTR was rejected on .*: Nothing came$/,
    );
  });

  test("warns of an inactive tenant and an unusual UTR [16.5]", async () => {
    const tenant = await world.retailer();
    const id = await requestDeposit(
      tenant,
      await world.approvedAccount(tenant),
      1000,
      "SBIN520261121000",
    );
    await boss.patch(`/super-admin/tenants/${tenant.id}/status`, { isActive: false });
    const { warnings } = await queueRow(id);
    expect(warnings.map(({ code }) => code)).toEqual([
      "UTR_SHAPE",
      "FIRST_DEPOSIT",
      "TENANT_INACTIVE",
    ]);
    expect(warnings[0]?.message).toBe(
      "The UTR begins with SBIN (State Bank of India), but the account is with HDFC Bank (HDFC)",
    );
  });
});

test("the summary follows the decisions, regardless of the filter [16.8]", async () => {
  const summaryOf = async () => (await boss.get("/super-admin/deposits", { utr: "NONE" })).body;
  const { summary: before } = await summaryOf();
  const tenant = await world.retailer();
  const account = await world.approvedAccount(tenant);
  const oldest = await world.at("2026-01-01T00:00:00Z", () => requestDeposit(tenant, account, 500));
  const ids = [
    oldest,
    await requestDeposit(tenant, account, 600),
    await requestDeposit(tenant, account, 700),
  ];
  const { summary: waiting, data } = await summaryOf();
  expect(data).toEqual([]);
  expect(waiting).toMatchObject({
    waiting: before.waiting + 3,
    waiting_amount: inr(before.waiting_amount.amount + 1800_00),
    oldest_waiting_at: "2026-01-01T00:00:00.000Z",
    half_approved: 0,
    second_approval_above: null,
  });
  await boss.post(`/super-admin/deposits/${ids[0]}/approve`, {});
  await boss.post(`/super-admin/deposits/${ids[1]}/reject`, { reason: "No" });
  const { summary: after } = await summaryOf();
  expect(after).toMatchObject({
    waiting: before.waiting + 1,
    approved_today: before.approved_today + 1,
    approved_today_amount: inr(before.approved_today_amount.amount + 500_00),
    rejected_today: before.rejected_today + 1,
  });
});

describe("several decisions at once", () => {
  test("are independent: one error undoes no other decision and has its usual message [16.10]", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    const [open, taken, also] = [
      await requestDeposit(tenant, account, 100),
      await requestDeposit(tenant, account, 200),
      await requestDeposit(tenant, account, 300),
    ];
    await boss.post(`/super-admin/deposits/${taken}/reject`, { reason: "No" });
    const ids = [open, taken, unknownId, also, open];
    const { status, body } = await boss.post("/super-admin/deposits/approve", { ids });
    expect(status).toBe(200);
    expect(body.data.map(({ id, outcome, code }) => [id, outcome, code])).toEqual([
      [open, "approved", null],
      [taken, "refused", "ALREADY_DECIDED"],
      [unknownId, "refused", "NOT_FOUND"],
      [also, "approved", null],
    ]);
    expect(body.data[1]?.message).toMatch(/^This deposit was already rejected by you on /);
    expect(await tenant.balance()).toBe(400_00);
    expect(await world.faults()).toEqual([]);
  });

  test("reject with one reason that each tenant sees", async () => {
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    const ids = [
      await requestDeposit(tenant, account, 100),
      await requestDeposit(tenant, account, 200),
    ];
    const silent = await boss.post("/super-admin/deposits/reject", { ids });
    expect(silent.body.error.fields).toEqual({ reason: "A reason is required" });
    const { body } = await boss.post("/super-admin/deposits/reject", { ids, reason: "Not ours" });
    expect(body.data.map(({ outcome }) => outcome)).toEqual(["rejected", "rejected"]);
    const { body: history } = await tenant.get("/wallet/deposit/history");
    expect(history.data.map((deposit) => deposit.failure_reason)).toEqual(["Not ours", "Not ours"]);
  });

  test("by two reviewers at the same time credit each deposit once [16.10]", async () => {
    const other = await world.newSuperAdmin("Ravi Nair");
    const tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1)
      ids.push(await requestDeposit(tenant, account, 100));
    const [mine, theirs] = await Promise.all([
      boss.post("/super-admin/deposits/approve", { ids }),
      other.post("/super-admin/deposits/approve", { ids: ids.toReversed() }),
    ]);
    const outcomes = [...mine.body.data, ...theirs.body.data].map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "approved")).toHaveLength(10);
    expect(await tenant.balance()).toBe(10 * 100_00);
    expect(await world.faults()).toEqual([]);
  });

  test.for([
    [{}, "ids", "Choose at least one"],
    [{ ids: [] }, "ids", "Choose at least one"],
    [{ ids: Array.from({ length: 101 }, () => unknownId) }, "ids", "Choose at most 100 at once"],
    [{ ids: ["1"] }, "ids.0", "This is not a valid id"],
    [{ ids: [unknownId], note: "x".repeat(201) }, "note", "Note must not exceed 200 characters"],
  ] as const)("reject the body %j", async ([body, field, message]) => {
    const { status, body: answer } = await boss.post("/super-admin/deposits/approve", body);
    expect([status, answer.error.fields[field]]).toEqual([400, message]);
  });
});

test("the audit log has a decision's reviewer, address, reason and change [16.19]", async () => {
  const tenant = await world.retailer();
  const account = await world.approvedAccount(tenant);
  const [yes, no] = [
    await requestDeposit(tenant, account, 100),
    await requestDeposit(tenant, account, 200),
  ];
  await boss.post(`/super-admin/deposits/${yes}/approve`, { note: "Seen" });
  await boss.post(`/super-admin/deposits/${no}/reject`, { reason: "Not seen" });
  const rows = await database()
    .selectFrom("audit_log")
    .select(["act", "actor_id", "subject_kind", "reason", "before", "after", "address"])
    .where("subject_id", "in", [yes, no])
    .orderBy("seq")
    .execute();
  const decided = { actor_id: boss.id, subject_kind: "deposit", address: "127.0.0.1" };
  const about = { tenant: tenant.id, utr_reference: expect.any(String) as string };
  expect(rows).toEqual([
    {
      ...decided,
      act: "deposit.approved",
      reason: "Seen",
      before: { status: "pending" },
      after: { status: "completed", ...about, amount: "₹100.00", first_approval: null },
    },
    {
      ...decided,
      act: "deposit.rejected",
      reason: "Not seen",
      before: { status: "pending", first_approval: null },
      after: { status: "failed", ...about, amount: "₹200.00" },
    },
  ]);
});
