import * as z from "zod/mini";
import { instant, money } from "./call.ts";
import { idName } from "./fields.ts";

/** What a program said of its payout. */
export const payoutProgram = z.object({
  api_key: z.nullable(idName),
  client_reference: z.nullable(z.string()),
  metadata: z.record(z.string(), z.string()),
});

/** A part of a payout that its bank sent back. */
export const returnedPart = z.object({
  at: instant(),
  /** Of the payout's amount. */
  amount: money,
  /** Fee and GST that came back with it. */
  charges: money,
  reference: z.string(),
});
