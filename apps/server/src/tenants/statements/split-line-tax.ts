import { todayInIndia } from "@rokad/contract/fields";
import { monthAfter } from "../invoices/month-days.ts";
import type { TaxPlaces } from "../invoices/read-tax-places.ts";
import { splitTax } from "../invoices/split-tax.ts";
import type { Period } from "./period.ts";
import type { TallyLedger } from "./tally-ledgers.ts";

/** What a line adds to each GST ledger, in paise; negative for GST that came back. */
export type TaxParts = readonly (readonly [TallyLedger, bigint])[];

/**
 * Splits the GST of lines as the tax invoices of their months do. The halves are those of the month's
 * running total, so that its lines together have the halves of its invoice: call it for each line from
 * the first of a month on, in their order.
 */
export function taxSplitter(isWithinState: TaxPlaces) {
  const totals = new Map<string, bigint>();
  return (at: Date, gstPaise: bigint): TaxParts => {
    const month = monthOf(todayInIndia(at));
    const isWithin = isWithinState(month);
    if (isWithin === undefined) return [["gst", gstPaise]];
    const earlier = totals.get(month) ?? 0n;
    totals.set(month, earlier + gstPaise);
    const { cgstPaise, sgstPaise, igstPaise } = splitTax(gstPaise, isWithin, earlier);
    return [
      ["cgst", cgstPaise],
      ["sgst", sgstPaise],
      ["igst", igstPaise],
    ];
  };
}

/** The GST ledgers that a period can need. */
export function taxLedgers({ from, to }: Period, isWithinState: TaxPlaces): Set<TallyLedger> {
  const ledgers = new Set<TallyLedger>();
  for (let month = monthOf(from); month <= monthOf(to); month = monthAfter(month)) {
    const isWithin = isWithinState(month);
    if (isWithin === undefined) ledgers.add("gst");
    else if (isWithin) ledgers.add("cgst").add("sgst");
    else ledgers.add("igst");
  }
  return ledgers;
}

const monthOf = (day: string) => day.slice(0, 7);
