import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { measure } from "../../kernel/measure.ts";
import type { LeasedDelivery } from "./lease-deliveries.ts";
import { disabledAfterSeconds, pauseAfter, retryAfterSeconds } from "./next-try.ts";
import type { Attempt } from "./post-webhook.ts";
import { endWaiting } from "./save-endpoint.ts";

/** Businesses whose open pages don't show the newest attempts yet. */
const attempted = new Set<string>();

/** Updates open pages, once a second at most: each commit that notifies waits for every other one. */
export async function publishAttempts(): Promise<void> {
  const tenants = [...attempted];
  attempted.clear();
  if (tenants.length > 0)
    await transaction((db) => publishChange(db, tenants, ["webhook_endpoints"]));
}

/** Stores an attempt, and what follows from it for its delivery and its endpoint. */
export async function storeAttempt(
  delivery: LeasedDelivery,
  attempt: Attempt,
  signedAt: Date,
): Promise<void> {
  const { endpoint_id: endpointId, tenant_id: tenantId, version, tries } = delivery;
  const isOk = attempt.error === undefined;
  const pause = isOk ? undefined : pauseAfter(tries, retryAfterSeconds(attempt.retryAfter, now()));
  const state = isOk ? "delivered" : pause === undefined ? "failed" : "waiting";
  await transaction(async (db) => {
    // Endpoints before deliveries, as everywhere.
    const endpoint = await markEndpoint(db, endpointId, isOk);
    if (!endpoint) return;
    await lockDelivery(db, endpointId, version);
    await sql`
      insert into webhook_attempts (
        endpoint_id, version, number, tenant_id, at, signed_at, took_ms, status, error, answer
      )
      select endpoint_id, version, 1 + (
          select count(*) from webhook_attempts as earlier
          where earlier.endpoint_id = ${endpointId} and earlier.version = ${version}
        ), tenant_id, ${now()}, ${signedAt}, ${attempt.tookMs}, ${attempt.status ?? null},
        ${attempt.error ?? null}, ${attempt.answer}
      from webhook_deliveries where endpoint_id = ${endpointId} and version = ${version}
    `.execute(db);
    // Closes the race with a worker that took over an expired lease, and with sending again.
    await db
      .updateTable("webhook_deliveries")
      .set({
        state,
        due_at: pause === undefined ? null : secondsFromNow(pause),
        finished_at: pause === undefined ? now() : null,
      })
      .where("endpoint_id", "=", endpointId)
      .where("version", "=", version)
      .where("state", "=", "waiting")
      .where("tries", "=", tries)
      .execute();
    const reason = isOk ? undefined : whyDisabled(attempt, endpoint.failing_since ?? now());
    if (reason !== undefined && endpoint.is_active)
      await disable(db, { id: endpointId, tenantId, url: delivery.url }, reason);
  });
  measure({ kind: "webhook_attempt", result: isOk ? "ok" : "failed" });
  attempted.add(tenantId);
}

/** Closes the race between two workers that number an attempt, after a lease expired. */
async function lockDelivery(db: Tx, endpointId: string, version: bigint): Promise<void> {
  await db
    .selectFrom("webhook_deliveries")
    .select("version")
    .where("endpoint_id", "=", endpointId)
    .where("version", "=", version)
    .forNoKeyUpdate()
    .execute();
}

/**
 * Marks what an attempt says about its endpoint. A success almost always changes nothing, so that
 * deliveries of an endpoint that works don't wait for each other; a failure locks it.
 */
async function markEndpoint(db: Tx, id: string, isOk: boolean) {
  if (isOk) {
    await sql`
      update webhook_endpoints set succeeded_at = ${now()}, failing_since = null
      where id = ${id} and is_active
        and (failing_since is not null or succeeded_at is null
          or succeeded_at < ${secondsFromNow(-successSeconds)})
    `.execute(db);
  } else {
    await sql`
      update webhook_endpoints set failing_since = coalesce(failing_since, ${now()}::timestamptz)
      where id = ${id}
    `.execute(db);
  }
  return db
    .selectFrom("webhook_endpoints")
    .select(["is_active", "failing_since"])
    .where("id", "=", id)
    .executeTakeFirst();
}
const successSeconds = 60;

/** 410 says that nobody wants the events any more. */
function whyDisabled({ status, error }: Attempt, failingSince: Date): string | undefined {
  if (status === 410) return "It answered 410, which ends the deliveries";
  const isOver = now().getTime() - failingSince.getTime() >= disabledAfterSeconds * 1_000;
  return isOver ? `It failed for 5 days. Last: ${error ?? ""}` : undefined;
}

interface DisabledEndpoint {
  readonly id: string;
  readonly tenantId: string;
  readonly url: string;
}

async function disable(
  db: Tx,
  { id, tenantId, url }: DisabledEndpoint,
  reason: string,
): Promise<void> {
  await db
    .updateTable("webhook_endpoints")
    .set({ is_active: false, disabled_at: now(), disabled_reason: reason })
    .where("id", "=", id)
    .execute();
  await endWaiting(db, id);
  await notify(db, [
    { personId: tenantId, kind: "webhook_disabled", subjectId: id, detail: `${url}: ${reason}` },
  ]);
  await publishChange(db, [tenantId], ["notifications"]);
  await record(db, {
    act: "webhook_endpoint.disabled",
    by: null,
    subject: { kind: "webhook_endpoint", id },
    reason,
  });
}
