import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { traceOf } from "../../payouts/payout-traces.ts";
import { eventColumns, type EventRow } from "../events/list-events.ts";

/** Longer than an attempt may take. */
const leaseSeconds = 40;
/** Of an endpoint that works; of one that fails or has not worked yet, one. */
const slotsPerEndpoint = 5;
/** Of all endpoints that work, and as many of all others: neither takes the slots of the other. */
const slotsPerClass = 1_000;

export interface LeasedDelivery extends EventRow {
  readonly endpoint_id: string;
  readonly tenant_id: string;
  readonly tries: number;
  readonly url: string;
  readonly secret_encrypted: Buffer;
  readonly old_secret_encrypted: Buffer | null;
  readonly old_secret_ends_at: Date | null;
  readonly is_working: boolean;
  /** The trace in which the event's payout was requested, if that was recorded. */
  readonly trace_parent: string | null;
}

/**
 * Leases due deliveries, the first of every endpoint before the second of any. A worker that dies
 * leaves its leases to expire: the event is then sent again, under its id.
 * @param posting the attempts in progress of this worker, which take their endpoints' slots.
 */
export async function leaseDeliveries(
  posting: readonly LeasedDelivery[],
): Promise<LeasedDelivery[]> {
  const workingLeft = slotsPerClass - posting.filter((one) => one.is_working).length;
  const otherLeft = slotsPerClass - posting.filter((one) => !one.is_working).length;
  const { rows } = await sql<LeasedDelivery>`
    with recursive waiting (endpoint_id) as (
      (
        select endpoint_id from webhook_deliveries where state = 'waiting'
        order by endpoint_id limit 1
      )
      union all
      select (
        select endpoint_id from webhook_deliveries
        where state = 'waiting' and endpoint_id > waiting.endpoint_id
        order by endpoint_id limit 1
      )
      from waiting where waiting.endpoint_id is not null
    ), endpoints as (
      select webhook_endpoints.*, succeeded_at is not null and failing_since is null as is_working, (
          select count(*) from unnest(${posting.map((one) => one.endpoint_id)}::uuid[]) as busy (id)
          where busy.id = webhook_endpoints.id
        ) as busy
      from waiting join webhook_endpoints on id = endpoint_id
      where is_active
    ), due as (
      select endpoints.id as endpoint_id, version, is_working,
        row_number() over (partition by is_working order by place, random()) as class_place
      from endpoints cross join lateral (
        select version, row_number() over (order by due_at, version) as place from (
          select version, due_at from webhook_deliveries
          where endpoint_id = endpoints.id and state = 'waiting' and due_at <= ${now()}
          order by due_at, version
          limit greatest(case when is_working then ${slotsPerEndpoint} else 1 end - busy, 0)
          for update skip locked
        ) as next
      ) as placed
    )
    update webhook_deliveries as delivery set due_at = ${secondsFromNow(leaseSeconds)},
      tries = tries + 1
    from due join endpoints on endpoints.id = due.endpoint_id
    join events on events.tenant_id = endpoints.tenant_id and events.version = due.version
    where delivery.endpoint_id = due.endpoint_id and delivery.version = due.version
      and class_place <= case when due.is_working then ${workingLeft}::int else ${otherLeft}::int end
    returning delivery.endpoint_id, delivery.tenant_id, tries, url, secret_encrypted, old_secret_encrypted,
      old_secret_ends_at, due.is_working, ${eventColumns},
      ${traceOf(sql.ref("events.subject_id"))} as trace_parent
  `.execute(database());
  return rows;
}
