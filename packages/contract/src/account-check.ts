import * as z from "zod/mini";
import { instant } from "./call.ts";

/** What a bank says of an account, beside the name that was typed for it. */
export const accountCheck = z
  .object({
    /** `unknown`: it could not be asked or would not tell, and `reason` says why. */
    verdict: z.enum(["valid", "invalid", "unknown"]),
    name_at_bank: z.nullable(z.string()),
    /** How well the two names agree, 0 to 100. */
    match_score: z.nullable(z.int()),
    /** `match` from 85 on, `partial` from 60 on. */
    match: z.enum(["match", "partial", "different", "unknown"]),
    reason: z.nullable(z.string()),
    /** When the bank was asked; the same account is not asked about twice within 30 days. */
    checked_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "AccountCheck" });
export type AccountCheck = z.output<typeof accountCheck>;
