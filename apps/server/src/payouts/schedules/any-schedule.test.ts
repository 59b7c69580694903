// The guarantee: whatever the rule, the jumps of the clock, the crashes, skips and pauses, each due day is
// decided once and has at most one payout; none comes before the start, after the end, or while paused.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScheduleWorld, type ScheduleWorld } from "../../../test/schedule-world.ts";
import { database } from "../../database/db.ts";
import { bankCalendar } from "./bank-calendar.ts";
import { dueDays } from "./due-days.ts";
import { runDueSchedules } from "./run-schedules.ts";
import { pauseSchedule, resumeSchedule } from "./stop-schedule.ts";

let world: ScheduleWorld;
beforeAll(async () => {
  world = await openScheduleWorld();
  // A crash at the worst moment: the payout exists, and its transaction does not commit.
  await sql`create table crashes (run boolean)`.execute(database());
  await sql`
    create function crash() returns trigger language plpgsql as $$
    begin
      if exists (select from crashes) then raise exception 'The process was killed'; end if;
      return new;
    end $$
  `.execute(database());
  await sql`
    create trigger crash before insert on schedule_runs for each row execute function crash()
  `.execute(database());
});
afterAll(() => world.close());

const day = fc.integer({ min: 1, max: 31 });
const anyRule = fc.tuple(
  fc.record({
    starts_on: fc.constantFrom("2027-01-04", "2027-01-20", "2027-02-01"),
    hour: fc.constantFrom(0, 10, 23),
    on_holiday: fc.constantFrom("same_day", "before", "after"),
  }),
  fc.oneof(
    fc.record({ repeats: fc.constant("once") }),
    fc.record({
      repeats: fc.constant("weekly"),
      weekdays: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, 6, 7), {
        minLength: 1,
        maxLength: 3,
      }),
      every: fc.integer({ min: 1, max: 3 }),
      count: fc.option(fc.integer({ min: 1, max: 9 })),
    }),
    fc.record({
      repeats: fc.constant("monthly"),
      day: fc.oneof(day, fc.constant("last")),
      every: fc.integer({ min: 1, max: 3 }),
      ends_on: fc.option(fc.constantFrom("2027-03-15", "2027-06-30")),
    }),
  ),
);
type Act = { hours: number } | "crash" | "skip" | "pause" | "resume" | "race";
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -400, max: 900 }).map((hours) => ({ hours })) },
  { weight: 1, arbitrary: fc.constantFrom<Act>("crash", "skip", "pause", "resume", "race") },
);

/** An act that the state does not allow changes nothing. */
function refused(error: unknown): void {
  expect(error).toMatchObject({ code: "SCHEDULE_CHANGED" });
}

test("any rule, any clock, crashes, skips and pauses", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRule,
      fc.array(anyAct, { maxLength: 14 }),
      async ([common, repeats], acts) => {
        const owner = await world.operator({ wallet: "₹9,000" });
        const { destinationId } = await world.savedDestination(owner);
        const drafted = await owner.post("/payout-schedules", {
          ...world.form(destinationId, { amount: 10 }),
          rule: { ...common, ...repeats },
        });
        // A rule without a day in the future pays nothing, and says so.
        if (drafted.status === 400) return;
        const { id } = drafted.body.data;
        await world.begin(owner, drafted.body.data);
        const path = `/payout-schedules/${id}` as const;
        const person = await world.personOf(owner);
        const start = Date.parse("2027-01-04T04:30:00Z");
        let clock = start;
        let latest = start;
        const now = <T>(work: () => Promise<T>) => world.at(new Date(clock).toISOString(), work);
        const isPaused = async () => (await world.readSchedule(owner, id)).state === "paused";
        for (const act of [...acts, { hours: 4_000 }]) {
          const before = await world.payoutCount(owner);
          const wasPaused = await isPaused();
          if (typeof act === "object") {
            clock = Math.max(start, clock + act.hours * 3_600_000);
            latest = Math.max(latest, clock);
            await now(async () => {
              while ((await runDueSchedules()) > 0);
            });
          } else if (act === "crash") {
            await sql`insert into crashes values (true)`.execute(database());
            await now(() => runDueSchedules());
            await sql`delete from crashes`.execute(database());
            expect(await world.payoutCount(owner)).toBe(before);
          } else if (act === "race") {
            await now(() => Promise.all([runDueSchedules(), runDueSchedules(), runDueSchedules()]));
          } else if (act === "skip") {
            const { next } = await world.readSchedule(owner, id);
            await owner.post(`${path}/skip`, {
              due_on: next?.due_on ?? "2027-01-01",
              reason: "Any",
            });
          } else {
            const change = act === "pause" ? pauseSchedule : resumeSchedule;
            await now(() => change(person, id)).catch(refused);
          }
          if (wasPaused && act !== "resume") expect(await world.payoutCount(owner)).toBe(before);
        }
        if (await isPaused()) await now(() => resumeSchedule(person, id));
        await now(() => runDueSchedules());

        const runs = await world.runsOf(owner, id);
        const rule = drafted.body.data.rule;
        const expected: string[] = [];
        for (const one of dueDays(rule, bankCalendar(), new Date(start))) {
          if (one.dueAt.getTime() > latest) break;
          if (one.dueAt.getTime() > start) expected.push(one.dueOn);
        }
        // Skipped days may be later than the clock was.
        const days = runs.map(({ due_on: dueOn }) => dueOn);
        expect(days.slice(0, expected.length)).toEqual(expected);
        expect(new Set(days).size).toBe(days.length);
        const paid = runs.filter(({ state }) => state === "created");
        expect(await world.payoutCount(owner)).toBe(paid.length);
        await world.checkSchedules();
      },
    ),
    {
      numRuns: 40,
      examples: [
        // 101 due days: more than the list of runs has on a page.
        [
          [
            { starts_on: "2027-01-04", hour: 0, on_holiday: "same_day" },
            { repeats: "weekly", weekdays: [1, 4, 2], every: 1, count: null },
          ],
          [{ hours: 48 }, { hours: 898 }, { hours: 660 }],
        ],
      ],
    },
  );
});
