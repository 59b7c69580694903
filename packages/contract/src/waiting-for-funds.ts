import * as z from "zod/mini";
import { count, instant, money } from "./call.ts";

/**
 * Filters besides the states. `waiting_for_funds`: accepted, and first created once the wallet covers
 * it; `pending` and `all` have it too. `not_funded`: its wait ended without a payout; no other filter
 * has it.
 */
export const fundsFilters = ["waiting_for_funds", "not_funded"] as const;
export type FundsFilter = (typeof fundsFilters)[number];

/** Null unless the payout waits until the wallet covers it. Nothing is on hold for it. */
export const waitingForFunds = z
  .object({
    /** From 1; payouts are funded in this order. */
    place: count(),
    /** What the wallet lacks for it and for those before it. */
    missing: money,
    /** When it ends without a payout. */
    expires_at: instant(),
    /** Why it still waits although the wallet covers it; null otherwise. */
    reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "WaitingForFunds" });
