import { exportKinds } from "@rokad/contract/exports";
import { platformReportKinds } from "@rokad/contract/platform-reports";
import { sql } from "kysely";
import { now } from "../clock.ts";
import type { Db } from "../db.ts";

/** What somebody may have made in the background and kept for a week. */
type Kind = (typeof platformReportKinds)[number] | (typeof exportKinds)[number];

export const reportFiles = platformReportKinds;
export const exportFiles = exportKinds;

/** The files of some kinds that somebody asked for, each with how its job stands. */
export function filesOf<K extends Kind>(db: Db, personId: string, kinds: readonly K[]) {
  return db
    .selectFrom("kept_files")
    .leftJoin("background_jobs", "background_jobs.id", "kept_files.job_id")
    .selectAll("kept_files")
    .select([
      "background_jobs.status",
      "background_jobs.last_error",
      "background_jobs.progress_total",
      sql<bigint>`coalesce(progress_done, 0)`.as("progress_done"),
    ])
    .where("kept_files.asked_by", "=", personId)
    .where("kept_files.kind", "in", [...kinds])
    .$narrowType<{ kind: K }>();
}

export type FileRow<K extends Kind = Kind> = Awaited<
  ReturnType<ReturnType<typeof filesOf<K>>["execute"]>
>[number];

/** One of somebody's own; another's is not told from one that does not exist. */
export function ownFile<K extends Kind>(db: Db, personId: string, kinds: readonly K[], id: string) {
  return filesOf(db, personId, kinds).where("kept_files.id", "=", id).executeTakeFirst();
}

export type FileState = "waiting" | "making" | "ready" | "failed" | "expired";

/** What a console is told of any of them. */
export function standingOf(row: FileRow) {
  const state = stateOf(row);
  const total = row.progress_total;
  return {
    state,
    progress: { done: Number(row.progress_done), total: total === null ? null : Number(total) },
    reason: row.ready_at ? null : (row.last_error ?? (state === "failed" ? discarded : null)),
    bytes: row.byte_count === null ? null : Number(row.byte_count),
    rows: row.row_count === null ? null : Number(row.row_count),
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

const discarded = "The work on it was discarded.";

/** A job that is over without a file did not make one: it is dead, discarded or forgotten. */
export function stateOf(row: FileRow): FileState {
  if (row.expires_at) return row.expires_at <= now() ? "expired" : "ready";
  if (row.status === "waiting") return "waiting";
  return row.status === "running" ? "making" : "failed";
}
