import type { BackgroundJob, jobStatuses } from "@rokad/contract/activity-lists";
import { database } from "../../database/db.ts";
import { pageOf } from "../../kernel/page.ts";
import { countJobs } from "./count-jobs.ts";

interface Query {
  readonly status?: "all" | (typeof jobStatuses)[number] | undefined;
  readonly page: number;
  readonly limit: number;
}

/** Lists background jobs, newest first, with their count by status. */
export async function listJobs({ status = "all", page, limit }: Query) {
  const [rows, summary] = await Promise.all([
    database()
      .selectFrom("background_jobs")
      .leftJoin("people", "people.id", "created_by")
      .select(["background_jobs.id", "kind", "status", "tries", "background_jobs.created_at"])
      .select(["started_at", "finished_at", "due_at", "last_error"])
      .select(["progress_done", "progress_total", "people.name as requested_by"])
      .$if(status !== "all", (query) => query.where("status", "=", status as "dead"))
      .orderBy("background_jobs.created_at", "desc")
      .orderBy("background_jobs.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countJobs(),
  ]);
  const total =
    status === "all"
      ? summary.waiting_count + summary.running_count + summary.dead_count + summary.done_count
      : summary[`${status}_count`];
  return {
    data: rows.map((row): BackgroundJob => ({
      id: row.id,
      kind: row.kind,
      status: row.status,
      tries: row.tries,
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      finished_at: row.finished_at?.toISOString() ?? null,
      due_at: row.status === "waiting" ? row.due_at.toISOString() : null,
      last_error: row.last_error,
      progress: {
        done: Number(row.progress_done),
        total: row.progress_total === null ? null : Number(row.progress_total),
      },
      requested_by: row.requested_by,
    })),
    pagination: pageOf({ page, limit }, BigInt(total)),
    total,
    summary,
  };
}
