import { todayInIndia } from "@rokad/contract/fields";
import { monthAfter } from "../invoices/month-days.ts";
import type { TaxPlaces } from "../invoices/read-tax-places.ts";
import { splitTax } from "../invoices/split-tax.ts";
import { isReturn, type Line } from "./line.ts";
import type { Period } from "./period.ts";
import type { TallyLedger } from "./tally-ledgers.ts";

/** What a line adds to each GST ledger, in paise; negative for GST that came back. */
export type TaxParts = readonly (readonly [TallyLedger, bigint])[];

/**
 * Splits the GST of lines as the tax invoices of their months do; that of a return in a later month as the
 * credit note does, which has the place of the month of the charge. The halves are those of a running
 * total, that of an invoice or of all its credit notes, so that a month's lines together have the halves
 * of its document: call it for each line from the first of a month on, in their order.
 * @param returnedBefore the GST that came back in the months before, as a negative amount by the month
 *   of the charge, without what came back in that month itself.
 */
export function taxSplitter(isWithinState: TaxPlaces, returnedBefore: ReadonlyMap<string, bigint>) {
  const ofInvoices = new Map<string, bigint>();
  const ofCreditNotes = new Map(returnedBefore);
  return (line: Pick<Line, "at" | "kind" | "payout">, gstPaise: bigint): TaxParts => {
    const chargedAt = (isReturn(line) && line.payout?.finished_at) || line.at;
    const charged = monthOf(todayInIndia(chargedAt));
    const isWithin = isWithinState(charged);
    if (isWithin === undefined) return [["gst", gstPaise]];
    const totals = monthOf(todayInIndia(line.at)) === charged ? ofInvoices : ofCreditNotes;
    const earlier = totals.get(charged) ?? 0n;
    totals.set(charged, earlier + gstPaise);
    const { cgstPaise, sgstPaise, igstPaise } = splitTax(gstPaise, isWithin, earlier);
    return [
      ["cgst", cgstPaise],
      ["sgst", sgstPaise],
      ["igst", igstPaise],
    ];
  };
}

/** The GST ledgers that a period can need, in which charges of some earlier months came back. */
export function taxLedgers(
  { from, to }: Period,
  returnedMonths: readonly string[],
  isWithinState: TaxPlaces,
): Set<TallyLedger> {
  const ledgers = new Set<TallyLedger>();
  const months = [...returnedMonths];
  for (let month = monthOf(from); month <= monthOf(to); month = monthAfter(month))
    months.push(month);
  for (const month of months) {
    const isWithin = isWithinState(month);
    if (isWithin === undefined) ledgers.add("gst");
    else if (isWithin) ledgers.add("cgst").add("sgst");
    else ledgers.add("igst");
  }
  return ledgers;
}

const monthOf = (day: string) => day.slice(0, 7);
