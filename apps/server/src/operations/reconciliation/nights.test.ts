// The guarantee: every night the previous day is reconciled once, and earlier days while they have
// open payouts or differences; super admins are notified, and the balance is explained.
import { recordFundTransfer } from "@rokad/contract/fund-transfers";
import { listNotifications } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sandboxRecords } from "../../../test/sandbox-records.ts";
import { openReconciliationWorld } from "../../../test/reconciliation-world.ts";
import { type Provider } from "../../providers/provider.ts";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { NotAcceptedError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { configuredProviders, useProviders } from "../../providers/configured-providers.ts";
import { reconcileNightly } from "./reconcile-nightly.ts";

let world: Awaited<ReturnType<typeof openReconciliationWorld>>;
let sandbox: Provider;
beforeAll(async () => {
  world = await openReconciliationWorld();
  sandbox = configuredProviders()[0] as Provider;
});
beforeEach(() => {
  use({});
  return world.startOver();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

/** Overrides methods of the sandbox; undefined removes one. */
function use(change: { [K in keyof Provider]?: Provider[K] | undefined }): void {
  const provider = { ...sandbox, ...change } as Provider;
  useProviders({ primary: provider, alternative: provider });
}

// oxlint-disable-next-line require-yield
async function* failingList(): ReturnType<NonNullable<Provider["list"]>> {
  throw new OutcomeUnknownError("No answer within 10 seconds");
}

const notifications = async () =>
  (await world.boss.ask(listNotifications, { query: {} })).data.filter(({ kind }) =>
    kind.startsWith("reconciliation"),
  );

describe("the nightly run", () => {
  const fourInTheMorning = "2026-03-04T22:30:00Z";
  /** The runs of a night. */
  async function nightOf(instant: string) {
    await world.at(instant, async () => {
      await reconcileNightly();
      await world.runJobs();
    });
    return (await world.runs()).filter(
      ({ requested_at }) => requested_at === new Date(instant).toISOString(),
    );
  }

  test("starts once a night with 5 workers, and not before 04:00 [35.1]", async () => {
    await world.at("2026-03-04T22:29:00Z", reconcileNightly);
    expect(await world.runs()).toEqual([]);
    await world.at(fourInTheMorning, async () => {
      await Promise.all(Array.from({ length: 5 }, reconcileNightly));
      await world.runJobs();
      await reconcileNightly();
    });
    expect(await world.runs()).toMatchObject([
      { day: "2026-03-04", origin: "night", requested_by: null, state: "clean" },
    ]);
  });

  test("repeats earlier days while they have an open payout, and not longer [35.1]", async () => {
    const { id } = await world.settledPayout("pending@upi");
    const at = new Date("2026-03-02T06:30:00Z");
    await world.setSentAt(id, at, at);
    const first = await nightOf(fourInTheMorning);
    expect(first.map(({ day }) => day).toSorted()).toEqual(["2026-03-02", "2026-03-04"]);
    expect(await nightOf("2026-03-08T22:30:00Z")).toMatchObject([{ day: "2026-03-08" }]);
  });

  test("repeats a day with a known difference, which reopens when it has changed", async () => {
    const added = await sandboxRecords.add({
      state: "processing",
      at: new Date("2026-03-02T06:30:00Z"),
    });
    await nightOf("2026-03-02T22:30:00Z");
    const [difference] = await world.differences({ state: "open" });
    expect(difference).toMatchObject({ kind: "missing_here", subject: added });
    if (difference) await world.handle(difference, { reason: "A test of the bank" });
    expect(await world.differences({ state: "open" })).toEqual([]);
    await nightOf("2026-03-03T22:30:00Z");
    expect(await world.differences({ state: "open" })).toEqual([]);
    await sandboxRecords.setState(added.replace("sandbox-", ""), "success");
    await nightOf(fourInTheMorning);
    expect(await world.differences({ state: "open" })).toMatchObject([{ id: difference?.id }]);
  });

  test("repeats a day whose last run could not compare a payout", async () => {
    const { id } = await world.settledPayout();
    const at = new Date("2026-03-02T06:30:00Z");
    await world.setSentAt(id, at, at);
    const { id: runId } = await world.reconcile("2026-03-02");
    await sql`
      update reconciliation_runs set moving_count = 1, finished_at = '2026-03-03' where id = ${runId}
    `.execute(database());
    const days = (await nightOf(fourInTheMorning)).map(({ day }) => day);
    expect(days.toSorted()).toEqual(["2026-03-02", "2026-03-04"]);
    expect(await nightOf("2026-03-05T22:30:00Z")).toMatchObject([{ day: "2026-03-05" }]);
  });

  test("repeats a day whose run failed, until one has compared it", async () => {
    use({ list: failingList });
    await world.at(fourInTheMorning, async () => {
      await reconcileNightly();
      for (let tries = 0; tries < 5; tries += 1) await world.retryJobs();
    });
    await world.at("2026-03-04T23:30:00Z", reconcileNightly);
    expect(await world.runs()).toMatchObject([{ day: "2026-03-04", state: "failed" }]);
    use({});
    const days = (await nightOf("2026-03-05T22:30:00Z")).map(({ day }) => day);
    expect(days.toSorted()).toEqual(["2026-03-04", "2026-03-05"]);
    expect(await nightOf("2026-03-06T22:30:00Z")).toMatchObject([{ day: "2026-03-06" }]);
  });

  test("repeats a day that was compared before it had ended", async () => {
    const { id: runId } = await world.reconcile("2026-03-02");
    await sql`
      update reconciliation_runs
      set requested_at = '2026-03-02T12:00:00+05:30', finished_at = '2026-03-02T12:01:00+05:30'
      where id = ${runId}
    `.execute(database());
    const days = (await nightOf(fourInTheMorning)).map(({ day }) => day);
    expect(days.toSorted()).toEqual(["2026-03-02", "2026-03-04"]);
    expect(await nightOf("2026-03-05T22:30:00Z")).toMatchObject([{ day: "2026-03-05" }]);
  });

  test("catches up on a day whose own night had no worker, once", async () => {
    const { id } = await world.settledPayout();
    const at = new Date("2026-03-02T06:30:00Z");
    await world.setSentAt(id, at, at);
    const days = (await nightOf("2026-03-03T22:30:00Z")).map(({ day }) => day);
    expect(days.toSorted()).toEqual(["2026-03-02", "2026-03-03"]);
    expect(await nightOf(fourInTheMorning)).toMatchObject([{ day: "2026-03-04" }]);
  });

  test("notifies every super admin once of its differences and of a failure [35.16]", async () => {
    await sandboxRecords.add({ at: new Date("2026-03-04T10:00:00Z") });
    await world.at(fourInTheMorning, async () => {
      await reconcileNightly();
      await world.runJobs();
    });
    expect(await notifications()).toMatchObject([
      {
        title: "Reconciliation found differences",
        text: "Sandbox, 04/03/2026: 1 difference open, 1 severe, 1 new",
      },
    ]);
    use({ list: failingList });
    await world.at("2026-03-05T22:30:00Z", reconcileNightly);
    for (let tries = 0; tries < 5; tries += 1) await world.retryJobs();
    await reconcileNightly();
    await reconcileNightly();
    const failures = (await notifications()).filter(({ kind }) => kind === "reconciliation_failed");
    expect(failures.map(({ text }) => text).toSorted()).toEqual([
      "Sandbox, 04/03/2026: The provider gave no clear answer: No answer within 10 seconds",
      "Sandbox, 05/03/2026: The provider gave no clear answer: No answer within 10 seconds",
    ]);
  });
});

test("a payout that its provider took a day after the first try is compared on that day", async () => {
  use({ send: () => Promise.reject(new NotAcceptedError("It could not be reached")) });
  const { id } = await world.settledPayout();
  const yesterday = new Date(now().getTime() - 24 * 60 * 60_000);
  await world.setSentAt(id, yesterday, yesterday);
  use({ list: undefined });
  await world.makeOpenDue();
  await world.settle();
  expect(await world.reconcile()).toMatchObject({ state: "clean", compared_count: 1 });
});

describe("the balance", () => {
  test("is explained to the paisa by our books since the last snapshot [35.5]", async () => {
    expect(await world.reconcile()).toMatchObject({ balance: { since: null } });
    const { reference, id } = await world.settledPayout();
    await world.settledPayout("failure@upi");
    await world.settledPayout("pending@upi");
    await sandboxRecords.setCharge(reference, 500n, 90n);
    await world.saveCharge(id, 500n, 90n);
    const inr = (amount: number) => ({ amount, currency: "INR" });
    const balance = (await sandbox.balance?.()) ?? 0n;
    await recordTopUp(25_000);
    use({ balance: async () => balance + 25_000_00n + 1n });
    expect((await world.reconcile()).balance?.since).toMatchObject({
      transferred: inr(25_000_00),
      paid: inr(300_000),
      charges: inr(590),
      returned: inr(100_000),
      unexplained: inr(1),
    });
  });

  /** Records money that the operator brought to the provider. */
  async function recordTopUp(amount: number) {
    const form = {
      from: "own_funds",
      to: "sandbox",
      amount,
      transferred_on: today(),
      note: "Top-up",
    };
    await world.boss.ask(recordFundTransfer, { body: form });
  }

  test("can be unavailable: the day is still reconciled, and the page shows why [35.5]", async () => {
    use({ balance: undefined });
    expect(await world.reconcile()).toMatchObject({
      state: "clean",
      balance: null,
      balance_problem: "This provider does not report a balance",
    });
    use({
      balance: async () => {
        throw new OutcomeUnknownError("504");
      },
    });
    expect(await world.reconcile()).toMatchObject({
      balance: null,
      balance_problem: "The provider did not answer the balance request",
    });
  });
});

test("compares 5,000 payouts in pages of 500 and finds exactly the planted differences [35.3]", async () => {
  const { id } = await world.settledPayout();
  await world.copyPayout(id, 4_999);
  const pages: number[] = [];
  use({
    async *list(from, to) {
      for await (const page of sandbox.list?.(from, to) ?? []) {
        pages.push(page.length);
        yield page;
      }
    },
  });
  await sandboxRecords.setAmount("MANY2500", 1n);
  await sandboxRecords.remove("MANY4999");
  expect(await world.reconcile()).toMatchObject({
    compared_count: 5_000,
    open_count: 2,
    ours: { count: 5_000, amount: { amount: 500_000_000 } },
    theirs: { count: 4_999 },
  });
  expect(Math.max(...pages)).toBe(500);
  expect(
    (await world.differences()).map(({ kind, subject }) => [kind, subject]).toSorted(),
  ).toEqual([
    ["amount", "MANY2500"],
    ["missing_there", "MANY4999"],
  ]);
  await world.deleteCopies();
});
