import * as z from "zod/mini";
import { count, instant, money } from "./call.ts";

export const fundsQueue = z
  .object({
    /** Whether a payout that the wallet does not cover is accepted and waits. */
    is_on: z.boolean(),
    /** After so many hours a waiting payout ends without being sent. */
    wait_hours: z.int(),
    count: count(),
    /** Amount, fee and GST of all that wait. */
    total: money,
    /** What the wallet lacks for all of them. */
    missing: money,
    /** When the first of them ends; null while none waits. */
    first_expires_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "FundsQueue" });
export type FundsQueue = z.output<typeof fundsQueue>;
