// The guarantee: a run ends with the whole day or with nothing. What moves meanwhile is no
// difference, what breaks begins anew, and each provider and day is reconciled once at a time.
import { getReconciliation } from "@rokad/contract/reconciliation";
import { listNotifications } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plant } from "../../test/plant.ts";
import { openReconciliationWorld } from "../../test/reconciliation-world.ts";
import { today } from "../days.ts";
import { database } from "../db.ts";
import { OutcomeUnknownError, type Provider } from "../providers/provider.ts";
import { everyProvider, useProviders } from "../providers/rails.ts";

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

const start = (day = today()) =>
  world.boss.post("/super-admin/reconciliation/runs", { adapter: "sandbox", day });
const news = async () =>
  (await world.boss.ask(listNotifications, { query: {} })).data.filter(({ kind }) =>
    kind.startsWith("reconciliation"),
  );

describe("what moves during a run", () => {
  test("a payout that ends between the list and our books is no difference", async () => {
    const { id } = await world.waiting();
    use({
      async *list(from, to) {
        const pages = await Array.fromAsync(sandbox.list?.(from, to) ?? []);
        await world.settle();
        yield* pages;
      },
    });
    expect(await world.reconcile()).toMatchObject({ state: "clean", compared_count: 1 });
    expect(await world.payer.shown(id)).toMatchObject({ status: "success" });
  });

  test("one that was handed over a moment ago is left to the next run, and that is said", async () => {
    const { reference } = await world.paid("pending@upi");
    await plant.missingThere(reference);
    expect(await world.reconcile()).toMatchObject({ state: "clean", moving_count: 1 });
    await world.quiet();
    expect(await world.reconcile()).toMatchObject({ state: "differs", moving_count: 0 });
  });

  test("a page that comes twice is not two transfers", async () => {
    await world.paid();
    use({
      async *list(from, to) {
        yield* sandbox.list?.(from, to) ?? [];
        yield* sandbox.list?.(from, to) ?? [];
      },
    });
    expect(await world.reconcile()).toMatchObject({ state: "clean", compared_count: 1 });
  });

  test("what a person noted after it was compared is not found as it was", async () => {
    const { reference, id } = await world.paid();
    await plant.charge(reference, 500n, 90n);
    use({
      balance: async () => {
        await world.noteCharge(id, 500n, 90n);
        return sandbox.balance?.() ?? 0n;
      },
    });
    expect(await world.reconcile()).toMatchObject({ state: "clean", moving_count: 1 });
  });
});

test("a day in India begins at midnight there, and a payout over the border is found", async () => {
  const before = await world.paid();
  const after = await world.paid();
  const midnight = new Date("2026-03-03T18:30:00Z");
  const just = (ms: number) => new Date(midnight.getTime() + ms);
  await world.handedOverAt(before.id, just(-1), just(-1));
  await world.handedOverAt(after.id, just(-1), just(0));
  expect(await world.reconcile("2026-03-03")).toMatchObject({ state: "clean", compared_count: 2 });
  expect(await world.reconcile("2026-03-04")).toMatchObject({
    state: "clean",
    compared_count: 1,
    ours: { count: 1 },
    theirs: { count: 1 },
  });
});

test("a provider without a list is asked about each payout, and that is said", async () => {
  const { reference } = await world.paid();
  await world.paid();
  await plant.missingHere();
  await plant.state(reference, "failed");
  use({ list: undefined });
  expect(await world.reconcile()).toMatchObject({
    way: "look",
    state: "differs",
    compared_count: 2,
    theirs: { count: 1, amount: null },
  });
  expect(await world.only()).toMatchObject({ kind: "status", theirs: { amount: null } });
});

describe("a provider that fails in the middle", () => {
  const breaking = () =>
    use({
      async *list(from, to) {
        yield* sandbox.list?.(from, to) ?? [];
        throw new OutcomeUnknownError("The second page timed out");
      },
    });

  test("leaves nothing that looks like a result; the next try begins anew", async () => {
    await world.paid();
    await plant.missingHere();
    breaking();
    await start();
    await world.doJobs();
    expect((await world.runs())[0]).toMatchObject({
      state: "waiting",
      finished_at: null,
      problem: "The provider gave no clear answer: The second page timed out",
    });
    expect(await world.differences()).toEqual([]);
    use({});
    await world.retryJobs();
    expect((await world.runs())[0]).toMatchObject({
      state: "differs",
      problem: null,
      compared_count: 2,
      open_count: 1,
    });
  });

  test("is given up after its tries, says why, and can be asked for again", async () => {
    breaking();
    await start();
    for (let tries = 0; tries < 5; tries += 1) await world.retryJobs();
    expect((await world.runs())[0]).toMatchObject({ state: "failed" });
    expect((await start()).status).toBe(201);
    expect((await world.runs()).map(({ state }) => state)).toEqual(["waiting", "failed"]);
    use({});
    await world.doJobs();
    expect((await world.runs())[0]).toMatchObject({ state: "clean" });
    const staged = await database().selectFrom("reconciliation_theirs").selectAll().execute();
    expect(staged).toEqual([]);
    expect(await news()).toEqual([]);
  });
});

test("of eight who press at once one starts it, for this day; another day goes beside it", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => start()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(
    answers.filter(({ body }) => body.error?.code === "RECONCILIATION_UNDER_WAY"),
  ).toHaveLength(7);
  expect((await start("2026-03-04")).status).toBe(201);
});

test("what can't be reconciled is refused with a sentence", async () => {
  expect((await start("2999-01-01")).body.error.fields).toEqual({
    day: "The day cannot be in the future",
  });
  expect((await start("2026-02-30")).status).toBe(400);
  const path = "/super-admin/reconciliation/runs";
  const other = await world.boss.post(path, { adapter: "elsewhere", day: today() });
  expect(other.status).toBe(404);
  use({ missingSettings: async () => ["RAZORPAYX_KEY_ID"] });
  expect((await start()).body.error).toMatchObject({
    code: "PROVIDER_NOT_CONFIGURED",
    message: "Missing: RAZORPAYX_KEY_ID",
  });
  const { data } = await world.boss.ask(getReconciliation, {});
  expect(data).toMatchObject([{ missing_settings: ["RAZORPAYX_KEY_ID"] }]);
});

test("done twice by two workers, it leaves one result", async () => {
  await world.paid();
  await plant.missingHere();
  await world.reconcile();
  await sql`update background_jobs set status = 'waiting', finished_at = null`.execute(database());
  await world.doJobs();
  expect(await world.runs()).toHaveLength(1);
  expect(await world.only()).toMatchObject({ kind: "missing_here" });
});
