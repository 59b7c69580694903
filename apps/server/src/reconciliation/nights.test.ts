// The guarantee: every night the day before is reconciled once, and earlier days while they are
// open; whoever runs the installation hears of what was found, and the balance is explained.
import { listNotifications } from "@rokad/contract/notifications";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plant } from "../../test/plant.ts";
import { openReconciliationWorld } from "../../test/reconciliation-world.ts";
import { OutcomeUnknownError, type Provider } from "../providers/provider.ts";
import { everyProvider, useProviders } from "../providers/rails.ts";
import { reconcileNightly } from "./reconcile-nightly.ts";

let world: Awaited<ReturnType<typeof openReconciliationWorld>>;
let sandbox: Provider;
beforeAll(async () => {
  world = await openReconciliationWorld();
  sandbox = everyProvider()[0] as Provider;
});
beforeEach(() => {
  use({});
  return world.forget();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

/** The sandbox with some of its ways changed; undefined takes one away. */
function use(change: { [K in keyof Provider]?: Provider[K] | undefined }): void {
  const provider = { ...sandbox, ...change } as Provider;
  useProviders({ primary: provider, alternative: provider });
}

const news = async () =>
  (await world.boss.ask(listNotifications, { query: {} })).data.filter(({ kind }) =>
    kind.startsWith("reconciliation"),
  );

describe("by itself", () => {
  const fourInTheMorning = "2026-03-04T22:30:00Z";

  test("once in a night, however many workers there are, and not before four", async () => {
    await world.at("2026-03-04T22:29:00Z", reconcileNightly);
    expect(await world.runs()).toEqual([]);
    await world.at(fourInTheMorning, async () => {
      await Promise.all(Array.from({ length: 5 }, reconcileNightly));
      await world.doJobs();
      await reconcileNightly();
    });
    expect(await world.runs()).toMatchObject([
      { day: "2026-03-04", origin: "night", asked_by: null, state: "clean" },
    ]);
  });

  test("days before are looked at again while a payout of theirs is open, and not longer", async () => {
    const { id } = await world.paid("pending@upi");
    const at = new Date("2026-03-02T06:30:00Z");
    await world.handedOverAt(id, at, at);
    const nightOf = async (instant: string) => {
      await world.at(instant, async () => {
        await reconcileNightly();
        await world.doJobs();
      });
      return (await world.runs()).filter(
        ({ asked_at }) => asked_at === new Date(instant).toISOString(),
      );
    };
    const first = await nightOf(fourInTheMorning);
    expect(first.map(({ day }) => day).toSorted()).toEqual(["2026-03-02", "2026-03-04"]);
    expect(await nightOf("2026-03-08T22:30:00Z")).toMatchObject([{ day: "2026-03-08" }]);
  });

  test("everyone who runs the installation is told once of what it found, and of a failure", async () => {
    await plant.missingHere({ at: new Date("2026-03-04T10:00:00Z") });
    await world.at(fourInTheMorning, async () => {
      await reconcileNightly();
      await world.doJobs();
    });
    expect(await news()).toMatchObject([
      {
        title: "A provider's record differs",
        text: "Sandbox, 04/03/2026: 1 difference open, 1 severe, 1 new",
      },
    ]);
    use({
      // oxlint-disable-next-line require-yield
      async *list() {
        throw new OutcomeUnknownError("No answer within 10 seconds");
      },
    });
    await world.at("2026-03-05T22:30:00Z", reconcileNightly);
    for (let tries = 0; tries < 5; tries += 1) await world.retryJobs();
    await reconcileNightly();
    await reconcileNightly();
    const failures = (await news()).filter(({ kind }) => kind === "reconciliation_failed");
    expect(failures.map(({ text }) => text).toSorted()).toEqual([
      "Sandbox, 04/03/2026: The provider gave no clear answer: No answer within 10 seconds",
      "Sandbox, 05/03/2026: The provider gave no clear answer: No answer within 10 seconds",
    ]);
  });
});

describe("the balance", () => {
  test("is explained by what our books have since the last time, to the paisa", async () => {
    expect(await world.reconcile()).toMatchObject({ balance: { since: null } });
    const { reference, id } = await world.paid();
    await world.paid("failure@upi");
    await world.paid("pending@upi");
    await plant.charge(reference, 500n, 90n);
    await world.noteCharge(id, 500n, 90n);
    const inr = (amount: number) => ({ amount, currency: "INR" });
    const told = (await sandbox.balance?.()) ?? 0n;
    use({ balance: async () => told - 590n + 25_000_00n });
    expect((await world.reconcile()).balance?.since).toMatchObject({
      paid: inr(300_000),
      charges: inr(590),
      returned: inr(100_000),
      unexplained: inr(25_000_00),
    });
  });

  test("is not told, or not clearly: the day is reconciled all the same, and the page says why", async () => {
    use({ balance: undefined });
    expect(await world.reconcile()).toMatchObject({
      state: "clean",
      balance: null,
      balance_problem: "This provider does not tell its balance",
    });
    use({
      balance: async () => {
        throw new OutcomeUnknownError("504");
      },
    });
    expect(await world.reconcile()).toMatchObject({
      balance: null,
      balance_problem: "The provider did not tell its balance",
    });
  });
});

test("a day of 5,000 payouts is compared in pages of 500, and what was planted is all that is found", async () => {
  const { id } = await world.paid();
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
  await plant.amount("MANY2500", 1n);
  await plant.missingThere("MANY4999");
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
  await world.forgetCopies();
});
