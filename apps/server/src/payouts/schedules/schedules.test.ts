// The guarantee: a schedule pays exactly what was signed, once on each due day; what can't be paid is kept
// with its reason and can be retried.
import { listUpcoming } from "@rokad/contract/upcoming";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openScheduleWorld, type ScheduleWorld } from "../../../test/schedule-world.ts";
import { database, transaction } from "../../database/db.ts";
import { calendarOf, useCalendar } from "./bank-calendar.ts";
import { applyHolidayLists, runDueSchedules } from "./run-schedules.ts";
import { activate } from "./start-schedule.ts";
import { resumeSchedule } from "./stop-schedule.ts";
import { lockSchedule } from "./stored-schedule.ts";

let world: ScheduleWorld;
beforeAll(async () => {
  world = await openScheduleWorld();
});
afterAll(() => world.close());
afterEach(() => world.checkSchedules());

const total = 100_590;

describe("runs", () => {
  test("pays on the last working day of each month, over a bank holiday, until its end", async () => {
    const owner = await world.operator({ wallet: "₹10,000" });
    const schedule = await world.started(owner, {}, { ends_on: "2027-03-31" });
    expect(schedule.rule_text).toBe("Every month on the last working day, 16:00, until 31/03/2027");
    expect(schedule.upcoming.map(({ due_on: day }) => day)).toEqual([
      "2027-01-30",
      "2027-02-25",
      "2027-03-31",
    ]);
    await world.workAt("2027-01-30T10:29:59Z");
    expect(await world.payoutCount(owner)).toBe(0);
    await world.workAt("2027-01-30T10:30:00Z");
    await world.workAt("2027-02-25T11:00:00Z");
    await world.workAt("2027-03-31T11:00:00Z");
    await world.workAt("2027-05-01T11:00:00Z");
    const runs = await world.runsOf(owner, schedule.id);
    expect(runs.map(({ due_on: day, state }) => [day, state])).toEqual([
      ["2027-01-30", "created"],
      ["2027-02-25", "created"],
      ["2027-03-31", "created"],
    ]);
    expect(runs.map(({ payout }) => payout?.status)).toEqual(["success", "success", "success"]);
    expect(await owner.balance()).toBe(1_000_000 - 3 * total);
    expect(await world.readSchedule(owner, schedule.id)).toMatchObject({
      state: "ended",
      end: { kind: "finished" },
      runs_created: 3,
    });
    expect(await world.notificationKinds(owner)).toContain("schedule_ended");
  });

  test("a server that was down pays what is a few hours late, and asks about the rest", async () => {
    const owner = await world.operator({ wallet: "₹10,000" });
    const rule = { repeats: "weekly", weekdays: [1, 2], every: 1, day: undefined, hour: 10 };
    const schedule = await world.started(owner, {}, { ...rule, starts_on: "2027-01-11" });
    await world.workAt("2027-01-12T16:30:00Z");
    const runs = await world.runsOf(owner, schedule.id);
    expect(runs.map(({ due_on: day, state, code }) => [day, state, code])).toEqual([
      ["2027-01-11", "missed", "MISSED"],
      ["2027-01-12", "created", null],
    ]);
    expect(runs[0]?.reason).toContain("It was due on 11/01/2027 10:00, more than 12 hours");
    expect(await world.notificationKinds(owner)).toContain("schedule_run_failed");
    const retried = await owner.post(`/payout-schedules/${schedule.id}/runs/2027-01-11/retry`);
    expect(retried.body.data).toMatchObject({ state: "created", code: null });
    const again = await owner.post(`/payout-schedules/${schedule.id}/runs/2027-01-11/retry`);
    expect(again.body.error.code).toBe("SCHEDULE_CHANGED");
    expect(await world.payoutCount(owner)).toBe(2);
  });

  test("a day whose hour was over at the signature is never paid, whatever lists of holidays say", async () => {
    const owner = await world.operator({ wallet: "₹10,000" });
    const rule = { repeats: "weekly", weekdays: [1], day: undefined, hour: 9 };
    const schedule = await world.started(owner, {}, rule);
    expect(schedule.next?.due_on).toBe("2027-01-11");
    const restore = useCalendar(calendarOf([]));
    await applyHolidayLists();
    restore();
    await world.workAt("2027-01-04T04:30:00Z");
    expect(await world.payoutCount(owner)).toBe(0);
    expect((await world.readSchedule(owner, schedule.id)).next?.due_on).toBe("2027-01-11");
  });

  test("3 times are 3 payouts, also if hours passed before the signature", async () => {
    const owner = await world.operator({ wallet: "₹10,000" });
    const rule = { repeats: "weekly", weekdays: [1], day: undefined, hour: 9, count: 3 };
    const { destinationId } = await world.savedDestination(owner);
    const form = world.form(destinationId, {}, rule);
    const preview = await owner.post("/payout-schedules/preview", form);
    expect(preview.body.data.last_on).toBe("2027-01-25");
    const draft = await world.draft(owner, form);
    // As an approval a week later.
    const person = await world.personOf(owner);
    await world.at("2027-01-11T04:30:00Z", () =>
      transaction(async (db) => {
        const { schedule, running } = await lockSchedule(db, person.tenantId, draft.id);
        await activate(db, person, schedule, running);
      }),
    );
    for (const day of ["11", "18", "25"]) await world.workAt(`2027-01-${day}T04:30:00Z`);
    await world.workAt("2027-02-01T04:30:00Z");
    expect(
      (await world.runsOf(owner, draft.id)).map(({ due_on, state }) => [due_on, state]),
    ).toEqual([
      ["2027-01-18", "created"],
      ["2027-01-25", "created"],
      ["2027-02-01", "created"],
    ]);
    expect(await world.payoutCount(owner)).toBe(3);
    expect((await world.readSchedule(owner, draft.id)).state).toBe("ended");
    await world.checkSchedules();
  });

  test("eight workers, and a clock that is set back, pay each due day once", async () => {
    const owner = await world.operator({ wallet: "₹10,000" });
    const schedule = await world.started(
      owner,
      {},
      { repeats: "weekly", weekdays: [1], starts_on: "2027-01-11" },
    );
    const due = "2027-01-11T10:30:00Z";
    await world.at(due, () => Promise.all(Array.from({ length: 8 }, () => runDueSchedules())));
    await world.workAt("2027-01-05T00:00:00Z");
    await world.workAt(due);
    expect(await world.runsOf(owner, schedule.id)).toHaveLength(1);
    expect(await world.payoutCount(owner)).toBe(1);
  });

  test("without funds a run fails visibly, and is paid by a retry after the top-up", async () => {
    const owner = await world.operator({ wallet: "₹500" });
    const schedule = await world.started(owner, {}, { count: 2 });
    await world.workAt("2027-01-30T10:30:00Z");
    const [failed] = await world.runsOf(owner, schedule.id);
    expect(failed).toMatchObject({
      state: "failed",
      code: "INSUFFICIENT_BALANCE",
      can_retry: true,
    });
    const path = `/payout-schedules/${schedule.id}/runs/2027-01-30/retry` as const;
    expect((await owner.post(path)).body.error.code).toBe("INSUFFICIENT_BALANCE");
    await world.fund(owner, 1_000);
    const both = await Promise.all([owner.post(path), owner.post(path)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await world.work();
    expect(await owner.balance()).toBe(150_000 - total);
    // The next due day is still planned.
    expect((await world.readSchedule(owner, schedule.id)).next?.due_on).toBe("2027-02-25");
  });

  test("an inactive tenant, and one without the feature, pays nothing", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const schedule = await world.started(
      owner,
      {},
      { repeats: "weekly", weekdays: [1], starts_on: "2027-01-11" },
    );
    await sql`update tenants set features = '{}' where id = ${owner.id}`.execute(database());
    await world.workAt("2027-01-11T10:30:00Z");
    await sql`update tenants set is_active = false, features = '{create_payout}' where id = ${owner.id}`.execute(
      database(),
    );
    await world.workAt("2027-01-18T10:30:00Z");
    const { rows } = await sql<{ code: string }>`
      select code from schedule_runs where series_id = ${schedule.id} order by due_on
    `.execute(database());
    expect(rows.map(({ code }) => code)).toEqual(["FEATURE_NOT_ENABLED", "ACCOUNT_INACTIVE"]);
  });

  test("a working day of a year without a list is not guessed; a new list plans it again", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const schedule = await world.started(owner, {}, { starts_on: "2028-01-01" });
    expect(schedule).toMatchObject({ holidays_missing: [2028], next: { is_known: false } });
    await world.workAt("2028-01-31T10:30:00Z");
    const [run] = await world.runsOf(owner, schedule.id);
    expect(run).toMatchObject({ state: "failed", code: "HOLIDAYS_UNKNOWN" });
    const list = {
      year: 2028,
      place: "Mumbai",
      source: "Tests",
      holidays: [{ day: "2028-02-29", name: "Leap Day" }],
    };
    const restore = useCalendar(calendarOf([list]));
    try {
      await applyHolidayLists();
      expect((await world.readSchedule(owner, schedule.id)).next).toMatchObject({
        due_on: "2028-02-28",
        moved_because: "Leap Day",
        is_known: true,
      });
    } finally {
      restore();
    }
    await applyHolidayLists();
  });
});

describe("skip, pause, end", () => {
  const weekly = { repeats: "weekly", weekdays: [1], every: 1 };

  test("a skipped day pays nothing and counts; a wrong day is refused", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const schedule = await world.started(owner, {}, { ...weekly, count: 2 });
    const skip = (due_on: string) =>
      owner.post(`/payout-schedules/${schedule.id}/skip`, { due_on, reason: "Paid in advance" });
    expect((await skip("2027-01-11")).body.error.code).toBe("SCHEDULE_CHANGED");
    expect((await skip("2027-01-04")).body.data.next?.due_on).toBe("2027-01-11");
    await world.workAt("2027-01-04T10:30:00Z");
    await world.workAt("2027-01-11T10:30:00Z");
    await world.workAt("2027-01-18T10:30:00Z");
    expect((await world.runsOf(owner, schedule.id)).map(({ state }) => state)).toEqual([
      "skipped",
      "created",
    ]);
  });

  test("a paused schedule pays nothing, then or afterwards", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const schedule = await world.started(owner, {}, weekly);
    const path = `/payout-schedules/${schedule.id}` as const;
    expect((await owner.post(`${path}/pause`)).body.data.state).toBe("paused");
    await world.workAt("2027-01-04T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(0);
    const person = await world.personOf(owner);
    await world.at("2027-01-04T10:31:00Z", () => resumeSchedule(person, schedule.id));
    expect(await world.readSchedule(owner, schedule.id)).toMatchObject({
      state: "active",
      next: { due_on: "2027-01-11" },
    });
    await world.workAt("2027-01-04T10:32:00Z");
    expect(await world.runsOf(owner, schedule.id)).toMatchObject([
      { state: "skipped", reason: "The schedule was paused." },
    ]);
    expect(await world.payoutCount(owner)).toBe(0);
  });

  test("an ended schedule pays nothing, and its failed run is no longer retried", async () => {
    const owner = await world.operator({ wallet: "₹100" });
    const schedule = await world.started(owner, {}, weekly);
    await world.workAt("2027-01-04T10:30:00Z");
    const path = `/payout-schedules/${schedule.id}` as const;
    await owner.post(`${path}/end`, { reason: "The lease ended" });
    await world.workAt("2027-01-11T10:30:00Z");
    expect(await world.runsOf(owner, schedule.id)).toMatchObject([{ can_retry: false }]);
    const retried = await owner.post(`${path}/runs/2027-01-04/retry`);
    expect(retried.body.error.message).toContain("ended since");
  });

  test("an ended schedule ends the change that waits, so that nobody starts it again", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const schedule = await world.started(owner, {}, weekly);
    const { destination_id: destinationId } = schedule.beneficiary;
    const change = world.form(destinationId, { amount: 2_000 }, weekly);
    const { body } = await owner.post(`/payout-schedules/${schedule.id}/change`, change);
    await owner.post(`/payout-schedules/${schedule.id}/end`, { reason: "Stop paying" });
    expect(await world.readSchedule(owner, body.data.id)).toMatchObject({
      state: "ended",
      end: { kind: "discarded", reason: "Stop paying" },
    });
    expect((await world.begin(owner, body.data)).body.error.code).toBe("SCHEDULE_CHANGED");
  });
});

describe("upcoming", () => {
  test("says what leaves when, the balance after it, and what to top up, to the paisa", async () => {
    const owner = await world.operator({ wallet: "₹2,500.50" });
    const weekly = { repeats: "weekly", weekdays: [1, 5], every: 1, hour: 16 };
    await world.started(owner, {}, { ...weekly, starts_on: "2027-01-08" });
    const { data } = await owner.ask(listUpcoming, { query: { days: 15 } });
    expect(data.items.map(({ at, balance_after: after }) => [at, after.amount])).toEqual([
      ["2027-01-08T10:30:00.000Z", 149_460],
      ["2027-01-11T10:30:00.000Z", 48_870],
      ["2027-01-15T10:30:00.000Z", -51_720],
      ["2027-01-18T10:30:00.000Z", -152_310],
    ]);
    expect(data.top_up).toMatchObject({ amount: { amount: 152_310 }, payouts: 2 });
    expect(data.top_up?.sentence).toBe(
      "Top up ₹1,523.10 by Friday 15 January 16:00, or 2 payouts wait",
    );
  });

  test("requests that wait come first, as if they left now", async () => {
    const { owner, preparer } = await world.team({ wallet: "₹500" });
    await world.request(preparer);
    const { data } = await owner.ask(listUpcoming, { query: { days: 7 } });
    expect(data).toMatchObject({
      items: [{ kind: "request", at: null, waits_for: "Waits for approval" }],
      top_up: { by: null },
    });
    expect(data.top_up?.sentence).toMatch(/^Top up ₹[\d,.]+ now, or 1 payout waits$/);
  });
});
