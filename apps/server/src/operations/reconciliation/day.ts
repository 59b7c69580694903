import { endOfDay, startOfDay } from "../../kernel/days.ts";

/** The scope of a run: a provider and an Indian calendar day. */
export interface Day {
  readonly runId: string;
  readonly adapter: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly from: Date;
  /** Exclusive. */
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
