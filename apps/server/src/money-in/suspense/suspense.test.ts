// Money in suspense is decided once, by the number of people that its amount needs, and the ledger
// always has its balance.
import { listBankAccountsForReview } from "@rokad/contract/bank-account-reviews";
import { rejectDeposit } from "@rokad/contract/deposit-reviews";
import { initiateDeposit, listDeposits } from "@rokad/contract/deposits";
import {
  assignCredit,
  dismissCredit,
  listSuspense,
  returnCredit,
  revealCreditSender,
} from "@rokad/contract/suspense";
import { getStatement } from "@rokad/contract/reports";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReceiver, type Receiver } from "../../../test/receiver.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { trialBalance } from "../../ledger/ledger.ts";
import type { IncomingCredit } from "../../providers/virtual-accounts.ts";
import { receiveCredits } from "../virtual-accounts/receive-credits.ts";

let world: World;
let boss: SignedIn;
let receiver: Receiver;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  receiver = await openReceiver(world);
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const unknownSender = {
  accountNumber: "00450100011223",
  ifscCode: "HDFC0000001",
  name: "A STRANGER",
};

/** Receives a credit from an unknown sender. @returns its id. */
async function receiveUnknown(over: Partial<IncomingCredit> = {}): Promise<string> {
  const credit = receiver.credit({ sender: unknownSender, ...over });
  await receiveCredits("sandbox", [credit]);
  const row = await database()
    .selectFrom("incoming_credits")
    .select(["id", "state"])
    .where("credit_reference", "=", credit.creditReference)
    .executeTakeFirstOrThrow();
  expect(row.state).toBe("suspense");
  return row.id;
}

const inSuspense = async () => (await trialBalance(database()))["suspense"] ?? 0n;
const queueRow = async (id: string) => {
  const { data } = await boss.ask(listSuspense, { query: { status: "all", limit: 100 } });
  return data.find((row) => row.id === id);
};
const assignTo = (person: SignedIn, id: string, tenantId: string, more = {}) =>
  person.post(`/super-admin/suspense/${id}/assign`, { tenant_id: tenantId, ...more });
const outcomeOf = ({ text }: { readonly text: string }): unknown => JSON.parse(text).data?.outcome;
const lastAuditEntry = async () => {
  const { rows } = await sql<{ act: string; actor_id: string; after: object }>`
    select act, actor_id, after from audit_log order by seq desc limit 1
  `.execute(database());
  return rows[0];
};

test("the queue shows the reason, the masked sender, and suggested tenants [37.9]", async () => {
  const id = await receiveUnknown();
  const row = await queueRow(id);
  expect(row).toMatchObject({
    status: "pending",
    reason: "sender_unknown",
    why: "The sender is not an approved bank account of the tenant",
    sender: { account_number: "****1223", bank_name: "HDFC Bank", name: "A STRANGER" },
    suggestions: [{ tenant: { id: receiver.tenant.id }, why: "It came to their account" }],
    approvals_needed: 1,
  });
  const revealed = await boss.ask(revealCreditSender, { params: { id } });
  expect(revealed.data.account_number).toBe(unknownSender.accountNumber);
  const entry = await lastAuditEntry();
  expect(entry).toMatchObject({ act: "secret.revealed", actor_id: boss.id });
  expect(JSON.stringify(entry)).not.toContain(unknownSender.accountNumber);
});

describe("a credit assigned to a tenant", () => {
  test("becomes a completed deposit, and its sender becomes a pending bank account", async () => {
    const other = await world.retailer();
    const id = await receiveUnknown();
    const before = await inSuspense();
    const body = { tenant_id: other.id, add_account: true, note: "Their letter of today" };
    await boss.ask(assignCredit, { params: { id }, body });
    expect(await other.balance()).toBe(1_500_50);
    expect(before - (await inSuspense())).toBe(1_500_50n);
    const { data } = await other.ask(listDeposits, { query: {} });
    expect(data).toMatchObject([{ status: "completed", virtual_account: { provider: "sandbox" } }]);
    const accounts = await boss.ask(listBankAccountsForReview, { query: { status: "pending" } });
    expect(accounts.data.filter(({ tenant }) => tenant.id === other.id)).toMatchObject([
      { account_holder_name: "A STRANGER", ifsc_code: "HDFC0000001" },
    ]);
    expect(await queueRow(id)).toMatchObject({ status: "assigned", tenant: { id: other.id } });
    expect(await lastAuditEntry()).toMatchObject({
      act: "suspense.assigned",
      actor_id: boss.id,
      after: { tenant: other.id, amount: "₹1,500.50" },
    });
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const { data: statement } = await other.ask(getStatement, {
      query: { from: today, to: today },
    });
    expect(statement[0]).toMatchObject({ detail: "To your virtual account" });
  });

  test("completes the tenant's own request with its UTR, and not another tenant's", async () => {
    const other = await openReceiver(world);
    const utr = world.newUtr();
    const body = { bank_account: other.bankAccount, amount: 1500.5, utr_reference: utr };
    const { data: request } = await other.tenant.ask(initiateDeposit, { body });
    const id = await receiveUnknown({ utr });
    expect((await queueRow(id))?.suggestions[0]?.why).toBe(
      "They requested a deposit with this UTR",
    );
    const wrong = await assignTo(boss, id, receiver.tenant.id);
    expect([wrong.status, wrong.body.error.code]).toEqual([409, "CREDIT_NOT_ASSIGNABLE"]);
    await boss.ask(assignCredit, { params: { id }, body: { tenant_id: other.tenant.id } });
    const { data } = await other.tenant.ask(listDeposits, { query: {} });
    expect(data).toMatchObject([{ _id: request._id, status: "completed" }]);
    expect(await other.tenant.balance()).toBe(1_500_50);
  });

  test("is rejected while a request with its UTR has another amount", async () => {
    const other = await openReceiver(world);
    const utr = world.newUtr();
    const body = { bank_account: other.bankAccount, amount: 1600, utr_reference: utr };
    const { data: request } = await other.tenant.ask(initiateDeposit, { body });
    const id = await receiveUnknown({ utr });
    const wrong = await assignTo(boss, id, other.tenant.id);
    expect(wrong.body.error.message).toContain("₹1,600.00");
    const params = { id: request._id };
    await boss.ask(rejectDeposit, { params, body: { reason: "Another amount came" } });
    expect((await assignTo(boss, id, other.tenant.id)).status).toBe(200);
  });

  test("needs an entered UTR when the bank sent none", async () => {
    const id = await receiveUnknown({ utr: null });
    const { tenant } = receiver;
    const without = await assignTo(boss, id, tenant.id);
    expect([without.status, Object.keys(without.body.error.fields)]).toEqual([
      400,
      ["utr_reference"],
    ]);
    const withEnteredUtr = await assignTo(boss, id, tenant.id, { utr_reference: world.newUtr() });
    expect(withEnteredUtr.status).toBe(200);
    const withUtr = await receiveUnknown();
    const other = await assignTo(boss, withUtr, tenant.id, { utr_reference: world.newUtr() });
    expect(other.status).toBe(400);
  });
});

test("a returned credit leaves the ledger with its return UTR and reason", async () => {
  const id = await receiveUnknown();
  const before = await inSuspense();
  const utr_reference = world.newUtr();
  await boss.ask(returnCredit, { params: { id }, body: { utr_reference, reason: "Not ours" } });
  expect(before - (await inSuspense())).toBe(1_500_50n);
  expect(await queueRow(id)).toMatchObject({ status: "returned", return_utr: utr_reference });
});

test("only a credit whose deposit was credited can be dismissed", async () => {
  const fresh = await receiveUnknown();
  const path = `/super-admin/suspense/${fresh}/dismiss`;
  const rejectedAnswer = await boss.post(path, { reason: "The same money" });
  expect([rejectedAnswer.status, rejectedAnswer.body.error.code]).toEqual([
    409,
    "CREDIT_NOT_COUNTED",
  ]);
  const deposit = await world.requestDeposit(receiver.tenant, 1500.5, receiver.bankAccount);
  await boss.post(`/super-admin/deposits/${deposit._id}/approve`, {});
  const id = await receiveUnknown({ utr: deposit.utr_reference });
  expect((await queueRow(id))?.reason).toBe("utr_credited");
  const again = await assignTo(boss, id, receiver.tenant.id);
  expect(again.body.error.code).toBe("UTR_ALREADY_USED");
  await boss.ask(dismissCredit, { params: { id }, body: { reason: "The statement had it" } });
  expect((await queueRow(id))?.status).toBe("dismissed");
});

test("one of 12 different decisions at the same time counts, and the money moves once [37.8]", async () => {
  const other = await world.retailer();
  const before = await inSuspense();
  const id = await receiveUnknown();
  const decisions = Array.from({ length: 12 }, (_, at) =>
    at % 2 === 0
      ? assignTo(boss, id, other.id)
      : boss.post(`/super-admin/suspense/${id}/return`, {
          utr_reference: world.newUtr(),
          reason: "Nobody's",
        }),
  );
  const answers = await Promise.all(decisions);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const losers = answers.filter(({ status }) => status !== 200);
  expect(new Set(losers.map(({ body }) => body.error.code))).toEqual(new Set(["ALREADY_DECIDED"]));
  expect(await inSuspense()).toBe(before);
  const assigned = (await queueRow(id))?.status === "assigned";
  expect(await other.balance()).toBe(assigned ? 1_500_50 : 0);
});

describe("above the limit", () => {
  const setLimit = async (value: string) => {
    const updated = { value, updated_at: now() };
    await database()
      .insertInto("settings")
      .values({ key: "second_approval_above_paise", ...updated })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(updated))
      .execute();
  };
  beforeAll(() => setLimit("100000"));
  afterAll(() => setLimit("null"));

  test("two people must decide the same, and the first decision moves nothing [37.8]", async () => {
    const second = await world.newSuperAdmin("Asha Rao");
    const other = await world.retailer();
    const id = await receiveUnknown();
    const before = await inSuspense();
    const { data } = await boss.ask(assignCredit, {
      params: { id },
      body: { tenant_id: other.id },
    });
    expect(data.outcome).toBe("first_approval");
    expect(await inSuspense()).toBe(before);
    expect(await lastAuditEntry()).toMatchObject({ act: "suspense.decided_first" });
    const again = await assignTo(boss, id, other.id);
    expect(again.body.error.code).toBe("SECOND_APPROVER_NEEDED");
    // A different decision replaces the first one and needs its own second person.
    const instead = await assignTo(second, id, receiver.tenant.id);
    expect(outcomeOf(instead)).toBe("first_approval");
    expect((await queueRow(id))?.first_decision).toMatchObject({
      by: { id: second.id },
      tenant: { id: receiver.tenant.id },
    });
    const changed = await assignTo(second, id, other.id);
    expect(outcomeOf(changed)).toBe("first_approval");
    const done = await assignTo(boss, id, other.id, { note: "In my own words" });
    expect(outcomeOf(done)).toBe("decided");
    expect(await other.balance()).toBe(1_500_50);
  });

  test("a super admin added for it is no second person", async () => {
    const other = await world.retailer();
    const id = await receiveUnknown();
    expect(outcomeOf(await assignTo(boss, id, other.id))).toBe("first_approval");
    const accomplice = await world.superAdminAddedNow("Helper");
    const refused = await assignTo(accomplice, id, other.id);
    expect(refused.body.error.code).toBe("CONFIRMER_TOO_NEW");
    expect(await other.balance()).toBe(0);
  });

  test("two decisions at the same time decide once", async () => {
    const second = await world.newSuperAdmin("Vikram Sen");
    const other = await world.retailer();
    const id = await receiveUnknown();
    const answers = await Promise.all([boss, second].map((one) => assignTo(one, id, other.id)));
    expect(answers.map(outcomeOf).toSorted()).toEqual(["decided", "first_approval"]);
    expect(await other.balance()).toBe(1_500_50);
  });
});

test("a tenant gets a 403, and a credited credit or an unknown tenant is a 404", async () => {
  const id = await receiveUnknown();
  const { tenant } = receiver;
  for (const path of ["assign", "return", "dismiss", "reveal"]) {
    expect((await tenant.post(`/super-admin/suspense/${id}/${path}`, {})).status).toBe(403);
  }
  expect((await tenant.get("/super-admin/suspense")).status).toBe(403);
  const credited = receiver.credit({ amountPaise: 1_700_00n });
  await receiveCredits("sandbox", [credited]);
  const { id: mine } = await database()
    .selectFrom("incoming_credits")
    .select("id")
    .where("credit_reference", "=", credited.creditReference)
    .executeTakeFirstOrThrow();
  expect((await assignTo(boss, mine, tenant.id)).status).toBe(404);
  expect((await assignTo(boss, id, boss.id)).status).toBe(404);
});
