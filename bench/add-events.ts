import { sql } from "kysely";
import { database } from "../apps/server/src/database/db.ts";

/**
 * Adds numbered events to each tenant in one statement: three for each payout, of which one in a
 * thousand came back.
 */
export async function addEvents(tenantIds: readonly string[], count: number): Promise<void> {
  await sql`
    with before as (
      select id as tenant_id, coalesce(version, 0) as version
      from unnest(${tenantIds}::uuid[]) as id left join event_heads on tenant_id = id
    ), added as (
      insert into events (
        tenant_id, version, id, type, subject_id, status, created_at, numbered_at
      )
      select tenant_id, version + number, gen_random_uuid(),
        case
          when number % 3000 = 0 then 'payout.returned'
          when number % 3 = 0 then 'payout.success'
          when number % 3 = 1 then 'payout.created' else 'payout.processing'
        end, gen_random_uuid(), 'success', now() - interval '1 day', now()
      from before cross join generate_series(1, ${count}::bigint) as number
    )
    insert into event_heads (tenant_id, version) select tenant_id, version + ${count} from before
    on conflict (tenant_id) do update set version = excluded.version
  `.execute(database());
}
