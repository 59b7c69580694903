// The guarantee: a schedule that waits for approvals is reminded of, can be approved by deputies, names who
// can unblock it and since when, and is a draft again when they were not given in time.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openScheduleWorld, type ScheduleWorld } from "../../../test/schedule-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { endPayoutDestination } from "@rokad/contract/payout-destinations";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { approvalRule, verifyApprovals } from "../requests/verify-approvals.ts";
import { expireApprovals, returnOutdatedApprovals } from "../approval-queue/end-approvals.ts";
import { remindApprovers } from "../approval-queue/remind-approvers.ts";

let world: ScheduleWorld;
beforeAll(async () => {
  world = await openScheduleWorld();
});
afterAll(async () => {
  await world.checkSchedules();
  await world.close();
});

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const dayMs = 24 * 3_600_000;
/** So long after the moment at which people act. */
const after = (ms: number, work: () => Promise<unknown>) =>
  world.at(new Date(Date.parse("2027-01-04T04:30:00Z") + ms).toISOString(), work);

/** A business whose payouts need Anil by name, and a submitted schedule. */
async function waiting() {
  const team = await world.team();
  const [anil, vikram] = [
    await world.memberIdOf(team.approver),
    await world.memberIdOf(team.second),
  ];
  await world.savePolicy(team.owner, [
    { ...any, steps: [{ approvals: 1, roles: [], people: [anil] }] },
  ]);
  const { destinationId } = await world.savedDestination(team.owner);
  const { id, content_hash } = await world.draft(team.preparer, world.form(destinationId));
  const answer = await team.preparer.post(`/payout-schedules/${id}/submit`, { content_hash });
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...team, anil, vikram, id, content: { content_hash } };
}

const name = async (owner: SignedIn, person: string, deputies: string[]) => {
  const body = { deputies, away_from: null, away_until: null };
  const { status, text } = await owner.put(`/deputies/${person}`, body);
  if (status !== 200) throw new Error(text);
};

describe("deputies", () => {
  test("of a disabled approver are named, and their approval starts it", async () => {
    const { owner, approver, second, anil, vikram, id, content } = await waiting();
    await world.disable(owner, approver);
    expect((await world.readSchedule(owner, id)).approval?.next).toMatchObject({
      people: [],
      sentence: expect.stringMatching(/^Nobody can approve this step/),
    });
    const { body } = await owner.get(`/deputies/${anil}`);
    expect(body.data.waiting).toMatchObject([{ kind: "schedule", id, needs_person: true }]);
    await name(owner, anil, [vikram]);
    const shown = await world.readSchedule(second, id);
    expect(shown.approval?.waiting_for).toBe("Waits for Vikram Rao (for Anil Kumar)");
    expect(shown.can).toContain("approve");
    const approved = await second.post(`/payout-schedules/${id}/approve`, content);
    expect([approved.status, approved.body.data.state]).toEqual([200, "active"]);
    expect((await world.readSchedule(owner, id)).approval?.steps[0]?.given).toMatchObject([
      { by: { name: "Vikram Rao" }, in_place_of: { name: "Anil Kumar" } },
    ]);
    await world.workAt("2027-01-30T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(1);
  });

  test("reject in the place of the person, and count against both limits", async () => {
    const { owner, approver, second, anil, vikram, id, content } = await waiting();
    await world.setLimits(owner, approver, { per_payout: null, per_day: 900 });
    await world.disable(owner, approver);
    await name(owner, anil, [vikram]);
    const limited = await second.post(`/payout-schedules/${id}/approve`, content);
    expect(limited.body.error).toMatchObject({
      code: "PERSON_LIMIT_EXCEEDED",
      message: expect.stringContaining("Anil Kumar's limit per day is ₹900"),
    });
    const reason = "The rent is ₹24,000";
    const { body } = await second.post(`/payout-schedules/${id}/reject`, { ...content, reason });
    expect(body.data).toMatchObject({ state: "draft", returned: { by: { name: "Vikram Rao" } } });
  });

  test("approve nothing in the place of who prepared it", async () => {
    const team = await world.team({
      bands: [{ ...any, steps: [{ approvals: 1, roles: ["owner", "approver"], people: [] }] }],
    });
    const { destinationId } = await world.savedDestination(team.owner);
    const { id, content_hash } = await world.draft(team.owner, world.form(destinationId));
    await team.owner.post(`/payout-schedules/${id}/submit`, { content_hash });
    await name(team.owner, team.owner.id, [await world.memberIdOf(team.approver)]);
    const { people } = (await world.readSchedule(team.owner, id)).approval?.next ?? {};
    expect(people).toMatchObject([
      { name: "Anil Kumar", in_place_of: null },
      { name: "Vikram Rao", in_place_of: null },
    ]);
  });

  test("of its maker make no schedule approvable, which only the maker could approve", async () => {
    const team = await world.team();
    const anil = await world.memberIdOf(team.approver);
    const step = { approvals: 1, roles: [], people: [team.owner.id] };
    await world.savePolicy(team.owner, [{ ...any, steps: [step] }]);
    const leave = { away_from: "2027-01-04", away_until: "2027-01-08" };
    const named = await team.owner.put("/deputies/own", { deputies: [anil], ...leave });
    expect(named.status).toBe(200);
    const { destinationId } = await world.savedDestination(team.owner);
    const { id, content_hash } = await world.draft(team.owner, world.form(destinationId));
    const { body } = await team.owner.post(`/payout-schedules/${id}/submit`, { content_hash });
    expect(body.error.code).toBe("POLICY_NOT_SATISFIABLE");
  });

  test("are found by the verification where nobody named them", async () => {
    const { owner, approver, second, anil, vikram, id, content } = await waiting();
    await world.disable(owner, approver);
    await name(owner, anil, [vikram]);
    await second.post(`/payout-schedules/${id}/approve`, content);
    const change = (by: string) =>
      sql`update deputies set named_at = named_at + ${by}::interval where person_id = ${anil}`.execute(
        database(),
      );
    await change("1 day");
    const faults = await verifyApprovals(database());
    expect(faults).toEqual([{ rule: approvalRule.deputy, where: id }]);
    await change("-1 day");
  });
});

test("reminds of it once in each time, and names since when it waits", async () => {
  const { owner, id } = await waiting();
  const reminders = async () =>
    (await world.notificationKinds(owner)).filter((kind) => kind === "schedule_reminder").length;
  await after(dayMs / 2, () => remindApprovers());
  expect(await reminders()).toBe(0);
  await after(1.1 * dayMs, async () => {
    await remindApprovers();
    expect(await remindApprovers()).toBe(0);
  });
  expect(await reminders()).toBe(1);
  const { approval } = await world.readSchedule(owner, id);
  expect(approval?.next?.since).toBe(approval?.submitted_at);
});

test("is a draft again after 30 days, and an approval that comes later is refused", async () => {
  const { owner, approver, id, content } = await waiting();
  await after(29 * dayMs, () => expireApprovals());
  expect((await world.readSchedule(owner, id)).state).toBe("awaiting_approval");
  await after(31 * dayMs, () => Promise.all([expireApprovals(), expireApprovals()]));
  const shown = await world.readSchedule(owner, id);
  expect(shown).toMatchObject({ state: "draft", approval: null, returned: { by: null } });
  expect(await world.notificationKinds(owner)).toContain("schedule_returned");
  const late = await approver.post(`/payout-schedules/${id}/approve`, content);
  expect(late.body.error.code).toBe("SCHEDULE_CHANGED");
});

test("is a draft again once its account was removed, also for an approval before the task", async () => {
  const [first, second] = [await waiting(), await waiting()];
  for (const { owner, id } of [first, second]) {
    const { beneficiary } = await world.readSchedule(owner, id);
    const params = { id: beneficiary.id, destination_id: beneficiary.destination_id };
    await owner.ask(endPayoutDestination, { params });
  }
  const late = await first.approver.post(`/payout-schedules/${first.id}/approve`, first.content);
  expect(late.body.error.code).toBe("SCHEDULE_CHANGED");
  expect(await returnOutdatedApprovals()).toBe(1);
  for (const { owner, id } of [first, second])
    expect(await world.readSchedule(owner, id)).toMatchObject({
      state: "draft",
      approval: null,
      returned: { by: null, reason: expect.stringContaining("changed since it was submitted") },
    });
});
