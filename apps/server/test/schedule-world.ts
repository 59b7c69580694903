import { createBeneficiary } from "@rokad/contract/beneficiaries";
import type { PayoutScheduleDetail, ScheduleRun } from "@rokad/contract/payout-schedule";
import { getSchedule, listScheduleRuns } from "@rokad/contract/payout-schedules";
import { sql } from "kysely";
import { expect } from "vitest";
import { database } from "../src/database/db.ts";
import { readAccessToken } from "../src/identity/sign-in/access-token.ts";
import { findSession } from "../src/identity/sign-in/find-session.ts";
import { isTenant, type Tenant } from "../src/kernel/person.ts";
import { useClock } from "../src/kernel/clock.ts";
import { calendarOf, useCalendar } from "../src/payouts/schedules/bank-calendar.ts";
import { pauseOutdatedSchedules } from "../src/payouts/schedules/pause-outdated.ts";
import { runDueSchedules } from "../src/payouts/schedules/run-schedules.ts";
import { verifySchedules } from "../src/payouts/schedules/verify-schedules.ts";
import { openApprovalWorld } from "./approval-world.ts";
import { beneficiaryOf } from "./forms.ts";
import type { SignedIn } from "./signed-in.ts";

export type ScheduleWorld = Awaited<ReturnType<typeof openScheduleWorld>>;

/** 4 January 2027, a Monday, 10:00 in India. */
const start = "2027-01-04T04:30:00.000Z";

/** A list of bank holidays for tests: the year has one on a Friday. */
export const testHolidays = {
  year: 2027,
  place: "Mumbai",
  source: "Tests",
  holidays: [
    { day: "2027-01-26", name: "Republic Day" },
    { day: "2027-02-26", name: "A Friday" },
  ],
};

/** The world of approvals with schedules, where people act on 4 January 2027. */
export async function openScheduleWorld() {
  const restoreClock = useClock(() => new Date(start));
  const restoreCalendar = useCalendar(calendarOf([testHolidays]));
  const world = await openApprovalWorld();

  async function savedDestination(owner: SignedIn, name = "Asha Rao") {
    const body = beneficiaryOf(world.newAccountNumber(), { name });
    const { data } = await owner.ask(createBeneficiary, { body });
    return { id: data.id, destinationId: data.default_destination?.id ?? "" };
  }

  const form = (destinationId: string, change: object = {}, rule: object = {}) => ({
    destination_id: destinationId,
    amount: 1_000,
    remarks: "Rent",
    ...change,
    rule: {
      repeats: "monthly",
      starts_on: "2027-01-04",
      hour: 16,
      day: "last",
      on_holiday: "before",
      ...rule,
    },
  });

  async function draft(by: SignedIn, body: object): Promise<PayoutScheduleDetail> {
    const answer = await by.post("/payout-schedules", body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.data;
  }

  const read = async (by: SignedIn, id: string): Promise<PayoutScheduleDetail> =>
    (await by.ask(getSchedule, { params: { id } })).data;

  const begin = (by: SignedIn, { id, content_hash }: PayoutScheduleDetail) =>
    by.post(`/payout-schedules/${id}/start`, { content_hash });

  return {
    ...world,
    savedDestination,
    form,
    draft,
    readSchedule: read,
    begin,
    async close(): Promise<void> {
      await world.close();
      restoreCalendar();
      restoreClock();
    },

    /** A schedule of a new payee that its owner signed. */
    async started(owner: SignedIn, change: object = {}, rule: object = {}) {
      const { destinationId } = await savedDestination(owner);
      const schedule = await draft(owner, form(destinationId, change, rule));
      const { status, text } = await begin(owner, schedule);
      if (status !== 200) throw new Error(text);
      return read(owner, schedule.id);
    },
    /** The person of a session, for acts at a time when the access token has expired. */
    async personOf({ token }: SignedIn): Promise<Tenant> {
      const person = await findSession(readAccessToken(token)?.sessionId ?? "");
      if (!person || !isTenant(person)) throw new Error("This session has ended");
      return person;
    },
    /** What workers do with schedules at an instant; the banks pay at once. */
    workAt: (instant: string) =>
      world.at(instant, async () => {
        await pauseOutdatedSchedules();
        while ((await runDueSchedules()) > 0);
        await world.work();
      }),
    /** All runs, the oldest first. */
    async runsOf(by: SignedIn, id: string): Promise<ScheduleRun[]> {
      const runs: ScheduleRun[] = [];
      for (let page = 1, hasNext = true; hasNext; page += 1) {
        const query = { page, limit: 100 };
        const listed = await by.ask(listScheduleRuns, { params: { id }, query });
        runs.push(...listed.data);
        hasNext = listed.pagination.has_next;
      }
      return runs.toReversed();
    },
    payoutCount: async (by: SignedIn) => {
      const { rows } = await sql<{ count: bigint }>`
        select count(*) from payouts where tenant_id = ${by.id}
      `.execute(database());
      return Number(rows[0]?.count);
    },
    /** Compares books, approvals and schedules with each other. */
    async checkSchedules(): Promise<void> {
      expect(await verifySchedules(database())).toEqual([]);
      await world.check();
    },
  };
}
