import * as z from "zod/mini";
import { count, money } from "./call.ts";

export const requestHolds = z
  .object({
    /** Whether a payment request is put on hold when it is submitted. */
    at_submission: z.boolean(),
    /** The open requests that hold money now. */
    count: count(),
    /** Amount, fee and GST of all of them. */
    total: money,
  })
  .register(z.globalRegistry, { id: "RequestHolds" });
export type RequestHolds = z.output<typeof requestHolds>;
