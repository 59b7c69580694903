import * as z from "zod/mini";
import { count, defineCall, instant, dataAnswer } from "./call.ts";

/*
 * The state of PostgreSQL. Each part of the page has its own call, because one slow query must not
 * delay the others. A query stops after `limits.databaseQuerySeconds`.
 */
const errors = ["TOO_SLOW"] as const;

const bytes = count();
const seconds = count();

export const databaseServer = z
  .object({
    version: z.string(),
    database: z.string(),
    size_bytes: bytes,
    started_at: instant(),
    /** True for a read-only replica. */
    in_recovery: z.boolean(),
    /** False: this database user sees only its own sessions; hidden values are null. */
    sees_all_sessions: z.boolean(),
    connections: z.object({
      used: count(),
      max: count(),
      active: count(),
      idle: count(),
      idle_in_transaction: count(),
      /** Sessions of other users, whose state is hidden from this one. */
      hidden: count(),
    }),
    /** Null without a visible transaction. */
    oldest_transaction: z.nullable(
      z.object({ seconds, state: z.string(), application: z.string() }),
    ),
    locks_waiting: count(),
    /** The share of blocks read from memory, in percent; null before the first read. */
    cache_hit_percent: z.nullable(z.number()),
    replicas: z.array(
      z.object({
        name: z.string(),
        /** Null if this database user can't see it. */
        state: z.nullable(z.string()),
        lag_seconds: z.nullable(seconds),
      }),
    ),
    /** The replica that serves histories and reports, as this server sees it. */
    read_replica: z.nullable(
      z.object({
        /** The server reads from the replica only while it is `current`. */
        state: z.enum(["current", "behind", "away"]),
        behind_seconds: z.nullable(seconds),
        looked_at: z.nullable(instant()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "DatabaseServer" });
export type DatabaseServer = z.output<typeof databaseServer>;

export const describeDatabase = defineCall({
  name: "describeDatabase",
  summary: "The PostgreSQL server: version, size, connections, transactions, cache, replicas",
  tag: "Database",
  method: "GET",
  path: "/super-admin/database/server",
  who: "superadmin",
  needs: "view",
  answer: dataAnswer(databaseServer),
  errors,
});

export const databaseTable = z
  .object({
    name: z.string(),
    /** PostgreSQL's own estimate. */
    row_estimate: count(),
    table_bytes: bytes,
    index_bytes: bytes,
    /** Deleted or replaced rows that vacuum has not removed yet. */
    dead_rows: count(),
    /** Automatic or manual; null if never. */
    vacuumed_at: z.nullable(instant()),
    analyzed_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "DatabaseTable" });
export type DatabaseTable = z.output<typeof databaseTable>;

export const listDatabaseTables = defineCall({
  name: "listDatabaseTables",
  summary: "The largest tables: rows, sizes, dead rows, last vacuum",
  tag: "Database",
  method: "GET",
  path: "/super-admin/database/tables",
  who: "superadmin",
  needs: "view",
  answer: z.object({
    success: z.literal(true),
    data: z.array(databaseTable),
    /** The number of other tables. */
    others: count(),
  }),
  errors,
});

export const listMigrations = defineCall({
  name: "listMigrations",
  summary: "The applied migrations, and the missing ones",
  tag: "Database",
  method: "GET",
  path: "/super-admin/database/migrations",
  who: "superadmin",
  needs: "view",
  answer: dataAnswer(
    z.object({
      /** Newest first. */
      applied: z.array(z.object({ name: z.string(), applied_at: instant() })),
      /** Migrations of this version that are not applied. */
      missing: z.array(z.string()),
    }),
  ),
  errors,
});

export const queue = z
  .object({
    /** The audit log's are there when Rokad copies it to that receiver. */
    name: z.enum(["payouts", "background_jobs", "audit_to_syslog", "audit_to_webhook"]),
    /** Ready to run now. */
    due: count(),
    oldest_due_at: z.nullable(instant()),
    /** Scheduled for later, such as a status check in a minute. */
    later: count(),
    /** Dead-lettered after the last try; a person must retry or discard them. */
    dead: count(),
  })
  .register(z.globalRegistry, { id: "Queue" });
export type Queue = z.output<typeof queue>;

export const listQueues = defineCall({
  name: "listQueues",
  summary: "The queues of the workers, and their oldest entries",
  tag: "Database",
  method: "GET",
  path: "/super-admin/database/queues",
  who: "superadmin",
  needs: "view",
  changesWith: ["jobs", "payouts"],
  answer: dataAnswer(z.array(queue)),
  errors,
});
