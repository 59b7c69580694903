import * as z from "zod/mini";
import { rupees } from "./form-fields.ts";
import { limits } from "./limits.ts";

/** Within its first hours, an account is paid at most this amount in total. */
export const coolingForm = z.object({
  /** In rupees. */
  amount: rupees({
    required: "Amount is required",
    min: [limits.payoutPaiseMin, "Amount must be at least ₹1"],
    max: [limits.payoutPaiseMax, "Amount must not exceed ₹5,00,000"],
  }),
  hours: z
    .int({ error: "Enter whole hours" })
    .check(
      z.minimum(1, "At least 1 hour"),
      z.maximum(limits.coolingHoursMax, `At most ${limits.coolingHoursMax} hours`),
    ),
});
export type CoolingForm = z.output<typeof coolingForm>;
