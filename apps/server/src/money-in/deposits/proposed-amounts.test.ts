// Another amount on a statement or in suspense is proposed, never credited without a person's decision
// about that one deposit: bulk approvals leave it out with the reason.
import { approveDeposits } from "@rokad/contract/deposit-reviews";
import { listNotifications } from "@rokad/contract/notifications";
import { assignCredit, listSuspense } from "@rokad/contract/suspense";
import { approveStatementLine } from "@rokad/contract/statement-import";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openReceiver } from "../../../test/receiver.ts";
import {
  openReceivingWorld,
  received,
  type ReceivingWorld,
} from "../../../test/receiving-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { creditRow, statementsOf } from "../../../test/statement-world.ts";
import { receiveCredits } from "../virtual-accounts/receive-credits.ts";

let world: ReceivingWorld;
let meera: SignedIn;
let ravi: SignedIn;
beforeAll(async () => {
  world = await openReceivingWorld();
  ({ meera, ravi } = world);
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});
beforeEach(() => world.setLimit(null));

describe("several at once", () => {
  test("leave out those with another amount on a statement or in a first approval, with the reason", async () => {
    await world.setLimit(50_000_00);
    const tenant = await world.retailer();
    const plain = await world.request(tenant, undefined, { rupees: 1_000 });
    const onStatement = await world.request(tenant, undefined, { rupees: 1_000 });
    const halfDecided = await world.request(tenant, undefined, { rupees: 60_000 });
    await world.approve(meera, halfDecided._id, received(55_000));
    await statementsOf(world).importRows(
      meera,
      creditRow(onStatement.utr_reference, undefined, "900.00"),
    );
    expect(await world.rowOf(onStatement._id)).toMatchObject({
      statement_amount: { amount: 900_00 },
      warnings: expect.arrayContaining([
        {
          code: "AMOUNT_DIFFERS",
          message: "A bank statement shows ₹900.00 for this UTR instead of ₹1,000.00",
        },
      ]),
    });
    const ids = [plain, onStatement, halfDecided].map(({ _id }) => _id);
    const { data } = await ravi.ask(approveDeposits, { body: { ids } });
    expect(data.map(({ outcome, code, message }) => [outcome, code ?? message])).toEqual([
      ["approved", "Deposit approved and credited to the wallet"],
      ["refused", "AMOUNT_DIFFERS"],
      ["refused", "AMOUNT_DIFFERS"],
    ]);
    expect(data[1]?.message).toBe(
      "A bank statement shows ₹900.00 for this UTR instead of ₹1,000.00. Approve it on its own.",
    );
    expect(data[2]?.message).toBe(
      "The first approval is for ₹55,000.00 received instead of ₹60,000.00. Approve it on its own.",
    );
    expect(await tenant.balance()).toBe(1_000_00);
  });
});

describe("a statement line with another amount", () => {
  test("credits what arrived for a stated reason, and nothing without one [17.11]", async () => {
    const statements = statementsOf(world);
    const { tenant, deposits } = await statements.tenantWith(world.newUtr());
    const { utr_reference: utr } = (await world.rowOf(deposits[0]?._id ?? "")) ?? {
      utr_reference: "",
    };
    const { id, lines } = await statements.importRows(meera, creditRow(utr, undefined, "999.50"));
    const [line] = lines;
    expect(line).toMatchObject({
      outcome: "amount_differs",
      can_approve: false,
      can_credit_received: true,
    });
    const without = await meera.post(`/super-admin/statement-lines/${line?.id}/approve`, {});
    expect([without.status, without.body.error.code]).toEqual([409, "LINE_NOT_APPROVABLE"]);
    const params = { id: line?.id ?? "" };
    const { data } = await meera.ask(approveStatementLine, {
      params,
      body: { amount_reason: "The bank took ₹0.50" },
    });
    expect(data).toMatchObject({ outcome: "credited", can_credit_received: false });
    expect(data.reason).toMatch(/Requested ₹1,000\.00, received ₹999\.50\.$/);
    expect(await tenant.balance()).toBe(999_50);
    const [after] = await statements.lines(meera, id);
    expect(after?.deposit?.amount.amount).toBe(999_50);
    const again = await meera.post(`/super-admin/statement-lines/${line?.id}/approve`, {
      amount_reason: "Again",
    });
    expect(again.status).toBe(409);
    expect(await tenant.balance()).toBe(999_50);
  });

  test("says that it names no holder, and is not credited after the transfer was taken back", async () => {
    const statements = statementsOf(world);
    const utr = world.newUtr();
    const { tenant } = await statements.tenantWith(utr);
    const { lines } = await statements.importRows(
      meera,
      creditRow(utr, "NEFT OTHER SENDER", "900.00"),
    );
    expect(lines[0]?.reason).toMatch(/the request is for ₹1,000\.00\. The line does not name /);
    await statements.importRows(meera, ["22/11/2026", `RETURN ${utr}`, utr, "900.00", ""]);
    const path = `/super-admin/statement-lines/${lines[0]?.id}/approve`;
    const { body } = await meera.post(path, { amount_reason: "As on the statement" });
    expect(body.error.code).toBe("LINE_NOT_APPROVABLE");
    expect(await tenant.balance()).toBe(0);
  });
});

describe("money in suspense for a request with another amount", () => {
  async function suspended() {
    const { tenant, credit, bankAccount } = await openReceiver(world);
    const utr = world.newUtr();
    const form = { bank_account: bankAccount, amount: 2_000, utr_reference: utr };
    const { body } = await tenant.post("/wallet/deposit/initiate", form);
    const arrived = credit({ utr });
    await receiveCredits("sandbox", [arrived]);
    const { data } = await meera.ask(listSuspense, { query: { limit: 100 } });
    const found = data.find(({ utr_reference }) => utr_reference === utr);
    return { tenant, request: body.data._id, id: found?.id ?? "", credit: found };
  }
  const assign = (by: SignedIn, id: string, tenant: SignedIn, complete_request?: boolean) =>
    by.post(`/super-admin/suspense/${id}/assign`, { tenant_id: tenant.id, complete_request });

  const complete = async (by: SignedIn, id: string, tenant: SignedIn) => {
    const body = { tenant_id: tenant.id, complete_request: true };
    return (await by.ask(assignCredit, { params: { id }, body })).data.outcome;
  };

  test("completes the request with what arrived when a person says so", async () => {
    const { tenant, request, id, credit } = await suspended();
    expect(credit).toMatchObject({
      reason: "amount_differs",
      suggestions: [{ requested_amount: { amount: 2_000_00 } }],
    });
    const plain = await assign(meera, id, tenant);
    expect(plain.body.error).toMatchObject({
      code: "CREDIT_NOT_ASSIGNABLE",
      message:
        "The tenant's pending request with this UTR is for ₹2,000.00. Complete it with what arrived, or reject it first.",
    });
    expect((await assign(meera, id, tenant, true)).status).toBe(200);
    expect(await world.rowOf(request)).toMatchObject({
      status: "completed",
      amount: { amount: 1_500_50 },
      requested_amount: { amount: 2_000_00 },
      amount_reason: "This amount arrived on your virtual account",
    });
    expect(await tenant.balance()).toBe(1_500_50);
    const { data } = await tenant.ask(listNotifications, { query: {} });
    expect(data.find(({ kind }) => kind === "deposit_credited")?.text).toContain(
      "You requested ₹2,000.00",
    );
  });

  test("needs two equal decisions when the larger amount is above the limit", async () => {
    await world.setLimit(1_800_00);
    const { tenant, id } = await suspended();
    expect(await complete(meera, id, tenant)).toBe("first_approval");
    expect(await tenant.balance()).toBe(0);
    expect(await complete(ravi, id, tenant)).toBe("decided");
    expect(await tenant.balance()).toBe(1_500_50);
  });

  test("races with a rejection of the request and with an approval: one of them counts", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { tenant, request, id } = await suspended();
      await Promise.all([
        assign(meera, id, tenant, true),
        ravi.post(`/super-admin/deposits/${request}/reject`, { reason: "Wrong amount" }),
        world.approve(ravi, request, received(1_500.5)),
      ]);
      const { data } = await meera.ask(listSuspense, { query: { status: "all", limit: 100 } });
      const isAssigned = data.find((one) => one.id === id)?.status === "assigned";
      expect(await tenant.balance()).toBe(isAssigned ? 1_500_50 : 0);
      expect(await world.faults()).toEqual([]);
    }
  });

  test("without a request of another amount there is nothing to complete", async () => {
    const { tenant, credit } = await openReceiver(world);
    const arrived = credit({ sender: null });
    await receiveCredits("sandbox", [arrived]);
    const { data } = await meera.ask(listSuspense, { query: { limit: 100 } });
    const id = data.find(({ utr_reference: utr }) => utr === arrived.utr)?.id ?? "";
    const { body } = await assign(meera, id, tenant, true);
    expect(body.error.code).toBe("CREDIT_NOT_ASSIGNABLE");
  });
});
