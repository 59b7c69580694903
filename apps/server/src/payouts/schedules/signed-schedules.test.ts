// The guarantee: only what was signed or approved is paid. A change, another account, another fee or a
// newer policy needs a signature of its own, and what was approved is approved by those who were asked.
import { addPayoutDestination } from "@rokad/contract/payout-destinations";
import { getBeneficiary } from "@rokad/contract/beneficiaries";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openScheduleWorld, type ScheduleWorld } from "../../../test/schedule-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { impsOrder } from "../../../test/forms.ts";
import { database, transaction } from "../../database/db.ts";
import { runDueSchedules } from "./run-schedules.ts";
import { startSchedule } from "./start-schedule.ts";
import { endSchedule } from "./stop-schedule.ts";

let world: ScheduleWorld;
beforeAll(async () => {
  world = await openScheduleWorld();
});
afterAll(() => world.close());
afterEach(() => world.checkSchedules());

describe("signatures", () => {
  test("only its content is signed: a stale hash, no signature and a stranger are refused", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const other = await world.operator();
    const { destinationId } = await world.savedDestination(owner);
    const { id, content_hash } = await world.draft(owner, world.form(destinationId));
    const path = `/payout-schedules/${id}/start` as const;
    const unsigned = await owner.post(path, { content_hash }, { signature: null });
    expect(unsigned.body.error.step_up?.summary).toBe(
      "Pay ₹1,000.00 to Asha Rao. Every month on the last working day, 16:00. ₹1,005.90 leaves your wallet each time.",
    );
    const stale = await owner.post(path, { content_hash: "0".repeat(64) });
    expect(stale.body.error.code).toBe("SCHEDULE_CHANGED");
    expect((await other.post(path, { content_hash })).status).toBe(404);
    expect((await other.get(`/payout-schedules/${id}`)).status).toBe(404);
    await world.workAt("2027-01-30T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(0);
  });

  test("a change pays only after its own signature; each due day is paid by one version", async () => {
    const owner = await world.operator({ wallet: "₹10,000" });
    const first = await world.started(owner, {}, { hour: 16 });
    const body = world.form(first.beneficiary.destination_id, { amount: 2_000 }, { hour: 18 });
    const changed = await owner.post(`/payout-schedules/${first.id}/change`, body);
    expect(changed.body.data).toMatchObject({ version: 2, state: "draft", series_id: first.id });
    const second = await owner.post(`/payout-schedules/${first.id}/change`, body);
    expect(second.body.error.code).toBe("SCHEDULE_CHANGED");
    await world.workAt("2027-01-30T10:30:00Z");
    const started = await world.at("2027-01-04T04:31:00Z", () =>
      world.begin(owner, changed.body.data),
    );
    expect(started.body.data).toMatchObject({ state: "active", next: { due_on: "2027-02-25" } });
    await world.workAt("2027-01-30T12:30:00Z");
    await world.workAt("2027-02-25T12:30:00Z");
    const runs = await world.runsOf(owner, first.id);
    expect(runs.map(({ due_on: day, version, amount }) => [day, version, amount.amount])).toEqual([
      ["2027-01-30", 1, 100_000],
      ["2027-02-25", 2, 200_000],
    ]);
    expect(await world.readSchedule(owner, first.id)).toMatchObject({ end: { kind: "replaced" } });
  });

  test("a due day that a change or an end overtakes stays visible, and is paid by neither", async () => {
    const owner = await world.operator({ wallet: "₹10,000" });
    const weekly = { repeats: "weekly", weekdays: [1] };
    const first = await world.started(owner, {}, weekly);
    const body = world.form(first.beneficiary.destination_id, { amount: 2_000 }, weekly);
    const { body: changed } = await owner.post(`/payout-schedules/${first.id}/change`, body);
    const person = await world.personOf(owner);
    // Due at 16:00; no worker ran until the change at 16:01.
    await world.at("2027-01-04T10:31:00Z", () =>
      startSchedule(person, changed.data.id, changed.data, transaction),
    );
    await world.workAt("2027-01-04T10:32:00Z");
    await world.workAt("2027-01-11T10:30:00Z");
    await world.at("2027-01-18T10:31:00Z", () => endSchedule(person, changed.data.id, "Enough"));
    await world.workAt("2027-01-18T10:32:00Z");
    const runs = await world.runsOf(owner, first.id);
    expect(runs.map(({ due_on: day, state, version }) => [day, state, version])).toEqual([
      ["2027-01-04", "skipped", 1],
      ["2027-01-11", "created", 2],
      ["2027-01-18", "skipped", 2],
    ]);
    expect(runs.map(({ reason }) => reason)).toEqual([
      "The schedule was changed first.",
      null,
      "The schedule was ended first.",
    ]);
    expect(await world.payoutCount(owner)).toBe(1);
    expect(await world.readSchedule(owner, changed.data.id)).toMatchObject({
      end: { kind: "stopped" },
    });
  });

  test("wrong codes that lock its signer's payouts do not stop it: no code is entered", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    await world.started(owner, {}, { repeats: "weekly", weekdays: [1] });
    await sql`
      insert into payout_code_guesses (person_id, locked_until) values (${owner.id}, '2027-01-05')
    `.execute(database());
    const form = { mobile: owner.mobile, payout: impsOrder() };
    const { body } = await owner.post("/payouts/otp/send", form);
    expect(body.error.code).toBe("PAYOUTS_LOCKED");
    await world.workAt("2027-01-04T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(1);
  });

  test("a changed account pauses its schedules, and nothing goes to either account", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const schedule = await world.started(owner, {}, { repeats: "weekly", weekdays: [1], every: 1 });
    const { id, destination_id } = schedule.beneficiary;
    await owner.ask(addPayoutDestination, {
      params: { id },
      body: {
        destination: { method: "imps", account_number: "99887766554433", ifsc_code: "HDFC0000001" },
        replaces: destination_id,
      },
    });
    // At the due moment, before the task that pauses it.
    await world.at("2027-01-04T10:30:00Z", () => runDueSchedules());
    expect(await world.payoutCount(owner)).toBe(0);
    expect(await world.readSchedule(owner, schedule.id)).toMatchObject({
      state: "paused",
      pause: { code: "BENEFICIARY_NOT_PAYABLE" },
      can: ["change", "end"],
    });
    const resumed = await owner.post(`/payout-schedules/${schedule.id}/resume`);
    expect(resumed.body.error.code).toBe("BENEFICIARY_NOT_PAYABLE");
    const { data } = await owner.ask(getBeneficiary, { params: { id } });
    const body = world.form(
      data.default_destination?.id ?? "",
      {},
      { repeats: "weekly", weekdays: [1] },
    );
    const changed = await owner.post(`/payout-schedules/${schedule.id}/change`, body);
    await world.begin(owner, changed.body.data);
    await world.workAt("2027-01-11T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(1);
  });

  test("a changed fee pauses it with a notification until it is signed again", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const schedule = await world.started(owner, {}, { repeats: "weekly", weekdays: [1], every: 1 });
    await world.withFee(700, () => world.workAt("2027-01-04T10:30:00Z"));
    expect(await world.readSchedule(owner, schedule.id)).toMatchObject({
      state: "paused",
      pause: { code: "SCHEDULE_CHANGED" },
    });
    expect(await world.notificationKinds(owner)).toContain("schedule_paused");
    expect(await world.payoutCount(owner)).toBe(0);
  });

  test("a row that was changed in the database pays nothing", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    const schedule = await world.started(owner, {}, { repeats: "weekly", weekdays: [1], every: 1 });
    await sql`
      update payout_schedules set rule = jsonb_set(rule, '{hour}', '1') where id = ${schedule.id}
    `.execute(database());
    await world.workAt("2027-01-04T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(0);
    await owner.post(`/payout-schedules/${schedule.id}/end`, { reason: "Altered" });
  });
});

describe("approvals", () => {
  const twoSteps = [
    {
      amount_up_to: null,
      methods: null,
      sources: ["schedule"],
      beneficiary: null,
      steps: [
        { approvals: 1, roles: ["approver"], people: [] },
        { approvals: 1, roles: ["owner"], people: [] },
      ],
    },
    { amount_up_to: null, methods: null, sources: null, beneficiary: null, steps: [] },
  ];

  test("the policy of the source schedule asks its steps once; then every run pays", async () => {
    const { owner, preparer, approver } = await world.team({ bands: twoSteps });
    const { destinationId } = await world.savedDestination(owner);
    const weekly = { repeats: "weekly", weekdays: [1], every: 1 };
    const schedule = await world.draft(preparer, world.form(destinationId, {}, weekly));
    expect(schedule.needs_approval).toBe(true);
    const content = { content_hash: schedule.content_hash };
    const path = `/payout-schedules/${schedule.id}` as const;
    expect((await owner.post(`${path}/start`, content)).body.error.code).toBe("APPROVAL_REQUIRED");
    const submitted = await preparer.post(`${path}/submit`, content);
    expect(submitted.body.data.approval?.waiting_for).toBe("Waits for Anil Kumar or Vikram Rao");
    expect((await owner.post(`${path}/approve`, content)).body.error.code).toBe("NOT_AN_APPROVER");
    await approver.post(`${path}/approve`, content);
    expect((await approver.post(`${path}/approve`, content)).body.error.code).toBe(
      "ALREADY_APPROVED",
    );
    const active = await owner.post(`${path}/approve`, content);
    expect(active.body.data.state).toBe("active");
    await world.workAt("2027-01-04T10:30:00Z");
    await world.workAt("2027-01-11T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(2);
  });

  test("a schedule that was sent back needs new approvals, and nobody approves their own", async () => {
    const { owner, preparer, approver, second } = await world.team({ bands: twoSteps });
    const { destinationId } = await world.savedDestination(owner);
    const schedule = await world.draft(preparer, world.form(destinationId));
    const path = `/payout-schedules/${schedule.id}` as const;
    const content = { content_hash: schedule.content_hash };
    await preparer.post(`${path}/submit`, content);
    await approver.post(`${path}/approve`, content);
    const back = await second.post(`${path}/reject`, { ...content, reason: "Too much" });
    expect(back.body.data).toMatchObject({ state: "draft", returned: { reason: "Too much" } });
    expect(back.body.data.content_hash).not.toBe(schedule.content_hash);
    const again = { content_hash: back.body.data.content_hash };
    const submitted = await preparer.post(`${path}/submit`, again);
    expect(submitted.body.data.approval?.steps[0]?.given).toEqual([]);
    const own = await world.draft(owner, world.form(destinationId));
    await owner.post(`/payout-schedules/${own.id}/submit`, { content_hash: own.content_hash });
    const approved = await owner.post(`/payout-schedules/${own.id}/approve`, {
      content_hash: own.content_hash,
    });
    expect(approved.body.error.code).toMatch(/OWN_REQUEST|SCHEDULE_CHANGED/);
  });

  test("a policy from after the signature stops a schedule that one person signed", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    await world.member(owner, ["approver"], "Anil Kumar");
    const schedule = await world.started(owner, {}, { repeats: "weekly", weekdays: [1], every: 1 });
    const anyApprover = [{ approvals: 1, roles: ["approver"], people: [] }];
    await world.savePolicy(owner, [{ ...twoSteps[1], steps: anyApprover }]);
    await world.workAt("2027-01-04T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(0);
    expect(await world.readSchedule(owner, schedule.id)).toMatchObject({
      state: "paused",
      pause: { code: "APPROVAL_REQUIRED" },
    });
  });

  test("a day's other payments fail its run, and pause nothing", async () => {
    const owner = await world.operator({ wallet: "₹5,000" });
    await world.member(owner, ["approver"], "Anil Kumar");
    const steps = [{ approvals: 1, roles: ["approver"], people: [] }];
    const bands = [
      { ...twoSteps[1], amount_up_to: 1_500, steps: [] },
      { ...twoSteps[1], steps },
    ];
    await world.savePolicy(owner, bands, { counts_day: true });
    const { destinationId } = await world.savedDestination(owner);
    const payout = { method: "saved", destination_id: destinationId, amount: 1_000 };
    expect((await owner.post("/payment-requests", { payout })).status).toBe(201);
    const rule = { repeats: "weekly", weekdays: [1], every: 1 };
    const schedule = await world.draft(owner, world.form(destinationId, {}, rule));
    expect((await world.begin(owner, schedule)).status).toBe(200);
    await world.workAt("2027-01-04T10:30:00Z");
    expect(await world.runsOf(owner, schedule.id)).toMatchObject([
      { state: "failed", code: "APPROVAL_REQUIRED" },
    ]);
    expect((await world.readSchedule(owner, schedule.id)).state).toBe("active");
    await world.workAt("2027-01-11T10:30:00Z");
    expect(await world.payoutCount(owner)).toBe(1);
  });

  test("limits of the person hold for each run of a schedule that they signed", async () => {
    const { owner, preparer } = await world.team();
    const partner: SignedIn = await world.member(owner, ["owner"], "Third Owner");
    const schedule = await world.started(
      partner,
      {},
      { repeats: "weekly", weekdays: [1], every: 1 },
    );
    await world.setLimits(owner, partner, { per_payout: 500, per_day: null });
    await world.workAt("2027-01-04T10:30:00Z");
    expect(await world.runsOf(preparer, schedule.id)).toMatchObject([
      { code: "PERSON_LIMIT_EXCEEDED", can_retry: false },
    ]);
  });
});
