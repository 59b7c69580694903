import type { Checked, Verification } from "@rokad/contract/books";
import { checks } from "./checks.ts";
import { isStranded, type VerificationRow } from "./queries.ts";

export function asVerification(row: VerificationRow): Verification {
  const results = row.checks as unknown as Checked[];
  return {
    id: row.id,
    requested_by: row.requested_by,
    origin: row.origin,
    requested_at: row.requested_at.toISOString(),
    state: stateOf(row),
    finished_at: row.finished_at?.toISOString() ?? null,
    ms: row.ms,
    fault_count: row.fault_count,
    checks: results,
    checks_done: row.finished_at ? results.length : Number(row.progress_done ?? 0n),
    checks_total: checks.length,
    problem: row.problem ?? (isStranded(row) ? (row.last_error ?? "The job was discarded") : null),
  };
}

function stateOf(row: VerificationRow): Verification["state"] {
  if (row.problem !== null || isStranded(row)) return "broken";
  if (row.finished_at === null) return row.job_status === "running" ? "running" : "waiting";
  return row.fault_count > 0 ? "faulty" : "clean";
}
