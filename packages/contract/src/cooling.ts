import * as z from "zod/mini";
import { instant, money } from "./call.ts";

/** What an account within its first hours can be paid, by the approval policy in force. */
export const cooling = z
  .object({
    /** Null for an account that was neither saved nor paid: its hours have not begun. */
    until: z.nullable(instant()),
    /** In total until then. */
    at_most: money,
    /** What was paid to it, or is on its way. */
    used: money,
    /** `This account is new: at most ₹50,000 in total until 26/11/2026 14:05.` */
    sentence: z.string(),
  })
  .register(z.globalRegistry, { id: "Cooling" });
