import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";

const endpointsPerRound = 200;
const eventsPerRound = 500;

/**
 * Creates the deliveries of new events: for each endpoint those after the version that it has reached,
 * in the transaction that moves it, so that none is missed or created twice. Several servers may run it.
 * @returns how many endpoints moved.
 */
export async function createDeliveries(): Promise<number> {
  const { numAffectedRows } = await sql`
    with behind as (
      select endpoint.id, endpoint.tenant_id, types, up_to,
        least(version, up_to + ${eventsPerRound}) as reached
      from webhook_endpoints as endpoint join event_heads using (tenant_id)
      where is_active and version > up_to
      order by endpoint.id limit ${endpointsPerRound}
      for no key update of endpoint skip locked
    ), created as (
      insert into webhook_deliveries (endpoint_id, version, tenant_id, due_at, created_at)
      select behind.id, version, behind.tenant_id, ${now()}, ${now()}
      from behind join events on events.tenant_id = behind.tenant_id
        and version > up_to and version <= reached
      where case type
        when 'webhook.test' then subject_id = behind.id
        else cardinality(types) = 0 or type = any(types)
      end
      on conflict do nothing
    )
    update webhook_endpoints set up_to = reached from behind
    where webhook_endpoints.id = behind.id
  `.execute(database());
  return Number(numAffectedRows ?? 0n);
}
