import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import {
  countConnections,
  listReplicas,
  listStandbySlots,
} from "../database-health/describe-database.ts";
import { copyNames } from "../log-copies/configured-copies.ts";
import type { Sample } from "./platform-metrics.ts";

const endpointStates = ["working", "failing", "disabled"] as const;

/** PostgreSQL, and what events and copies of the logs leave by. */
export async function measureSystems(db: Db): Promise<Sample[]> {
  return [
    ...(await measureDatabase(db)),
    ...(await measureEndpoints(db)),
    ...(await measureCopies(db)),
  ];
}

async function measureDatabase(db: Db): Promise<Sample[]> {
  const { used, max, active, idle_in_transaction: inTransaction } = await countConnections(db);
  const states = {
    active,
    idle_in_transaction: inTransaction,
    other: used - active - inTransaction,
  };
  return [
    ...Object.entries(states).map(([state, value]): Sample => ({
      name: "rokad_database_connections",
      labels: { state },
      value,
    })),
    { name: "rokad_database_connections_max", value: max },
    ...(await listReplicas(db)).flatMap(({ name, state, lag_seconds: lag }): Sample[] =>
      // Absent rather than 0 where this database user can't see it; the doctor says so.
      state === null
        ? []
        : [{ name: "rokad_replication_lag_seconds", labels: { replica: name }, value: lag ?? 0 }],
    ),
    ...(await listStandbySlots(db)).map(({ name, is_active: isActive }): Sample => ({
      name: "rokad_standby_slot_active",
      labels: { slot: name },
      value: Number(isActive),
    })),
  ];
}

async function measureEndpoints(db: Db): Promise<Sample[]> {
  const { rows } = await sql<{ state: string; count: number }>`
    select case
        when not is_active then 'disabled' when failing_since is not null then 'failing'
        else 'working'
      end as state, count(*)::int as count
    from webhook_endpoints group by 1
  `.execute(db);
  return endpointStates.map((state): Sample => ({
    name: "rokad_webhook_endpoints",
    labels: { state },
    value: rows.find((row) => row.state === state)?.count ?? 0,
  }));
}

async function measureCopies(db: Db): Promise<Sample[]> {
  const rows = await db.selectFrom("log_copies").select(["name", "failed_times"]).execute();
  const names = copyNames();
  return rows
    .filter(({ name }) => names.has(name))
    .map(({ name, failed_times: times }): Sample => ({
      name: "rokad_audit_copy_failures",
      labels: { copy: name },
      value: times,
    }));
}
