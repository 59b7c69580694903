import type { Activity } from "@rokad/contract/activity";
import { isWorking } from "./list-processes.ts";

type Seen = Pick<Activity, "payouts" | "providers" | "jobs" | "processes"> & {
  /** No SMS gateway takes a text just now. */
  readonly textsFail: boolean;
};

const names = { primary: "primary", alternative: "alternative" } as const;

/** What is not as it should be, each as a sentence, and what that makes of the whole. */
export function findProblems(seen: Seen): Pick<Activity, "state" | "problems"> {
  const hasWorker = seen.processes.some(isWorking);
  const { overdue_count: overdue, slow_count: slow } = seen.payouts;
  const problems = [
    !hasWorker && "No worker is alive, so payouts wait until one is started.",
    hasWorker &&
      overdue > 0 &&
      `${many(overdue, "payout is", "payouts are")} overdue: the workers are behind.`,
    ...seen.providers.flatMap(({ id, is_paused, is_reachable }) => [
      is_reachable === false && `The ${names[id]} provider does not answer.`,
      is_paused && `The ${names[id]} provider is paused.`,
    ]),
    seen.textsFail && "No SMS gateway takes texts, so nobody gets a code to sign in or to pay.",
    slow > 0 &&
      `${many(slow, "payout has", "payouts have")} had no outcome for more than five minutes.`,
    seen.jobs.dead_count > 0 &&
      `${many(seen.jobs.dead_count, "background job has", "background jobs have")} given up.`,
  ].filter((problem) => problem !== false);
  const state = !hasWorker ? "down" : problems.length > 0 ? "degraded" : "operational";
  return { state, problems };
}

function many(count: number, one: string, more: string): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? one : more}`;
}
