// The guarantee: a session that a super admin ends is invalid at once, a status check that they
// request runs next, and the audit log has each action.
import {
  listJobs,
  listOpenPayouts,
  listOpenSessions,
  checkPayoutStatus,
} from "@rokad/contract/activity-lists";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminOf } from "../../../test/founder.ts";
import { readEvents } from "../../../test/event-reader.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { createApp } from "../../app.ts";
import { now } from "../../kernel/clock.ts";
import { readConfig } from "../../kernel/config.ts";
import { database, transaction } from "../../database/db.ts";
import { enqueueJob } from "../../worker/jobs/enqueue-job.ts";
import { notifyOverduePayouts } from "../../payouts/send/notify-overdue-payouts.ts";

let world: PayoutWorld;
let boss: Awaited<ReturnType<PayoutWorld["superAdmin"]>>;
beforeAll(async () => {
  world = await openPayoutWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

const unknownId = "01900000-0000-7000-8000-000000000000";

/** The newest entry of the audit log. */
function lastAuditEntry() {
  return database()
    .selectFrom("audit_log")
    .select(["act", "subject_kind", "subject_id", "reason", "actor_id"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
}

async function sessionsOf(personId: string) {
  const { data } = await boss.ask(listOpenSessions, { query: { limit: 100 } });
  return data.filter(({ person }) => person.id === personId);
}

describe("a session", () => {
  test("is invalid from the next request after it is revoked, and its event stream ends [28.10]", async () => {
    const listening = await createApp(readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent" }));
    await listening.listen({ port: 0, host: "127.0.0.1" });
    const tenant = await world.retailer({ name: "Asha Stores" });
    const stream = await readEvents(listening, tenant.token);
    await stream.ready();
    const [session, ...others] = await sessionsOf(tenant.id);
    expect(others).toEqual([]);
    expect(session).toMatchObject({
      person: { name: "Asha Stores", role: "retailer" },
      address: "127.0.0.1",
      device: "Another program",
      is_own: false,
    });
    const address = `/super-admin/activity/sessions/${session?.id}/revoke` as const;
    const answers = await Promise.all([boss.post(address), boss.post(address)]);
    expect(answers.map(({ body }) => body.data.ended_count).toSorted()).toEqual([0, 1]);
    expect((await tenant.get("/auth/me")).status).toBe(401);
    const refresh = { refresh_token: tenant.refreshToken };
    expect((await world.anyone.post("/auth/refresh", refresh)).status).toBe(401);
    expect(await stream.changed()).toEqual(["account"]);
    expect(await stream.changed()).toBeUndefined();
    expect(await sessionsOf(tenant.id)).toEqual([]);
    expect(await lastAuditEntry()).toEqual({
      act: "session.ended",
      subject_kind: "session",
      subject_id: session?.id,
      reason: "revoked",
      actor_id: boss.id,
    });
    await listening.close();
  });

  test("ends with all other sessions of the same person, and with no other person's [28.10]", async () => {
    const tenant = await world.retailer();
    const again = await world.signIn(tenant.mobile);
    const other = await world.retailer();
    expect(await sessionsOf(tenant.id)).toHaveLength(2);
    const { body } = await boss.post(`/super-admin/activity/people/${tenant.id}/revoke-sessions`);
    expect(body.data.ended_count).toBe(2);
    expect((await tenant.get("/auth/me")).status).toBe(401);
    expect((await again.get("/auth/me")).status).toBe(401);
    expect((await other.get("/auth/me")).status).toBe(200);
    expect(await lastAuditEntry()).toMatchObject({ act: "session.ended", subject_id: tenant.id });
  });

  test("is marked and listed first when it is the caller's own; an unknown one gives 404", async () => {
    // Signed in after the caller, and so more recently active.
    await world.retailer();
    const { data } = await boss.ask(listOpenSessions, { query: { limit: 1 } });
    expect(data.map((session) => session.is_own)).toEqual([true]);
    const path = `/super-admin/activity/sessions/${unknownId}/revoke` as const;
    expect((await boss.post(path)).status).toBe(404);
    expect(
      (await boss.post(`/super-admin/activity/people/${unknownId}/revoke-sessions`)).status,
    ).toBe(404);
  });
});

describe("a payout without an outcome", () => {
  test("is listed when it takes too long, notified once, and checked on request [28.8]", async () => {
    const payer = await world.payer("₹50,000");
    const { body } = await payer.pay(upiOrder("pending@upi"));
    const { id } = body.data;
    const tooEarly = await boss.post(`/super-admin/activity/payouts/${id}/status-check`);
    expect([tooEarly.status, tooEarly.body.error.code]).toEqual([409, "PAYOUT_NOT_OPEN"]);
    await world.work();
    expect((await boss.ask(listOpenPayouts, { query: {} })).total).toBe(0);
    expect((await boss.ask(listOpenPayouts, { query: { show: "open" } })).total).toBe(1);
    for (let minutes = 0; minutes < 8; minutes += 1) {
      world.pass(60_000);
      await world.work();
    }
    boss = await world.signIn(boss.mobile);
    const [listed] = (await boss.ask(listOpenPayouts, { query: {} })).data;
    expect(listed).toMatchObject({
      id,
      tenant: { name: "Sharma Traders" },
      provider: "primary",
      status: "processing",
      is_accepted: true,
    });
    world.pass(60_000);
    const before = new Date(listed?.next_check_at ?? 0).getTime();
    expect(before - now().getTime()).toBeGreaterThan(30_000);
    const { data } = await boss.ask(checkPayoutStatus, { params: { id } });
    expect(new Date(data.next_check_at).getTime()).toBeLessThanOrEqual(now().getTime());
    await world.work();
    const [after] = (await boss.ask(listOpenPayouts, { query: {} })).data;
    expect(after?.attempts).toBe((listed?.attempts ?? 0) + 1);
    // Just checked: a second request waits until the lease of the first has expired.
    const second = await boss.ask(checkPayoutStatus, { params: { id } });
    expect(new Date(second.data.next_check_at).getTime()).toBeGreaterThan(now().getTime());
    expect(await lastAuditEntry()).toMatchObject({ act: "payout.looked_at", subject_id: id });
    expect(
      (await boss.post(`/super-admin/activity/payouts/${unknownId}/status-check`)).status,
    ).toBe(404);

    // It had waited for its provider too, and was reported for that.
    await sql`
      insert into payout_events (payout_id, tenant_id, at, event)
      select id, tenant_id, now(), 'waiting' from payouts where id = ${id}
    `.execute(database());
    world.pass(6 * 60_000);
    await Promise.all([notifyOverduePayouts(), notifyOverduePayouts()]);
    await notifyOverduePayouts();
    const delays = await database()
      .selectFrom("payout_events")
      .select("event")
      .where("event", "=", "delayed")
      .execute();
    expect(delays).toHaveLength(1);
    const notifications = await database()
      .selectFrom("notifications")
      .select("subject_id")
      .where("kind", "=", "payout_stuck")
      .execute();
    expect(notifications).toEqual([{ subject_id: id }]);
  });
});

describe("a dead job", () => {
  test("is shown with its error; the first of retry and discard wins [28.9]", async () => {
    boss = await world.signIn(boss.mobile);
    // Other jobs of this world are irrelevant here.
    await database().deleteFrom("background_jobs").execute();
    const job = { kind: "verify_books", payload: {}, by: adminOf(boss.id) };
    const [first, second] = await transaction(async (db) => [
      await enqueueJob(db, job),
      await enqueueJob(db, job),
    ]);
    await database()
      .updateTable("background_jobs")
      .set({ status: "dead", tries: 5, finished_at: now(), last_error: "The disk is full" })
      .execute();
    const { data, summary } = await boss.ask(listJobs, { query: { status: "dead" } });
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      kind: "verify_books",
      tries: 5,
      last_error: "The disk is full",
      requested_by: "Meera Iyer",
    });
    expect(summary.dead_count).toBe(2);
    expect((await boss.post(`/super-admin/activity/jobs/${first}/retry`)).status).toBe(200);
    const late = await boss.post(`/super-admin/activity/jobs/${first}/discard`);
    expect([late.status, late.body.error.code]).toEqual([409, "JOB_NOT_DEAD"]);
    expect((await boss.post(`/super-admin/activity/jobs/${second}/discard`)).status).toBe(200);
    const left = await boss.ask(listJobs, { query: {} });
    expect(left.data.map(({ id, status }) => [id, status])).toEqual([[first, "waiting"]]);
  });
});
