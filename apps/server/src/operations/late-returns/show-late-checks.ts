import type { LateCheckRun } from "@rokad/contract/late-checks";
import { database } from "../../database/db.ts";

/** The newest run of late checks of an adapter; null before the first. */
export async function showLateChecks(adapter: string): Promise<LateCheckRun | null> {
  const run = await database()
    .selectFrom("late_check_runs")
    .selectAll()
    .where("adapter", "=", adapter)
    .executeTakeFirst();
  if (!run) return null;
  return {
    started_at: run.started_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
    checked_count: run.checked_count,
    found_count: run.found_count,
    unanswered_count: run.unanswered_count,
    left_count: run.finished_at ? run.left_count : null,
    problem: run.problem,
  };
}
