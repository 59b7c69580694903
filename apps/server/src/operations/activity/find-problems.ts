import type { Activity } from "@rokad/contract/activity";
import { isWorking } from "./list-processes.ts";

type Signals = Pick<Activity, "payouts" | "providers" | "jobs" | "processes"> & {
  /** No SMS gateway accepts messages now. */
  readonly smsFails: boolean;
};

const names = { primary: "primary", alternative: "alternative" } as const;

/** Lists current problems, one sentence each, and derives the overall state from them. */
export function findProblems(signals: Signals): Pick<Activity, "state" | "problems"> {
  const hasWorker = signals.processes.some(isWorking);
  const { overdue_count: overdue, slow_count: slow } = signals.payouts;
  const problems = [
    !hasWorker && "No worker is running. Payouts wait until you start one.",
    hasWorker &&
      overdue > 0 &&
      `${plural(overdue, "payout is", "payouts are")} overdue: the workers are behind.`,
    ...signals.providers.flatMap(({ id, is_paused, is_reachable }) => [
      is_reachable === false && `The ${names[id]} provider does not answer.`,
      is_paused && `The ${names[id]} provider is paused.`,
    ]),
    signals.smsFails && "No SMS gateway accepts messages. Nobody receives codes to sign in or pay.",
    slow > 0 &&
      `${plural(slow, "payout has", "payouts have")} had no outcome for more than five minutes.`,
    signals.jobs.dead_count > 0 &&
      `${plural(signals.jobs.dead_count, "background job", "background jobs")} failed after all retries.`,
  ].filter((problem) => problem !== false);
  const state = !hasWorker ? "down" : problems.length > 0 ? "degraded" : "operational";
  return { state, problems };
}

function plural(count: number, one: string, more: string): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? one : more}`;
}
