import { platformReportTitles, type PlatformReport } from "@rokad/contract/platform-reports";
import { sql } from "kysely";
import { now } from "../clock.ts";
import type { Db } from "../db.ts";

export type ReportRow = Awaited<ReturnType<ReturnType<typeof reportsOf>["execute"]>>[number];

/** The reports that somebody asked for, each with how its job stands. */
export function reportsOf(db: Db, personId: string) {
  return db
    .selectFrom("platform_reports")
    .leftJoin("background_jobs", "background_jobs.id", "platform_reports.job_id")
    .selectAll("platform_reports")
    .select([
      "background_jobs.status",
      "background_jobs.last_error",
      "background_jobs.progress_total",
      sql<bigint>`coalesce(progress_done, 0)`.as("progress_done"),
    ])
    .where("platform_reports.asked_by", "=", personId);
}

/** One of somebody's own; another's is not told from one that does not exist. */
export function ownReport(db: Db, personId: string, id: string) {
  return reportsOf(db, personId).where("platform_reports.id", "=", id).executeTakeFirst();
}

/** A report as the console knows it. */
export function asReport(row: ReportRow): PlatformReport {
  const state = stateOf(row);
  const total = row.progress_total;
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    from: row.from_day,
    to: row.to_day,
    state,
    progress: { done: Number(row.progress_done), total: total === null ? null : Number(total) },
    reason: row.ready_at ? null : (row.last_error ?? (state === "failed" ? discarded : null)),
    file_name: fileNameOf(row),
    bytes: row.byte_count === null ? null : Number(row.byte_count),
    rows: row.row_count === null ? null : Number(row.row_count),
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

const discarded = "The work on it was discarded.";

/** A job that is over without a file did not make one: it is dead, discarded or forgotten. */
export function stateOf(row: ReportRow): PlatformReport["state"] {
  if (row.expires_at) return row.expires_at <= now() ? "expired" : "ready";
  if (row.status === "waiting") return "waiting";
  return row.status === "running" ? "making" : "failed";
}

/** `platform-statement-2026-11-01-to-2026-11-21.xlsx`. */
export function fileNameOf(row: Pick<ReportRow, "kind" | "from_day" | "to_day" | "format">) {
  const name = platformReportTitles[row.kind].toLowerCase().replaceAll(" ", "-");
  return `${name}-${row.from_day}-to-${row.to_day}.${row.format}`;
}
