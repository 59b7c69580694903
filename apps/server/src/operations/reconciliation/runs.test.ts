// The guarantee: a run ends with the whole day or with nothing. A moving payout is no difference, a
// failed run starts again, and each provider and day has one run at a time.
import { getReconciliation } from "@rokad/contract/reconciliation";
import { listNotifications } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sandboxRecords } from "../../../test/sandbox-records.ts";
import { openReconciliationWorld } from "../../../test/reconciliation-world.ts";
import { today } from "../../kernel/days.ts";
import { database } from "../../database/db.ts";
import { type Provider } from "../../providers/provider.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { configuredProviders, useProviders } from "../../providers/configured-providers.ts";

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

const start = (day = today()) =>
  world.boss.post("/super-admin/reconciliation/runs", { adapter: "sandbox", day });
const notifications = async () =>
  (await world.boss.ask(listNotifications, { query: {} })).data.filter(({ kind }) =>
    kind.startsWith("reconciliation"),
  );

describe("a payout that moves during a run", () => {
  test("is no difference when it ends between the list and our books [35.13]", async () => {
    const { id } = await world.acceptedPayout();
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

  test("is counted as moving and left to the next run when it was just sent", async () => {
    const { reference } = await world.settledPayout("pending@upi");
    await sandboxRecords.remove(reference);
    expect(await world.reconcile()).toMatchObject({ state: "clean", moving_count: 1 });
    await world.ageLastUpdates();
    expect(await world.reconcile()).toMatchObject({ state: "differs", moving_count: 0 });
  });

  test("is one transfer when its page arrives twice", async () => {
    await world.settledPayout();
    use({
      async *list(from, to) {
        yield* sandbox.list?.(from, to) ?? [];
        yield* sandbox.list?.(from, to) ?? [];
      },
    });
    expect(await world.reconcile()).toMatchObject({ state: "clean", compared_count: 1 });
  });

  test("is no difference when a person saves its charge after the comparison [35.13]", async () => {
    const { reference, id } = await world.settledPayout();
    await sandboxRecords.setCharge(reference, 500n, 90n);
    use({
      balance: async () => {
        await world.saveCharge(id, 500n, 90n);
        return sandbox.balance?.() ?? 0n;
      },
    });
    expect(await world.reconcile()).toMatchObject({ state: "clean", moving_count: 1 });
  });

  test("keeps a difference that the run could not compare", async () => {
    const { reference, id } = await world.settledPayout();
    await sandboxRecords.setUtr(reference, "700000000009");
    await world.reconcile();
    const kinds = async () => (await world.differences({ state: "open" })).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["utr"]);
    use({
      balance: async () => {
        await world.saveCharge(id, 500n, 90n);
        return sandbox.balance?.() ?? 0n;
      },
    });
    expect(await world.reconcile()).toMatchObject({ moving_count: 1, gone_count: 0 });
    expect(await kinds()).toEqual(["utr"]);
  });
});

test("a day starts at midnight in India, and a payout across midnight is matched [35.15]", async () => {
  const before = await world.settledPayout();
  const after = await world.settledPayout();
  const midnight = new Date("2026-03-03T18:30:00Z");
  const just = (ms: number) => new Date(midnight.getTime() + ms);
  await world.setSentAt(before.id, just(-1), just(-1));
  await world.setSentAt(after.id, just(-1), just(0));
  expect(await world.reconcile("2026-03-03")).toMatchObject({ state: "clean", compared_count: 2 });
  expect(await world.reconcile("2026-03-04")).toMatchObject({
    state: "clean",
    compared_count: 1,
    ours: { count: 1 },
    theirs: { count: 1 },
  });
});

test("a provider without a list is asked about each payout, and the run says so [35.4]", async () => {
  const { reference } = await world.settledPayout();
  await world.settledPayout();
  await sandboxRecords.add();
  await sandboxRecords.setState(reference, "failed");
  use({ list: undefined });
  expect(await world.reconcile()).toMatchObject({
    way: "look",
    state: "differs",
    compared_count: 2,
    theirs: { count: 1, amount: null },
  });
  expect(await world.onlyDifference()).toMatchObject({
    kind: "status",
    theirs: { amount: { amount: 1_000_00 } },
  });
});

describe("a provider that fails in the middle", () => {
  const failMidway = () =>
    use({
      async *list(from, to) {
        yield* sandbox.list?.(from, to) ?? [];
        throw new OutcomeUnknownError("The second page timed out");
      },
    });

  test("leaves no partial result; the next try starts again [35.14]", async () => {
    await world.settledPayout();
    await sandboxRecords.add();
    failMidway();
    await start();
    await world.runJobs();
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

  test("fails after its last try, shows why, and can be started again [35.14]", async () => {
    failMidway();
    await start();
    for (let tries = 0; tries < 5; tries += 1) await world.retryJobs();
    expect((await world.runs())[0]).toMatchObject({ state: "failed" });
    expect((await start()).status).toBe(201);
    expect((await world.runs()).map(({ state }) => state)).toEqual(["waiting", "failed"]);
    use({});
    await world.runJobs();
    expect((await world.runs())[0]).toMatchObject({ state: "clean" });
    const stagedRows = await database().selectFrom("reconciliation_theirs").selectAll().execute();
    expect(stagedRows).toEqual([]);
    expect(await notifications()).toEqual([]);
  });

  test("keeps its dead job dead once the run is closed, and says what to do instead", async () => {
    failMidway();
    await start();
    for (let tries = 0; tries < 5; tries += 1) await world.retryJobs();
    // Another day's run closes it.
    await start("2026-03-04");
    use({});
    await world.runJobs();
    const job = () =>
      database()
        .selectFrom("background_jobs")
        .select(["id", "status", "last_error"])
        .where("status", "<>", "done")
        .executeTakeFirstOrThrow();
    const { id } = await job();
    expect((await world.boss.post(`/super-admin/activity/jobs/${id}/retry`)).status).toBe(200);
    await world.runJobs();
    expect(await job()).toEqual({
      id,
      status: "dead",
      last_error: "This run has failed. Start this day again under Reconciliation.",
    });
  });
});

test("starts once when 8 requests race; another day runs beside it [35.2]", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => start()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(
    answers.filter(({ body }) => body.error?.code === "RECONCILIATION_UNDER_WAY"),
  ).toHaveLength(7);
  expect((await start("2026-03-04")).status).toBe(201);
});

test("a day that can't be reconciled is rejected with a message [35.2]", async () => {
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

test("stores one result when two workers run it", async () => {
  await world.settledPayout();
  await sandboxRecords.add();
  await world.reconcile();
  await sql`update background_jobs set status = 'waiting', finished_at = null`.execute(database());
  await world.runJobs();
  expect(await world.runs()).toHaveLength(1);
  expect(await world.onlyDifference()).toMatchObject({ kind: "missing_here" });
});
