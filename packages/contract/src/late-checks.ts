import * as z from "zod/mini";
import { count, instant } from "./call.ts";

/** The hourly run that asks again about payouts that were paid some days ago. */
export const lateCheckRun = z
  .object({
    started_at: instant(),
    /** Null while it runs. */
    finished_at: z.nullable(instant()),
    checked_count: count(),
    /** Returns that it found: refunded like those of a webhook. */
    found_count: count(),
    /** Without a clear answer; asked again in later runs. */
    unanswered_count: count(),
    /** Due and left to the next run, at most 10,000; null while it runs. */
    left_count: z.nullable(count()),
    /** Why it was cut short; it then starts again after 10 minutes. */
    problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "LateCheckRun" });
export type LateCheckRun = z.output<typeof lateCheckRun>;
