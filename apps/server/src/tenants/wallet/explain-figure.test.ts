// The guarantee: the lines of an explanation add up to the figure to the paisa, of this tenant only.
import { getStatement } from "@rokad/contract/reports";
import { getBalance, getPortfolio } from "@rokad/contract/wallet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callerOf } from "../../../test/caller.ts";
import { openExplainedWallet } from "../../../test/explained-wallet.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";

let world: Awaited<ReturnType<typeof openExplainedWallet>>;
beforeAll(async () => {
  world = await openExplainedWallet();
}, 120_000);
afterAll(() => world.close());

describe("the available balance", () => {
  test("is the sum of every kind of posting, worked out by hand [47.1]", async () => {
    const answer = await world.explained({ figure: "balance" });
    expect(world.linesOf(answer)).toEqual([
      ["deposit", 2, 25_000, 0],
      ["payout_paid", 3, 0, 2_001],
      ["payout_returned", 2, 850.5, 0],
      ["payout_on_hold", 1, 0, 155.9],
      ["payout_failed", 1, 505.9, 505.9],
      ["fee", null, 5, 15],
      ["gst", null, 0.9, 2.7],
      ["withdrawal_paid", 2, 0, 2_010],
      ["withdrawal_returned", 1, 5, 0],
      ["withdrawal_on_hold", 1, 0, 40],
      ["withdrawal_failed", 1, 300, 300],
      ["request_on_hold", 1, 0, 1_005.9],
      ["request_ended", 1, 205.9, 205.9],
      ["correction", 1, 0, 250],
    ]);
    expect(answer).toMatchObject({
      opening_balance: { amount: 0 },
      total_credits: { amount: 26_873_20 },
      total_debits: { amount: 6_492_30 },
      closing_balance: { amount: 20_380_90 },
      adds_up: true,
      difference: { amount: 0 },
      wallet_history: null,
    });
    const { data } = await world.owner.ask(getBalance, {});
    expect(data.main_balance.amount).toBe(20_380_90);
  });

  test("of an empty wallet has no lines and adds up", async () => {
    const empty = await world.retailer();
    for (const figure of ["balance", "held"] as const)
      expect(await world.explainTo(empty, { figure })).toMatchObject({
        lines: [],
        closing_balance: { amount: 0 },
        adds_up: true,
      });
    expect(await world.explainTo(empty, { figure: "flow", ...world.thisMonth })).toMatchObject({
      lines: [],
      opening_balance: { amount: 0 },
      adds_up: true,
    });
  });
});

test("the balance on hold is what payouts, withdrawals and requests hold now [47.2]", async () => {
  const answer = await world.explained({ figure: "held" });
  expect(world.linesOf(answer)).toEqual([
    ["payout_on_hold", 1, 155.9, 0],
    ["withdrawal_on_hold", 1, 40, 0],
    ["request_on_hold", 1, 1_005.9, 0],
  ]);
  expect([answer.closing_balance.amount, answer.adds_up]).toEqual([1_201_80, true]);
});

describe("a period", () => {
  test("goes from its opening to its closing balance by the statement's lines [47.3]", async () => {
    const answer = await world.explained({ figure: "flow", ...world.thisMonth });
    expect(world.linesOf(answer)).toEqual([
      ["deposit", 2, 25_000, 0],
      // 1,000 + 500 + 700 + 301 + 150, and five times fee and GST.
      ["payout", 5, 0, 2_680.5],
      ["payout_returned", 2, 856.4, 0],
      ["payout_failed", 1, 505.9, 0],
      ["withdrawal", 4, 0, 2_350],
      ["withdrawal_returned", 1, 5, 0],
      ["withdrawal_failed", 1, 300, 0],
      ["request_hold", 2, 0, 1_211.8],
      ["request_release", 1, 205.9, 0],
      ["correction", 1, 0, 250],
    ]);
    const { summary } = await world.owner.ask(getStatement, { query: world.thisMonth });
    const { opening_balance, total_credits, total_debits, closing_balance } = summary;
    expect(answer).toMatchObject({
      ...world.thisMonth,
      opening_balance,
      total_credits,
      total_debits,
      closing_balance,
      adds_up: true,
    });
    expect(closing_balance.amount).toBe(20_380_90);
  });

  test("names what Monthly Flow counts of it", async () => {
    const { wallet_history: counted } = await world.explained({
      figure: "flow",
      ...world.thisMonth,
    });
    const { data } = await world.owner.ask(getPortfolio, {});
    expect(counted).toEqual({
      total_credits: data.total_credits,
      total_debits: data.total_debits,
    });
  });

  test("before the first entry has no lines", async () => {
    const period = { from: "2020-01-01", to: "2020-01-31" };
    expect(await world.explained({ figure: "flow", ...period })).toMatchObject({
      lines: [],
      opening_balance: { amount: 0 },
      closing_balance: { amount: 0 },
      adds_up: true,
    });
  });

  test("needs both days", async () => {
    for (const query of [{ from: "2026-03-10" }, { to: "2026-03-10" }, {}]) {
      const answer = await world.owner.get("/wallet/explanation", { figure: "flow", ...query });
      expect([answer.status, answer.body.error.code]).toEqual([400, "INVALID_INPUT"]);
    }
  });
});

test("a viewer and a super admin who views the tenant read the same", async () => {
  const boss = await world.superAdmin();
  const { body } = await boss.post(`/super-admin/tenants/${world.owner.id}/view`, {
    reason: "Ticket 4711: a deposit is missing",
  });
  const asTenant = callerOf(world.app, body.data.access_token, () => undefined);
  const viewer = await world.member(world.owner, ["viewer"], "Ravi Menon");
  const own = await world.explained({ figure: "balance" });
  expect(await world.explainTo(viewer, { figure: "balance" })).toEqual(own);
  const seen = await asTenant.get("/wallet/explanation", { figure: "balance" });
  expect(seen.body.data).toEqual(own);
});

describe("the books", () => {
  const books = async () => (await world.explained({ figure: "held" })).books;
  const verify = (at: string, result: { faults?: number; problem?: string } = {}) =>
    database()
      .insertInto("verifications")
      .values({
        id: newId(),
        origin: "command",
        requested_at: new Date(at),
        finished_at: new Date(at),
        fault_count: result.faults ?? 0,
        problem: result.problem ?? null,
      })
      .execute();

  test("are as the last completed verification found them, without its details [47.4]", async () => {
    expect(await books()).toEqual({ state: "unverified", verified_at: null });
    await verify("2026-11-20T20:30:00Z");
    const verified = { state: "verified", verified_at: "2026-11-20T20:30:00.000Z" };
    expect(await books()).toEqual(verified);
    await verify("2026-11-21T20:30:00Z", { problem: "The disk is full" });
    expect(await books()).toEqual(verified);
    await verify("2026-11-22T20:30:00Z", { faults: 2 });
    expect(await books()).toEqual({ state: "faulty", verified_at: "2026-11-22T20:30:00.000Z" });
  });
});
