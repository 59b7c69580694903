import * as z from "zod/mini";
import { instant } from "./call.ts";

/** The result of a name check at a bank, compared with the name that the person entered. */
export const accountCheck = z
  .object({
    /** `unknown`: the check failed or gave no result; `reason` says why. */
    verdict: z.enum(["valid", "invalid", "unknown"]),
    name_at_bank: z.nullable(z.string()),
    /** Similarity of the two names, 0 to 100. */
    match_score: z.nullable(z.int()),
    /** `match`: a score ≥ 85; `partial`: ≥ 60. */
    match: z.enum(["match", "partial", "different", "unknown"]),
    reason: z.nullable(z.string()),
    /** The time of the check. A result is reused for 30 days. */
    checked_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "AccountCheck" });
export type AccountCheck = z.output<typeof accountCheck>;
