// The guarantee: a schedule that can't pay any more pauses before its due day, and can go on or be signed
// again once its business and its people can pay.
import { cancelClosing, startClosing } from "@rokad/contract/closings";
import { listUpcoming } from "@rokad/contract/upcoming";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openScheduleWorld, type ScheduleWorld } from "../../../test/schedule-world.ts";
import { database } from "../../database/db.ts";
import { endSchedulesOfClosed } from "../../tenants/closing/end-schedules-of-closed.ts";
import { pauseOutdatedSchedules } from "./pause-outdated.ts";
import { runDueSchedules } from "./run-schedules.ts";

let world: ScheduleWorld;
beforeAll(async () => {
  world = await openScheduleWorld();
});
afterAll(() => world.close());
afterEach(() => world.checkSchedules());

const oneStep = {
  amount_up_to: null,
  methods: null,
  sources: null,
  beneficiary: null,
  steps: [{ approvals: 1, roles: ["approver"], people: [] }],
};
const weekly = { repeats: "weekly", weekdays: [1], every: 1 };

describe("a schedule whose signer left the business", () => {
  async function signedByPartner() {
    const { owner } = await world.team();
    const partner = await world.member(owner, ["owner"], "Second Owner");
    const schedule = await world.started(partner, {}, weekly);
    await world.disable(owner, partner);
    return { owner, schedule };
  }

  test("pauses before its due day, leaves the list of what is due, and is signed again", async () => {
    const { owner, schedule } = await signedByPartner();
    expect(await pauseOutdatedSchedules()).toBe(1);
    expect(await pauseOutdatedSchedules()).toBe(0);
    expect(await world.readSchedule(owner, schedule.id)).toMatchObject({
      state: "paused",
      pause: {
        code: "FORBIDDEN",
        message: "Who signed it can't pay any more. Change it and sign it again.",
      },
      can: ["change", "end"],
    });
    const { data } = await owner.ask(listUpcoming, { query: { days: 7 } });
    expect(data.items).toEqual([]);
    expect(await world.notificationKinds(owner)).toContain("schedule_paused");

    const body = world.form(schedule.beneficiary.destination_id, {}, weekly);
    const changed = await owner.post(`/payout-schedules/${schedule.id}/change`, body);
    expect((await world.begin(owner, changed.body.data)).status).toBe(200);
    await world.workAt("2027-01-04T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(1);
  });

  test("pays nothing on a due day that comes before its pause", async () => {
    const { owner, schedule } = await signedByPartner();
    await world.at("2027-01-04T10:30:00Z", () => runDueSchedules());
    expect(await world.runsOf(owner, schedule.id)).toMatchObject([
      { state: "failed", code: "FORBIDDEN" },
    ]);
    expect(await world.payoutCount(owner)).toBe(0);
  });
});

describe("a schedule one of whose approvers left the business", () => {
  async function approvedByLeaver() {
    const { owner, preparer, approver } = await world.team({ bands: [oneStep] });
    const { destinationId } = await world.savedDestination(owner);
    const schedule = await world.draft(preparer, world.form(destinationId, {}, weekly));
    const body = { content_hash: schedule.content_hash };
    await preparer.post(`/payout-schedules/${schedule.id}/submit`, body);
    const active = await approver.post(`/payout-schedules/${schedule.id}/approve`, body);
    expect(active.body.data.state).toBe("active");
    await world.disable(owner, approver);
    return { owner, schedule };
  }

  test("pauses before its due day until others approve it", async () => {
    const { owner, schedule } = await approvedByLeaver();
    expect(await pauseOutdatedSchedules()).toBe(1);
    expect(await world.readSchedule(owner, schedule.id)).toMatchObject({
      state: "paused",
      pause: {
        code: "FORBIDDEN",
        message:
          "One of its approvers can't approve any more. Change it and send it for approval again.",
      },
      can: ["change", "end"],
    });
    expect(await world.notificationKinds(owner)).toContain("schedule_paused");
  });

  test("pays nothing on a due day that comes before its pause", async () => {
    const { owner, schedule } = await approvedByLeaver();
    await world.at("2027-01-04T10:30:00Z", () => runDueSchedules());
    expect(await world.runsOf(owner, schedule.id)).toMatchObject([
      { state: "failed", code: "FORBIDDEN" },
    ]);
    expect(await world.payoutCount(owner)).toBe(0);
  });
});

test("the schedules of a closed business end, and tell nobody on their due days", async () => {
  const owner = await world.operator();
  const schedule = await world.started(owner, {}, weekly);
  const boss = await world.superAdmin();
  await boss.ask(startClosing, { params: { id: owner.id }, body: { reason: "The shop closes" } });
  await endSchedulesOfClosed();
  await world.workAt("2027-01-04T10:30:00Z");
  const { rows } = await sql<{ state: string; end_reason: string; runs: number }>`
    select state, end_reason,
      (select count(*)::int from schedule_runs where schedule_id = payout_schedules.id) as runs
    from payout_schedules where id = ${schedule.id}
  `.execute(database());
  expect(rows).toEqual([{ state: "ended", end_reason: "The account was closed.", runs: 0 }]);
});

test("a schedule that a closing paused is resumed once the closing is cancelled, and not before", async () => {
  const owner = await world.operator({ wallet: "₹5,000" });
  const schedule = await world.started(owner, {}, weekly);
  const boss = await world.superAdmin();
  const params = { id: owner.id };
  await boss.ask(startClosing, { params, body: { reason: "The shop closes" } });
  await world.workAt("2027-01-04T10:30:00Z");
  expect(await world.readSchedule(owner, schedule.id)).toMatchObject({
    state: "paused",
    pause: { code: "TENANT_CLOSING" },
    can: ["change", "end"],
  });
  await boss.ask(cancelClosing, { params });
  expect((await world.readSchedule(owner, schedule.id)).can).toContain("resume");
  expect((await owner.post(`/payout-schedules/${schedule.id}/resume`)).status).toBe(200);
  await world.workAt("2027-01-11T10:30:00Z");
  expect(await world.payoutCount(owner)).toBe(1);
});
