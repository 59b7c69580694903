import type { SystemStatus } from "@rokad/contract/system";
import { summariseActivity } from "../activity/summarise-activity.ts";
import { listCopyProblems } from "../log-copies/list-copy-problems.ts";
import { showVerification } from "../verification/show-verification.ts";

/** Current problems, with the result of the last verification of the books. */
export async function readSystemStatus(): Promise<SystemStatus> {
  const [activity, { last }, copies] = await Promise.all([
    summariseActivity(),
    showVerification(),
    listCopyProblems(),
  ]);
  const booksProblem = last && booksProblemOf(last);
  const problems = [...(booksProblem ? [booksProblem] : []), ...activity.problems, ...copies];
  return {
    state: problems.length > 0 ? "degraded" : "operational",
    problems,
    page: booksProblem ? "database" : "activity",
  };
}

function booksProblemOf({ state, fault_count: count }: { state: string; fault_count: number }) {
  if (state === "broken") return "The last verification of the books did not finish.";
  if (state !== "faulty") return undefined;
  return `The last verification of the books found ${count === 1 ? "a fault" : `${count} faults`}.`;
}
