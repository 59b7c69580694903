import type { SystemStatus } from "@rokad/contract/system";
import { summariseActivity } from "../activity/summarise-activity.ts";
import { showVerification } from "../verification/show-verification.ts";

/** What does not work just now, and what the last verification found in the books. */
export async function tellSystemStatus(): Promise<SystemStatus> {
  const [activity, { last }] = await Promise.all([summariseActivity(), showVerification()]);
  const booksProblem = last && sayOf(last);
  const problems = [...(booksProblem ? [booksProblem] : []), ...activity.problems];
  return {
    state: problems.length > 0 ? "degraded" : "operational",
    problems,
    page: booksProblem ? "database" : "activity",
  };
}

function sayOf({ state, fault_count: count }: { state: string; fault_count: number }) {
  if (state === "broken") return "The last verification of the books could not be finished.";
  if (state !== "faulty") return undefined;
  return `The last verification of the books found ${count === 1 ? "a fault" : `${count} faults`}.`;
}
