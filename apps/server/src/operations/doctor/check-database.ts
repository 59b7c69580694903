import type { DoctorFinding } from "@rokad/contract/doctor";
import { sql } from "kysely";
import { asNoRows } from "../../database/as-no-rows.ts";
import { clockDifferenceSecondsMax, measureClockDifference } from "../../database/clock-check.ts";
import type { Db } from "../../database/db.ts";
import { plainConnections } from "../../kernel/database-tls.ts";
import type { Config } from "../../kernel/config.ts";
import { listReplicas, listStandbySlots } from "../database-health/describe-database.ts";
import { listMigrations } from "../database-health/list-migrations.ts";
import { secondsFromNow } from "../../kernel/clock.ts";
import { heartbeatTimeoutSeconds } from "../activity/list-processes.ts";
import { bad, good } from "./finding.ts";

const oldestVersion = 15;
/** Live updates and locks of each process, outside its pool. */
const connectionsBesidePool = 2;

interface Server {
  readonly version: string;
  readonly number: number;
  readonly synchronous_commit: string;
  readonly synchronous_standby_names: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly max: number;
  readonly reserved: number;
  readonly tls: string | null;
  readonly user_name: string;
  readonly has_trigrams: boolean;
  /** Whether the migrations, which create the extension, have begun. */
  readonly has_migrations: boolean;
}

type DatabaseConfig = Pick<
  Config,
  "databaseUrl" | "databaseReplicaUrl" | "databaseSessionUrl" | "databaseConnections"
>;

/** What PostgreSQL must be like for money, and for this number of processes. */
export async function checkServer(db: Db, config: DatabaseConfig): Promise<DoctorFinding[]> {
  const { rows } = await sql<Server>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('synchronous_standby_names') as synchronous_standby_names,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('max_connections')::int as max,
      current_setting('superuser_reserved_connections')::int as reserved,
      (select version from pg_stat_ssl where pid = pg_backend_pid() and ssl) as tls,
      quote_ident(current_user) as user_name,
      exists (select from pg_extension where extname = 'pg_trgm') as has_trigrams,
      to_regclass('schema_migrations') is not null as has_migrations
  `.execute(db);
  const [server] = rows;
  if (!server) throw new Error("PostgreSQL did not describe itself");
  return [
    checkVersion(server),
    checkDurability(server),
    await checkConnections(db, server, config),
    checkEncryption(server, config),
    ...(await checkStandbys(db, server)),
    ...(server.has_migrations ? [checkTrigrams(server)] : []),
  ];
}

function checkVersion({ version, number }: Server): DoctorFinding {
  return number >= oldestVersion * 10_000
    ? good("Database version", `PostgreSQL ${version}`)
    : bad(
        "Database version",
        `PostgreSQL ${version}`,
        `Upgrade PostgreSQL to ${oldestVersion} or newer`,
      );
}

/**
 * With any of these off, a crash loses payouts that were acknowledged; a failover does it with `local`,
 * which does not wait for the synchronous standby.
 */
function checkDurability(server: Server): DoctorFinding {
  const settings = ["synchronous_commit", "fsync", "full_page_writes"] as const;
  const bypassed = server.synchronous_standby_names === "" ? [] : ["local"];
  const off = settings.filter((name) => ["off", ...bypassed].includes(server[name]));
  const detail = settings.map((name) => `${name} = ${server[name]}`).join(", ");
  return off.length === 0
    ? good("Durability", detail)
    : bad(
        "Durability",
        `${detail}: a crash or failover loses acknowledged payouts`,
        `Set ${off.join(", ")} to on, for the server, the database and the user`,
      );
}

/** The pools of all processes that run, or of this one alone. A pooler has a limit of its own instead. */
async function checkConnections(
  db: Db,
  server: Server,
  config: DatabaseConfig,
): Promise<DoctorFinding> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from processes
    where beat_at > ${secondsFromNow(-heartbeatTimeoutSeconds)}
  `
    .execute(db)
    .catch(asNoRows);
  const processes = Math.max(1, rows[0]?.count ?? 0);
  const isPooled = config.databaseSessionUrl !== undefined;
  const pool = isPooled ? 0 : config.databaseConnections;
  const needed = processes * (pool + connectionsBesidePool);
  const available = server.max - server.reserved;
  const opens = `${processes} ${processes === 1 ? "process opens" : "processes open"}`;
  const detail = `${opens} up to ${needed} of ${available}${isPooled ? "; the pooler limits the rest" : ""}`;
  return needed <= available
    ? good("Connections", detail)
    : bad(
        "Connections",
        detail,
        "Raise max_connections, lower DATABASE_CONNECTIONS, or put PgBouncer between: docs/operations/scale.md",
      );
}

function checkEncryption({ tls }: Server, config: DatabaseConfig): DoctorFinding {
  const plain = plainConnections({
    DATABASE_URL: config.databaseUrl,
    DATABASE_REPLICA_URL: config.databaseReplicaUrl,
    DATABASE_SESSION_URL: config.databaseSessionUrl,
  });
  if (plain.length > 0)
    return bad(
      "Connection encryption",
      "a connection to another machine is plain, or trusts any certificate",
      plain.join("; "),
    );
  return good("Connection encryption", tls ?? "not needed: the database is on this machine");
}

/** Whether every standby is there, and this user sees how far it is; nothing without standbys. */
async function checkStandbys(db: Db, server: Server): Promise<DoctorFinding[]> {
  const standbys = await listReplicas(db);
  const absent = (await listStandbySlots(db)).filter((slot) => !slot.is_active);
  const hidden = standbys.filter(({ state }) => state === null).map(({ name }) => name);
  const findings = absent.map(({ name }) =>
    bad(
      "Standbys",
      `none reads from the replication slot ${name}: the primary keeps its log until the disk is full`,
      "Bring the standby back or drop the slot: docs/operations/alerts.md, RokadStandbyAway",
    ),
  );
  if (hidden.length > 0)
    return [
      ...findings,
      bad(
        "Standbys",
        `this user can't see how far ${hidden.join(", ")} is behind: RokadReplicationLag can't fire`,
        `As a superuser: grant pg_monitor to ${server.user_name}`,
      ),
    ];
  if (findings.length > 0 || standbys.length === 0) return findings;
  return [good("Standbys", standbys.map(({ name, state }) => `${name}: ${state}`).join(", "))];
}

function checkTrigrams({ has_trigrams: isInstalled }: Server): DoctorFinding {
  return isInstalled
    ? good("pg_trgm", "installed")
    : bad(
        "pg_trgm",
        "not installed: searches of names read whole lists",
        "As a superuser, in this database: create extension pg_trgm",
      );
}

/** Whether this version's migrations are applied. */
export async function checkMigrations(db: Db): Promise<DoctorFinding[]> {
  const { missing, applied } = await listMigrations(db);
  return [
    missing.length === 0
      ? good("Migrations", `${applied.length} applied`)
      : bad(
          "Migrations",
          `${missing.length} missing: ${missing.join(", ")}`,
          "Start one process of this version: it migrates the database",
        ),
  ];
}

/** This machine's clock against the database's. */
export async function checkClock(): Promise<DoctorFinding[]> {
  const differenceMs = await measureClockDifference();
  const detail = `${Math.abs(differenceMs)} ms ${differenceMs < 0 ? "behind" : "ahead of"} the database`;
  return [
    Math.abs(differenceMs) <= clockDifferenceSecondsMax * 1_000
      ? good("Clock", detail)
      : bad("Clock", detail, "Set up NTP here and where PostgreSQL runs"),
  ];
}
