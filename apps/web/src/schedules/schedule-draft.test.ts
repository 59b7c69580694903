// The guarantee: the form of a change repeats neither payouts that were made nor another rhythm.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftOf, readDraft } from "./schedule-draft.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-02-20T06:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const schedule = {
  rule: {
    repeats: "monthly",
    starts_on: "2026-01-15",
    hour: 10,
    on_holiday: "after",
    every: 3,
    day: 15,
    ends_on: null,
    count: 12,
  },
  upcoming: [
    {
      due_on: "2026-04-15",
      rule_day: "2026-04-15",
      due_at: "2026-04-15T04:30:00.000Z",
      moved_because: null,
      is_known: true,
    },
  ],
  started_at: "2026-01-10T06:00:00.000Z",
  beneficiary: {
    id: "0199f6f0-0000-7000-8000-000000000001",
    destination_id: "0199f6f0-0000-7000-8000-000000000002",
  },
  beneficiary_name: "Asha Rao",
  account: "****9012",
  amount: { amount: 1_250_50, currency: "INR" },
  purpose: null,
  remarks: null,
} as const satisfies Parameters<typeof draftOf>[0];

test("a change keeps the next day, and so the rhythm", () => {
  expect(draftOf(schedule).startsOn).toBe("2026-04-15");
  expect(draftOf({ ...schedule, upcoming: [] }).startsOn).toBe("2026-02-20");
  const isToday = schedule.upcoming.map((day) => ({ ...day, rule_day: "2026-02-20" }));
  expect(draftOf({ ...schedule, upcoming: isToday }).startsOn).toBe("2026-02-20");
});

test("once payouts were made, the count is asked for again", () => {
  expect(draftOf({ ...schedule, started_at: null })).toMatchObject({ ends: "after", count: 12 });
  const draft = draftOf(schedule);
  expect(draft).toMatchObject({ ends: "after", count: undefined, amount: 1_250.5 });
  expect(Object.keys(readDraft(draft).errors)).toEqual(["rule.count"]);
  expect(readDraft({ ...draft, count: 4 }).body?.rule).toMatchObject({
    starts_on: "2026-04-15",
    every: 3,
    count: 4,
  });
});
