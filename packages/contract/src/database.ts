import * as z from "zod/mini";
import { count, defineCall, instant, one } from "./call.ts";

/*
 * How PostgreSQL is. Each part of the page is a call of its own, made when it is asked for and
 * broken off after `limits.databaseLookSeconds`, so that a slow one keeps nobody waiting.
 */
const errors = ["TOO_SLOW"] as const;

const bytes = count();
/** Whole seconds. */
const seconds = count();

export const databaseServer = z
  .object({
    version: z.string(),
    database: z.string(),
    size_bytes: bytes,
    started_at: instant(),
    /** A copy that follows another server, and takes no changes. */
    in_recovery: z.boolean(),
    /** False: this database user is shown no more than its own sessions; what is hidden is null. */
    sees_all_sessions: z.boolean(),
    connections: z.object({
      used: count(),
      max: count(),
      active: count(),
      idle: count(),
      idle_in_transaction: count(),
      /** Those of other users, whose state this one may not see. */
      hidden: count(),
    }),
    /** Null when there is none but those that may not be seen. */
    oldest_transaction: z.nullable(
      z.object({ seconds, state: z.string(), application: z.string() }),
    ),
    locks_waiting: count(),
    /** Of 100 blocks asked for, those that were in memory; null before the first. */
    cache_hit_percent: z.nullable(z.number()),
    replicas: z.array(
      z.object({
        name: z.string(),
        /** Null where this database user may not see them. */
        state: z.nullable(z.string()),
        lag_seconds: z.nullable(seconds),
      }),
    ),
    /** The replica that histories and reports are read from, as the server that answers sees it. */
    read_replica: z.nullable(
      z.object({
        /** Unless it is current, everything is read from the primary. */
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
  summary: "PostgreSQL itself: version, size, connections, transactions, cache, replicas",
  method: "GET",
  path: "/super-admin/database/server",
  who: "superadmin",
  answer: one(databaseServer),
  errors,
});

export const databaseTable = z
  .object({
    name: z.string(),
    /** As PostgreSQL last counted. */
    row_estimate: count(),
    table_bytes: bytes,
    index_bytes: bytes,
    /** Rows that are deleted or replaced and still take room. */
    dead_rows: count(),
    /** By itself or by hand; null when never. */
    vacuumed_at: z.nullable(instant()),
    analyzed_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "DatabaseTable" });
export type DatabaseTable = z.output<typeof databaseTable>;

export const listDatabaseTables = defineCall({
  name: "listDatabaseTables",
  summary: "The largest tables: rows, sizes, dead rows, last vacuum",
  method: "GET",
  path: "/super-admin/database/tables",
  who: "superadmin",
  answer: z.object({
    success: z.literal(true),
    data: z.array(databaseTable),
    /** How many there are besides these. */
    others: count(),
  }),
  errors,
});

export const listMigrations = defineCall({
  name: "listMigrations",
  summary: "The steps that made the schema what it is, and those that are missing",
  method: "GET",
  path: "/super-admin/database/migrations",
  who: "superadmin",
  answer: one(
    z.object({
      /** Newest first. */
      applied: z.array(z.object({ name: z.string(), applied_at: instant() })),
      /** Steps of this version that this database has not made. */
      missing: z.array(z.string()),
    }),
  ),
  errors,
});

export const queue = z
  .object({
    name: z.enum(["payouts", "background_jobs"]),
    /** To be worked on now. */
    due: count(),
    oldest_due_at: z.nullable(instant()),
    /** To be worked on later, such as a payout whose provider is asked again in a minute. */
    later: count(),
    /** Given up after their last try; they wait for a person. */
    dead: count(),
  })
  .register(z.globalRegistry, { id: "Queue" });
export type Queue = z.output<typeof queue>;

export const listQueues = defineCall({
  name: "listQueues",
  summary: "What waits for the workers, and since when",
  method: "GET",
  path: "/super-admin/database/queues",
  who: "superadmin",
  changesWith: ["jobs", "payouts"],
  answer: one(z.array(queue)),
  errors,
});
