import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { eventRule } from "../../apps/server/src/tenants/events/verify-events.ts";
import { databaseMutation, type Mutation } from "./mutation.ts";

/** Mutations of the events that programs read. */
export const eventMutations: readonly Mutation[] = [
  databaseMutation("an event that is missing among the numbered ones", eventRule.gapless, (db) =>
    sql`
      delete from events where (tenant_id, version) = (
        select tenant_id, events.version from events join event_heads using (tenant_id)
        where type not like 'payout.%' and events.version > 1
          and events.version < event_heads.version
        order by tenant_id, events.version desc limit 1
      )
    `.execute(db),
  ),
  databaseMutation("an event that was passed over", eventRule.numbered, (db) =>
    sql`
      insert into event_outbox (number, tenant_id, type, subject_id, status)
      select 0, tenant_id, 'deposit.completed', ${randomUUID()}, 'completed'
      from event_heads order by tenant_id limit 1
    `.execute(db),
  ),
  databaseMutation(
    "a paid payout whose last event says that it is pending",
    eventRule.outcome,
    (db) =>
      sql`
      update events set status = 'pending' where (tenant_id, version) = (
        select tenant_id, version from (
          select distinct on (subject_id) subject_id, tenant_id, version, status
          from events where type like 'payout.%' order by subject_id, version desc
        ) as last
        where status = 'success'
          -- With an event that has no number yet, it would not be the last one.
          and not exists (select from event_outbox where event_outbox.subject_id = last.subject_id)
        order by tenant_id, version limit 1
      )
    `.execute(db),
  ),
];
