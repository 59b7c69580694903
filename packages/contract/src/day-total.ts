import * as z from "zod/mini";
import { money } from "./call.ts";

/** What an approval policy compares if it counts a payment together with those of its day. */
export const dayTotal = z
  .object({
    /** The payment and today's others to its account. */
    amount: money,
    /** `₹80,000 was already sent or submitted to this account today, so this counts as ₹1,00,000.` */
    sentence: z.string(),
  })
  .register(z.globalRegistry, { id: "DayTotal" });
