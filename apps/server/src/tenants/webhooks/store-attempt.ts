import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { groupCommit } from "../../database/group-commit.ts";
import { publishChange } from "../../database/publish-change.ts";
import { unnestRows, type RowOf } from "../../database/unnest-rows.ts";
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

/**
 * Stores an attempt, and what follows from it for its delivery and its endpoint. Those that end
 * together share a transaction.
 */
export const storeAttempt: (ended: EndedAttempt) => Promise<void> = groupCommit(
  async (list: readonly EndedAttempt[]) => {
    await transaction((db) => storeAttempts(db, list));
    for (const { delivery, attempt } of list) {
      measure({ kind: "webhook_attempt", result: isOk(attempt) ? "ok" : "failed" });
      attempted.add(delivery.tenant_id);
    }
    return list.map(() => undefined);
  },
  { atMost: 256 },
);

export interface EndedAttempt {
  readonly delivery: LeasedDelivery;
  readonly attempt: Attempt;
  readonly signedAt: Date;
}

async function storeAttempts(db: Tx, list: readonly EndedAttempt[]): Promise<void> {
  // Endpoints before deliveries, as everywhere, and each in the order of its key.
  const failing = await markEndpoints(db, list);
  const rows = list.map(rowOf);
  await lockDeliveries(db, rows);
  // The condition closes the race with a worker that took over an expired lease, and with sending again.
  await sql`
    with ended as (select * from ${unnestRows("ended", columns, rows)}), attempts as (
      insert into webhook_attempts (
        endpoint_id, version, number, tenant_id, at, signed_at, took_ms, status, error, answer
      )
      select endpoint_id, version, 1 + (
          select count(*) from webhook_attempts as earlier
          where earlier.endpoint_id = ended.endpoint_id and earlier.version = ended.version
        ), delivery.tenant_id, ${now()}, signed_at, took_ms, status, error, answer
      from ended join webhook_deliveries as delivery using (endpoint_id, version)
    )
    update webhook_deliveries as delivery set state = ended.state, due_at = ended.due_at,
      finished_at = case when ended.due_at is null then ${now()}::timestamptz end
    from ended
    where delivery.endpoint_id = ended.endpoint_id and delivery.version = ended.version
      and delivery.state = 'waiting' and delivery.tries = ended.tries
  `.execute(db);
  for (const { delivery, attempt } of list) {
    const { endpoint_id: id, tenant_id: tenantId, url } = delivery;
    const endpoint = isOk(attempt) ? undefined : failing.get(id);
    const reason = endpoint && whyDisabled(attempt, endpoint.failing_since ?? now());
    if (reason === undefined || !endpoint?.is_active) continue;
    failing.delete(id);
    await disable(db, { id, tenantId, url }, reason);
  }
}

const isOk = ({ error }: Attempt) => error === undefined;

const columns = {
  endpoint_id: "uuid",
  version: "bigint",
  tries: "int",
  state: "text",
  due_at: "timestamptz",
  signed_at: "timestamptz",
  took_ms: "int",
  status: "int",
  error: "text",
  answer: "text",
} as const;

function rowOf({ delivery, attempt, signedAt }: EndedAttempt): RowOf<typeof columns> {
  const { tries } = delivery;
  const pause = isOk(attempt)
    ? undefined
    : pauseAfter(tries, retryAfterSeconds(attempt.retryAfter, now()));
  return {
    endpoint_id: delivery.endpoint_id,
    version: delivery.version,
    tries,
    state: isOk(attempt) ? "delivered" : pause === undefined ? "failed" : "waiting",
    due_at: pause === undefined ? null : secondsFromNow(pause),
    signed_at: signedAt,
    took_ms: attempt.tookMs,
    status: attempt.status ?? null,
    error: attempt.error ?? null,
    answer: attempt.answer,
  };
}

/** Closes the race between two workers that number an attempt, after a lease expired. */
async function lockDeliveries(db: Tx, rows: readonly RowOf<typeof columns>[]): Promise<void> {
  await sql`
    select from ${unnestRows("ended", columns, rows)}
    join webhook_deliveries as delivery using (endpoint_id, version)
    order by endpoint_id, version for no key update of delivery
  `.execute(db);
}

/**
 * Marks what attempts say about their endpoints, the last one of each in the end. A success almost
 * always changes nothing, so that deliveries of an endpoint that works don't wait for each other; a
 * failure locks it.
 * @returns the endpoints that fail, as they are now.
 */
async function markEndpoints(db: Tx, list: readonly EndedAttempt[]) {
  const lastOf = new Map(list.map(({ delivery, attempt }) => [delivery.endpoint_id, attempt]));
  const working = list.flatMap((one) => (isOk(one.attempt) ? one.delivery.endpoint_id : []));
  const failing = [...lastOf].flatMap(([id, attempt]) => (isOk(attempt) ? [] : id));
  const { rows: changing } = await sql<{ id: string }>`
    select id from webhook_endpoints
    where id = any(${failing}::uuid[])
      or id = any(${working}::uuid[]) and is_active
        and (failing_since is not null or succeeded_at is null
          or succeeded_at < ${secondsFromNow(-successSeconds)})
    order by id for no key update
  `.execute(db);
  if (changing.length === 0) return new Map<string, FailingEndpoint>();
  const { rows } = await sql<FailingEndpoint>`
    update webhook_endpoints
    set succeeded_at = case when succeeds then ${now()}::timestamptz else succeeded_at end,
      failing_since = case when fails
        then case when succeeds then ${now()} else coalesce(failing_since, ${now()}) end::timestamptz
      end
    from (
      select id, id = any(${working}::uuid[]) and is_active as succeeds, id = any(${failing}::uuid[]) as fails
      from webhook_endpoints where id = any(${changing.map(({ id }) => id)}::uuid[])
    ) as marked
    where webhook_endpoints.id = marked.id
    returning webhook_endpoints.id, is_active, failing_since, fails
  `.execute(db);
  return new Map(rows.filter(({ fails }) => fails).map((row) => [row.id, row]));
}
const successSeconds = 60;

interface FailingEndpoint {
  readonly id: string;
  readonly is_active: boolean;
  readonly failing_since: Date | null;
  readonly fails: boolean;
}

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
