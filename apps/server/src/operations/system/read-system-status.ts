import type { SystemStatus } from "@rokad/contract/system";
import { summariseActivity } from "../activity/summarise-activity.ts";
import { findDrillProblem } from "../backups/show-drill.ts";
import { listCopyProblems } from "../log-copies/list-copy-problems.ts";
import { showVerification } from "../verification/show-verification.ts";

/** Current problems, with those of the last verification of the books and the last restore drill. */
export async function readSystemStatus(): Promise<SystemStatus> {
  const [activity, { last }, copies, drillProblem] = await Promise.all([
    summariseActivity(),
    showVerification(),
    listCopyProblems(),
    findDrillProblem(),
  ]);
  const booksProblem = last ? booksProblemOf(last) : undefined;
  const problems = [booksProblem, drillProblem, ...activity.problems, ...copies].filter(
    (problem) => typeof problem === "string",
  );
  return {
    state: problems.length > 0 ? "degraded" : "operational",
    problems,
    page: booksProblem ? "books" : drillProblem ? "database" : "activity",
  };
}

function booksProblemOf({ state, fault_count: count }: { state: string; fault_count: number }) {
  if (state === "broken") return "The last verification of the books did not finish.";
  if (state !== "faulty") return undefined;
  return `The last verification of the books found ${count === 1 ? "a fault" : `${count} faults`}.`;
}
