import { percentOf } from "@rokad/money/rupees";
import type { Db } from "../../database/db.ts";
import type { Charges } from "./read-month-charges.ts";

/**
 * The GST rate of charges in percent, for the document; the tax itself is that of the books. Each
 * payout rounds its GST to a paisa, so the sum may differ from the rate by half a paisa for each.
 * @param rates the rates that System Settings had, the likeliest first.
 * @returns null if no single rate explains the tax.
 */
export function chooseRate(charged: Charges, rates: readonly number[]): number | null {
  const fits = (rate: number) => {
    const difference = charged.gstPaise - percentOf(charged.feePaise, rate);
    return (difference < 0n ? -difference : difference) * 2n <= charged.count + 1n;
  };
  return rates.find(fits) ?? null;
}

/** Every rate that the installation ever had, the current one first. */
export async function listRates(db: Db, current: number): Promise<number[]> {
  const rows = await db
    .selectFrom("settings_history")
    .select(["before", "after"])
    .where("key", "=", "gst_percent")
    .orderBy("changed_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const past = rows.flatMap(({ before, after }) => [after, before]);
  return [...new Set([current, ...past.filter((rate) => typeof rate === "number")])];
}
