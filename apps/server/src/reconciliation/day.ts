import { endOfDay, startOfDay } from "../days.ts";

/** What one run compares: a provider and a day in India. */
export interface Day {
  readonly runId: string;
  readonly adapter: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly from: Date;
  /** The first instant after it. */
  readonly to: Date;
}

export function dayOf(run: {
  readonly id: string;
  readonly adapter: string;
  readonly day: string;
}): Day {
  const { id: runId, adapter, day } = run;
  return { runId, adapter, day, from: startOfDay(day), to: endOfDay(day) };
}
