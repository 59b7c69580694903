// The guarantee: on each due day one batch is prepared, whatever workers and clocks do; it pays nothing
// before it is signed or approved separately.
import { createBatchSchedule, listBatchSchedules } from "@rokad/contract/batch-schedules";
import type { Input } from "@rokad/contract/call";
import { listUpcoming } from "@rokad/contract/upcoming";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openBatchWorld, partsOf, type BatchWorld } from "../../../test/batch-world.ts";
import { testHolidays } from "../../../test/schedule-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { useClock } from "../../kernel/clock.ts";
import { calendarOf, useCalendar } from "../schedules/bank-calendar.ts";
import { applyHolidaysToBatches, prepareDueBatches } from "./prepare-batches.ts";

/** Monday 11 January 2027, 09:50 in India. */
const start = "2027-01-11T04:20:00.000Z";
const [due, nextDue] = ["2027-01-11T04:30:00Z", "2027-01-18T04:30:00Z"];

const undo = [useClock(() => new Date(start)), useCalendar(calendarOf([testHolidays]))];
let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterEach(() => world.checkBatches());
afterAll(async () => {
  await world.close();
  for (const restore of undo) restore();
});

const mondays: ScheduleRuleInput = {
  repeats: "weekly",
  weekdays: [1],
  starts_on: "2027-01-11",
  hour: 10,
};
type ScheduleRuleInput = Input<typeof createBatchSchedule>["body"]["rule"];

const path = <A extends string>(id: string, act: A) => `/batch-schedules/${id}/${act}` as const;

/** A paid batch that comes again on Mondays at 10:00. */
async function scheduled(owner: SignedIn, { rule = {}, csv = world.csvOf([100, 250.5]) } = {}) {
  const { id } = await world.draft(owner, csv);
  await world.run(owner, { id });
  await world.workBatches();
  const body = { rule: { ...mondays, ...rule } };
  return (await owner.ask(createBatchSchedule, { params: { id }, body })).data;
}

const prepareAt = (instant: string) =>
  world.at(instant, async () => {
    while ((await prepareDueBatches()) > 0);
  });

const read = async (by: SignedIn, id: string) =>
  (await by.ask(listBatchSchedules, { query: { view: "all" } })).data.find((one) => one.id === id);

/** The newest batch of a schedule. */
async function preparedBy(by: SignedIn, id: string) {
  const batchId = (await read(by, id))?.last_run?.batch?.id;
  if (!batchId) throw new Error("No batch was prepared");
  return world.readBatch(by, batchId);
}

const batchCount = async (by: SignedIn) => (await by.get("/payout-batches")).body.total;

describe("a due day", () => {
  test("has one batch, also with eight workers and a clock that is set back", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const { id } = await scheduled(owner);
    await prepareAt("2027-01-11T04:29:59Z");
    expect(await batchCount(owner)).toBe(1);
    await world.at(due, () => Promise.all(Array.from({ length: 8 }, () => prepareDueBatches())));
    await prepareAt("2027-01-10T00:00:00Z");
    await prepareAt(due);
    expect(await batchCount(owner)).toBe(2);
    const batch = await preparedBy(owner, id);
    expect(batch).toMatchObject({
      state: "draft",
      schedule: { id, due_on: "2027-01-11" },
      file_name: "salaries.csv",
      rows: 2,
      amount: { amount: 350_50 },
      check: { ready: 2, wrong: 0 },
    });
    expect(await world.notificationKinds(owner)).toContain("batch_prepared");
    expect(await world.payoutCount(owner)).toBe(2);
  });

  test("pays after a signature of its own, and a worker that was away prepares each day", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const { id } = await scheduled(owner, { rule: { count: 2 } });
    await prepareAt(nextDue);
    expect(await batchCount(owner)).toBe(3);
    expect(await read(owner, id)).toMatchObject({ state: "ended", next: null });
    const batch = await preparedBy(owner, id);
    expect(batch.schedule?.due_on).toBe("2027-01-18");
    expect((await world.run(owner, batch)).status).toBe(200);
    await world.workBatches();
    expect(partsOf(await world.readBatch(owner, batch.id))).toMatchObject({ paid: [2, 350.5] });
    expect(await world.payoutCount(owner)).toBe(4);
  });

  test("whose hour is over already has none, also after a new list of bank holidays", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const { id, next } = await scheduled(owner, { rule: { hour: 9 } });
    expect(next?.due_on).toBe("2027-01-18");
    const restore = useCalendar(calendarOf([{ ...testHolidays, place: "Delhi" }]));
    await applyHolidaysToBatches();
    restore();
    await prepareAt(due);
    expect(await batchCount(owner)).toBe(1);
    expect((await read(owner, id))?.next?.due_on).toBe("2027-01-18");
    const { data } = await owner.ask(listUpcoming, { query: { days: 8 } });
    expect(data.items.map(({ at }) => at)).toEqual(["2027-01-18T03:30:00.000Z"]);
  });

  test("that moves before a holiday is prepared before it", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const rule = { repeats: "monthly", day: 26, on_holiday: "before", weekdays: undefined };
    const { next, rule_text: text } = await scheduled(owner, { rule });
    expect(text).toBe("Every month on day 26, or the working day before, 10:00");
    expect(next).toMatchObject({ due_on: "2027-01-25", moved_because: "Republic Day" });
  });

  test("is submitted where the policy asks approvals, and neither its maker nor who wrote the rows approves them", async () => {
    const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
    const steps = [{ approvals: 1, roles: ["approver"], people: [] }];
    const team = await world.team({ bands: [{ ...any, steps }] });
    const writer = await world.member(team.owner, ["preparer", "approver"], "Meena Das");
    const { id: first } = await world.draft(writer, world.csvOf([100, 250.5]));
    const content = async (of: string) => ({
      content_hash: (await world.readBatch(team.owner, of)).content_hash,
    });
    await team.preparer.post(`/payout-batches/${first}/submit`, await content(first));
    await team.approver.post(`/payout-batches/${first}/approve`, await content(first));
    await world.workBatches();
    const body = { rule: mondays };
    const { data } = await team.preparer.ask(createBatchSchedule, { params: { id: first }, body });
    await prepareAt(due);
    const batch = await preparedBy(team.owner, data.id);
    expect(batch).toMatchObject({
      state: "awaiting_approval",
      maker: { name: "Priya Nair" },
      approval: { waiting_for: "Waits for Anil Kumar or Vikram Rao" },
    });
    const approve = async (by: SignedIn) =>
      by.post(`/payout-batches/${batch.id}/approve`, await content(batch.id));
    for (const by of [team.preparer, writer]) expect((await approve(by)).status).toBe(403);
    expect((await approve(team.second)).body.data.state).toBe("running");
    await world.workBatches();
    expect(await world.payoutCount(team.owner)).toBe(4);
    const { rows } = await sql<{ actor_id: string | null }>`
      select actor_id from audit_log
      where subject_id = ${batch.id} and act in ('payout_batch.created', 'payout_batch.submitted')
    `.execute(database());
    // The product did both, in the preparer's name.
    expect(rows).toEqual([{ actor_id: null }, { actor_id: null }]);
  });

  test("whose rows can't be paid has a draft to correct", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const account = world.newAccountNumber();
    const csv = `Name,Account,IFSC,Amount\nAsha Rao,${account},HDFC0000001,100`;
    const { id } = await scheduled(owner, { csv });
    await sql`update tenants set allowed_providers = '{}' where id = ${owner.id}`.execute(
      database(),
    );
    await prepareAt(due);
    expect(await preparedBy(owner, id)).toMatchObject({
      state: "draft",
      content_hash: null,
      check: { ready: 0, wrong: 1 },
    });
    const { body } = await owner.get("/notifications");
    expect(body.data[0]?.text).toContain("1 row needs correcting first");
  });

  test("without its maker has none; who resumes it prepares the next one", async () => {
    const { owner, preparer } = await world.team();
    const { id: batchId } = await world.draft(owner, world.csvOf([100]));
    await world.run(owner, { id: batchId });
    const input = { params: { id: batchId }, body: { rule: mondays } };
    const { id } = (await preparer.ask(createBatchSchedule, input)).data;
    await world.disable(owner, preparer);
    await prepareAt(due);
    const why = "Priya Nair can't prepare payouts any more";
    expect(await read(owner, id)).toMatchObject({
      state: "paused",
      pause: { message: expect.stringContaining(why) as string },
      last_run: { state: "failed", batch: null },
    });
    expect(await world.notificationKinds(owner)).toContain("batch_not_prepared");
    await owner.post(path(id, "resume"));
    await prepareAt(nextDue);
    const again = await world.at(nextDue, () => world.signIn(owner.mobile));
    const batch = await world.at(nextDue, () => preparedBy(again, id));
    expect(batch.maker.name).toBe("Sharma Traders");
  });
});

describe("a schedule", () => {
  test("can be skipped, paused, resumed and ended, each once", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const { id } = await scheduled(owner);
    const reason = "Paid by hand";
    const wrong = await owner.post(path(id, "skip"), { due_on: "2027-01-18", reason });
    expect([wrong.status, wrong.body.error.code]).toEqual([409, "SCHEDULE_CHANGED"]);
    const skipped = await owner.post(path(id, "skip"), { due_on: "2027-01-11", reason });
    expect(skipped.body.data).toMatchObject({
      next: { due_on: "2027-01-18" },
      last_run: { state: "skipped", reason },
    });
    await prepareAt(due);
    expect(await batchCount(owner)).toBe(1);
    expect((await owner.post(path(id, "pause"))).body.data.state).toBe("paused");
    expect((await owner.post(path(id, "pause"))).body.error.code).toBe("SCHEDULE_CHANGED");
    await prepareAt(nextDue);
    expect(await batchCount(owner)).toBe(1);
    const again = await world.at(nextDue, () => world.signIn(owner.mobile));
    const resumed = await world.at(nextDue, () => again.post(path(id, "resume")));
    expect(resumed.body.data).toMatchObject({
      state: "active",
      next: { due_on: "2027-01-25" },
      last_run: { due_on: "2027-01-18", state: "skipped" },
    });
    const ended = await owner.post(path(id, "end"), { reason: "The project is over" });
    expect(ended.body.data).toMatchObject({ state: "ended", next: null, can: [] });
    expect((await owner.post(path(id, "resume"))).status).toBe(409);
  });

  test("takes the rows of another batch of the business, once that was started", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const other = await world.operator({ wallet: "₹5,000" });
    const { id } = await scheduled(owner);
    const { id: raised } = await world.draft(owner, world.csvOf([300, 400]));
    const take = (batch: string) => owner.post(path(id, "rows"), { batch_id: batch });
    expect((await take(raised)).body.error.code).toBe("BATCH_CHANGED");
    const theirs = await world.draft(other, world.csvOf([5]));
    expect((await take(theirs.id)).status).toBe(404);
    await world.run(owner, { id: raised });
    expect((await take(raised)).body.data.batch).toMatchObject({ id: raised, rows: 2 });
    await prepareAt(due);
    expect((await preparedBy(owner, id)).amount.amount).toBe(700_00);
  });

  test("leaves out removed rows, and needs a batch that was started", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const draft = await world.draft(owner, world.csvOf([100, 200]));
    const early = await owner.post(`/payout-batches/${draft.id}/schedule`, { rule: mondays });
    expect([early.status, early.body.error.code]).toEqual([409, "BATCH_CHANGED"]);
    await owner.post(`/payout-batches/${draft.id}/rows`, {
      revision: draft.revision,
      changes: [{ number: 2, is_removed: true }],
    });
    await world.run(owner, draft);
    const input = { params: { id: draft.id }, body: { rule: mondays } };
    const { id, batch } = (await owner.ask(createBatchSchedule, input)).data;
    expect(batch).toMatchObject({ rows: 1, amount: { amount: 200_00 } });
    await prepareAt(due);
    expect(await preparedBy(owner, id)).toMatchObject({ rows: 1, amount: { amount: 200_00 } });
  });

  test("refuses a rule without a day in the future, and repeats by its key once", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const { batch } = await scheduled(owner);
    const late = { rule: { ...mondays, starts_on: "2027-01-10" } };
    const refused = await owner.post(`/payout-batches/${batch.id}/schedule`, late);
    expect(refused.body.error.fields).toEqual({ "rule.starts_on": "Choose a day from today on" });
    const send = () =>
      owner.post(`/payout-batches/${batch.id}/schedule`, { rule: mondays }, { key: "again-1" });
    const both = await Promise.all([send(), send()]);
    expect(new Set(both.map(({ body }) => body.data?.id)).size).toBe(1);
  });

  test("shows its days with rows and charges in what is upcoming", async () => {
    const owner = await world.operator({ wallet: "₹1,000" });
    const { batch } = await scheduled(owner);
    const { data } = await owner.ask(listUpcoming, { query: { days: 8 } });
    const days = data.items.filter(({ kind }) => kind === "batch_schedule");
    expect(days).toMatchObject([
      { id: batch.id, at: "2027-01-11T04:30:00.000Z", payouts: 2, amount: { amount: 350_50 } },
      { at: "2027-01-18T04:30:00.000Z" },
    ]);
    const charges = days[0] ? days[0].total.amount - 350_50 : 0;
    expect(charges).toBe(2 * 5_90);
    expect(data.top_up?.sentence).toContain("by Monday 18 January 10:00");
  });
});
