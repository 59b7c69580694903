// The guarantee: the verification finds what does not fit in schedules, and nothing in sound ones.
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScheduleWorld, type ScheduleWorld } from "../../../test/schedule-world.ts";
import { database, transaction } from "../../database/db.ts";
import { scheduleRule, verifySchedules } from "./verify-schedules.ts";

let world: ScheduleWorld;
beforeAll(async () => {
  world = await openScheduleWorld();
  const { owner, preparer, approver } = await world.team();
  await world.started(owner, {}, { repeats: "weekly", weekdays: [1], count: 5 });
  const { destinationId } = await world.savedDestination(owner);
  const weekly = { repeats: "weekly", weekdays: [1] };
  const { id, content_hash } = await world.draft(preparer, world.form(destinationId, {}, weekly));
  await preparer.post(`/payout-schedules/${id}/submit`, { content_hash });
  await approver.post(`/payout-schedules/${id}/approve`, { content_hash });
  await world.workAt("2027-01-04T10:30:00Z");
});
afterAll(() => world.close());

test("finds nothing in sound schedules", async () => {
  expect(await world.payoutCount((await world.lastTeam()).owner)).toBe(2);
  await world.checkSchedules();
});

const unchecked = sql`alter table schedule_approvals disable trigger user`;

test.for<[string, string, ...RawBuilder<unknown>[]]>([
  [
    scheduleRule.run,
    "another amount than was signed",
    sql`update payout_schedules set amount_paise = amount_paise + 1`,
  ],
  [scheduleRule.run, "another due day", sql`update schedule_runs set due_on = due_on + 1`],
  [scheduleRule.created, "a payout whose run is gone", sql`delete from schedule_runs`],
  [
    scheduleRule.created,
    "a second payout of a series",
    sql`update schedule_runs set payout_id = null, state = 'failed', reason = 'None'`,
  ],
  [
    scheduleRule.named,
    "a payout that neither exists nor waits",
    sql`update schedule_runs set payout_id = gen_random_uuid()`,
  ],
  [
    scheduleRule.counted,
    "an approval of other content",
    unchecked,
    sql`update schedule_approvals set content_hash = decode(repeat('00', 32), 'hex')`,
  ],
  [
    scheduleRule.maker,
    "an approval of one's own schedule",
    sql`update payout_schedules set maker_id = person_id from schedule_approvals where schedule_id = id`,
  ],
  [
    scheduleRule.onDay,
    "a payout before its time",
    sql`update payouts set created_at = created_at - interval '3 minutes' where exists (
      select from schedule_runs where payout_id = payouts.id
    )`,
  ],
  [
    scheduleRule.onDay,
    "another hour",
    sql`update schedule_runs set due_at = due_at - interval '1 hour'`,
  ],
  [
    scheduleRule.onDay,
    "a day that moved without a holiday rule",
    sql`update schedule_runs set due_on = due_on + 1, due_at = due_at + interval '1 day'`,
  ],
  [
    scheduleRule.onDay,
    "a weekday that is not of the rule",
    sql`update payout_schedules set rule = rule || '{"weekdays": [2]}'`,
  ],
  [
    scheduleRule.onDay,
    "a week between those of the rule",
    sql`update payout_schedules set rule = rule || '{"every": 2, "starts_on": "2026-12-28"}'`,
  ],
  [
    scheduleRule.onDay,
    "another day of the month",
    sql`update payout_schedules
      set rule = rule || '{"repeats": "monthly", "day": "last", "on_holiday": "before"}'`,
  ],
  [
    scheduleRule.within,
    "a due day after the end",
    sql`update payout_schedules set rule = rule || '{"ends_on": "2027-01-03"}'`,
  ],
])("finds %s: %s", async ([rule, , ...faults]) => {
  const rollback = new Error("Rolled back");
  let found: string[] = [];
  await transaction(async (db) => {
    for (const fault of faults) await fault.execute(db);
    found = (await verifySchedules(db)).map((one) => one.rule);
    throw rollback;
  }).catch((error: unknown) => expect(error).toBe(rollback));
  expect(found).toContain(rule);
  expect(await verifySchedules(database())).toEqual([]);
});
