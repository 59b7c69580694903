import type { DatabaseServer } from "@rokad/contract/database";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { replicaStatus } from "../../database/replica.ts";

/**
 * Describes the PostgreSQL server. A user without `pg_read_all_stats` can't see the state of other
 * sessions; these are counted as hidden.
 */
export async function describeDatabase(db: Db): Promise<DatabaseServer> {
  const [server, connections, oldest, replicas] = [
    await readServer(db),
    await countConnections(db),
    await findOldestTransaction(db),
    await listReplicas(db),
  ];
  return {
    version: server.version,
    database: server.database,
    size_bytes: Number(server.size),
    started_at: server.started_at.toISOString(),
    in_recovery: server.in_recovery,
    sees_all_sessions: server.sees_all,
    connections,
    oldest_transaction: oldest,
    locks_waiting: server.locks_waiting,
    cache_hit_percent: server.cache_hit_percent,
    replicas,
    read_replica: replicaStatus(),
  };
}

interface ServerRow {
  version: string;
  database: string;
  size: bigint;
  started_at: Date;
  in_recovery: boolean;
  sees_all: boolean;
  locks_waiting: number;
  cache_hit_percent: number | null;
}

async function readServer(db: Db): Promise<ServerRow> {
  const { rows } = await sql<ServerRow>`
    select current_setting('server_version') as version, current_database() as database,
      pg_database_size(current_database()) as size, pg_postmaster_start_time() as started_at,
      pg_is_in_recovery() as in_recovery,
      pg_has_role(current_user, 'pg_read_all_stats', 'usage') as sees_all,
      (select count(*)::int from pg_locks where not granted) as locks_waiting,
      (
        select round(100.0 * blks_hit / nullif(blks_hit + blks_read, 0), 1)::float
        from pg_stat_database where datname = current_database()
      ) as cache_hit_percent
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The server query returned no row");
  return row;
}

/**
 * Counts the connections of clients. A user without `pg_read_all_stats` does not see the kind of other
 * users' sessions; PostgreSQL's own processes have no user or no database.
 */
export async function countConnections(db: Db): Promise<DatabaseServer["connections"]> {
  const { rows } = await sql<DatabaseServer["connections"]>`
    select count(*)::int as used, current_setting('max_connections')::int as max,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'idle')::int as idle,
      count(*) filter (where state like 'idle in transaction%')::int as idle_in_transaction,
      count(*) filter (where state is null)::int as hidden
    from pg_stat_activity
    where backend_type = 'client backend'
      or (backend_type is null and usesysid is not null and datid is not null)
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The connection query returned no row");
  return row;
}

/** The oldest transaction of this database, without our own: only these hold back its vacuum. */
async function findOldestTransaction(db: Db): Promise<DatabaseServer["oldest_transaction"]> {
  const { rows } = await sql<{ seconds: number; state: string; application: string }>`
    select greatest(extract(epoch from clock_timestamp() - xact_start), 0)::int as seconds,
      coalesce(state, '') as state, coalesce(application_name, '') as application
    from pg_stat_activity
    where xact_start is not null and datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid()
    order by xact_start limit 1
  `.execute(db);
  return rows[0] ?? null;
}

export async function listReplicas(db: Db): Promise<DatabaseServer["replicas"]> {
  const { rows } = await sql<DatabaseServer["replicas"][number]>`
    select coalesce(application_name, '') as name, state,
      extract(epoch from replay_lag)::int as lag_seconds
    from pg_stat_replication order by application_name limit 20
  `.execute(db);
  return rows;
}

/** The replication slots of standbys. The primary keeps the log for one that nobody reads. */
export async function listStandbySlots(
  db: Db,
): Promise<{ readonly name: string; readonly is_active: boolean }[]> {
  const { rows } = await sql<{ name: string; is_active: boolean }>`
    select slot_name::text as name, active as is_active from pg_replication_slots
    where slot_type = 'physical' and not temporary order by slot_name limit 20
  `.execute(db);
  return rows;
}
