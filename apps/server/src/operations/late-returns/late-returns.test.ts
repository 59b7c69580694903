// A bank's return is found days later without its webhook, once, and within the budget of calls.
import { getReconciliation } from "@rokad/contract/reconciliation";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openReconciliationWorld } from "../../../test/reconciliation-world.ts";
import { sandboxRecords } from "../../../test/sandbox-records.ts";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { Provider } from "../../providers/provider.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { checkLateReturns } from "./check-late-returns.ts";
import { dueOf } from "./due-payouts.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const totalPaise = 1_005_90;

let world: Awaited<ReturnType<typeof openReconciliationWorld>>;
let bank: Provider;
let [asked, listed]: [string[], number] = [[], 0];
let silent: (reference: string) => boolean;

beforeAll(async () => {
  world = await openReconciliationWorld();
  bank = adapterOf("primary");
});
afterAll(() => world.close());
beforeEach(async () => {
  asked = [];
  listed = 0;
  silent = () => false;
  use({ withList: false });
  await clearRuns();
  await database().deleteFrom("settings").where("key", "like", "late_check%").execute();
});

async function clearRuns(): Promise<void> {
  for (const table of ["late_check_runs", "late_check_retries", "late_check_cursors"] as const)
    await database().deleteFrom(table).execute();
  await sql`
    insert into late_check_cursors
    select 'sandbox', days, ${now()}, 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    from unnest(array[2, 7, 30]) as days
  `.execute(database());
}

function use({ withList }: { withList: boolean }): void {
  const { list, ...others } = bank;
  const watched: Provider = {
    ...others,
    async checkStatus(reference) {
      asked.push(reference);
      if (silent(reference)) throw new OutcomeUnknownError("It timed out");
      return bank.checkStatus(reference);
    },
    ...(withList &&
      list && {
        async *list(from: Date, to: Date) {
          for await (const page of list(from, to)) {
            listed += 1;
            yield page;
          }
        },
      }),
  };
  useProviders({ primary: watched, alternative: watched });
}

const check = (signal = new AbortController().signal) =>
  checkLateReturns(signal, { perSecond: 100_000 });
const setBudget = (calls: number) =>
  database()
    .insertInto("settings")
    .values({ key: "late_check_calls_max", value: JSON.stringify(calls), updated_at: now() })
    .execute();

async function shownRun() {
  const boss = await world.signIn(world.boss.mobile);
  const { data } = await boss.ask(getReconciliation, {});
  return data.find(({ adapter }) => adapter === "sandbox")?.late_checks;
}

const balance = async () => (await world.signIn(world.payer.mobile)).balance();
const statusOf = async (id: string) =>
  (
    await database()
      .selectFrom("payouts")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).status;

async function newPayer() {
  const payer = await world.signIn(world.payer.mobile);
  Object.assign(world.payer, { token: payer.token });
}

async function paidPayouts(count: number) {
  await newPayer();
  const payouts: { id: string; reference: string }[] = [];
  for (let at = 0; at < count; at += 1) payouts.push(await world.settledPayout());
  return payouts;
}

describe("a return without a webhook", () => {
  test("is found on the second day, refunds once, and the page shows it", async () => {
    const [payout, other] = await paidPayouts(2);
    if (!payout || !other) throw new Error("No payouts");
    const before = await balance();
    await sandboxRecords.setState(payout.reference, "reversed");
    world.pass(1.9 * dayMs);
    await check();
    expect([asked, await statusOf(payout.id)]).toEqual([[], "success"]);
    world.pass(0.2 * dayMs);
    await Promise.all([check(), check(), check()]);
    expect(asked).toEqual([payout.reference, other.reference]);
    expect([await statusOf(payout.id), await statusOf(other.id)]).toEqual(["failed", "success"]);
    expect(await balance()).toBe(before + totalPaise);
    expect(await shownRun()).toMatchObject({
      finished_at: expect.any(String) as string,
      checked_count: 2,
      found_count: 1,
      unanswered_count: 0,
      left_count: 0,
      problem: null,
    });
    world.pass(2 * hourMs);
    await check();
    expect(asked).toHaveLength(2);
    expect(await world.faults()).toEqual([]);
  });

  test("is found on the seventh and the thirtieth day", async () => {
    const [payout] = await paidPayouts(1);
    if (!payout) throw new Error("No payout");
    for (const days of [2, 5, 23]) {
      world.pass(days * dayMs + hourMs);
      await check();
    }
    expect(asked).toEqual([payout.reference, payout.reference, payout.reference]);
    await sandboxRecords.setState(payout.reference, "reversed");
    world.pass(10 * dayMs);
    await check();
    // After the last day nobody asks; the bank's webhook or a reconciliation still counts.
    expect([asked.length, await statusOf(payout.id)]).toEqual([3, "success"]);
    const [late] = await paidPayouts(1);
    if (!late) throw new Error("No payout");
    world.pass(29 * dayMs);
    await check();
    await sandboxRecords.setState(late.reference, "reversed");
    world.pass(1.1 * dayMs);
    await check();
    expect(await statusOf(late.id)).toBe("failed");
  });

  test("is found once among payouts of before the first run", async () => {
    const [payout] = await paidPayouts(1);
    if (!payout) throw new Error("No payout");
    await sandboxRecords.setState(payout.reference, "reversed");
    world.pass(12 * dayMs);
    await database().deleteFrom("late_check_cursors").execute();
    await check();
    expect(asked.filter((reference) => reference === payout.reference)).toHaveLength(1);
    expect(await statusOf(payout.id)).toBe("failed");
  });
});

describe("the budget", () => {
  test("is kept, and the next run goes on with the oldest that are left", async () => {
    const payouts = await paidPayouts(7);
    const references = payouts.map(({ reference }) => reference);
    await setBudget(3);
    world.pass(2.1 * dayMs);
    await check();
    expect(asked).toEqual(references.slice(0, 3));
    expect(await shownRun()).toMatchObject({ checked_count: 3, left_count: 4 });
    await check();
    expect(asked).toHaveLength(3);
    for (let run = 0; run < 2; run += 1) {
      world.pass(hourMs);
      await check();
    }
    expect(asked).toEqual(references);
    expect(await shownRun()).toMatchObject({ checked_count: 1, left_count: 0 });
  });

  test("of 0 calls, or no days, asks nothing", async () => {
    await paidPayouts(1);
    await setBudget(0);
    world.pass(3 * dayMs);
    await check();
    expect([asked, await shownRun()]).toEqual([[], null]);
  });

  test("takes the provider's list instead of a call for each payout", async () => {
    use({ withList: true });
    const [payout, returned] = await paidPayouts(2);
    if (!payout || !returned) throw new Error("No payouts");
    await world.copyPayout(payout.id, 60);
    await sandboxRecords.setState(returned.reference, "reversed");
    await setBudget(10);
    world.pass(2.1 * dayMs);
    await check();
    expect([listed, asked]).toEqual([1, [returned.reference]]);
    expect(await statusOf(returned.id)).toBe("failed");
    expect(await shownRun()).toMatchObject({ checked_count: 62, found_count: 1, left_count: 0 });
    await world.deleteCopies();
  });
});

describe("a provider without a clear answer", () => {
  test("about one payout is asked about it again in later runs, at most 5 times", async () => {
    const odd = (await paidPayouts(3))[1]?.reference ?? "";
    silent = (reference) => reference === odd;
    world.pass(2.1 * dayMs);
    await check();
    const first = await shownRun();
    expect(first).toMatchObject({ checked_count: 2, unanswered_count: 1, left_count: 1 });
    for (let run = 0; run < 6; run += 1) {
      world.pass(hourMs);
      await check();
    }
    expect(asked.filter((reference) => reference === odd)).toHaveLength(5);
    expect((await shownRun())?.left_count).toBe(0);
  });

  test("at all ends the run with the reason, and nothing is skipped", async () => {
    const payouts = await paidPayouts(5);
    const references = payouts.map(({ reference }) => reference);
    silent = () => true;
    world.pass(2.1 * dayMs);
    await check();
    expect(asked).toEqual(references.slice(0, 3));
    expect(await shownRun()).toMatchObject({
      checked_count: 0,
      left_count: 5,
      problem: "The provider gave no clear answer: It timed out",
    });
    silent = () => false;
    asked = [];
    world.pass(11 * 60_000);
    await check();
    expect(asked).toEqual(references);
  });

  test("for open payouts goes first with their status checks", async () => {
    const [payout] = await paidPayouts(1);
    await world.acceptedPayout();
    world.pass(2.1 * dayMs);
    await check();
    expect(asked).toEqual([]);
    expect(await shownRun()).toMatchObject({
      left_count: 1,
      problem: "Status checks of open payouts go first",
    });
    await world.settle();
    asked = [];
    world.pass(11 * 60_000);
    await check();
    expect(asked).toEqual([payout?.reference]);
  });
});

test("a run that a stop interrupts is continued by another worker with the same budget", async () => {
  const payouts = await paidPayouts(5);
  const stopping = new AbortController();
  silent = (reference) => {
    if (reference === payouts[1]?.reference) stopping.abort();
    return false;
  };
  await setBudget(4);
  world.pass(2.1 * dayMs);
  await check(stopping.signal);
  expect(await shownRun()).toMatchObject({ finished_at: null, left_count: null });
  silent = () => false;
  world.pass(6 * 60_000);
  await check();
  const run = await shownRun();
  expect(run?.finished_at).not.toBeNull();
  expect(new Set(asked).size + (run?.left_count ?? 0)).toBeGreaterThanOrEqual(payouts.length);
  world.pass(hourMs);
  await check();
  expect(new Set(asked)).toEqual(new Set(payouts.map(({ reference }) => reference)));
});

test("the due payouts are one range of an index, however many were paid", async () => {
  const [payout] = await paidPayouts(1);
  await sql`delete from sandbox_bank.transfers where reference like 'MANY%'`.execute(database());
  await world.copyPayout(payout?.id ?? "", 20_000);
  await sql`analyze payouts, finished_payouts`.execute(database());
  const { rows } = await sql<{ "QUERY PLAN": string }>`
    explain ${dueOf("sandbox", 2)} limit 500
  `.execute(database());
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("Index Only Scan using finished_payouts_paid");
  expect(plan).not.toMatch(/Seq Scan on payouts|Sort/);
  await world.deleteCopies();
});
