import { rupeesToPaise } from "@rokad/money/rupees";
import type { CreatePayoutRequest } from "@rokad/sdk";
import * as z from "zod";
import { RefusedError } from "./answer.ts";

const text = () => z.string().trim();

/**
 * A payout as an agent or a file names it, in one spelling, so that equal payments are equal. The API
 * checks every field again.
 */
export const order = z.strictObject({
  beneficiary_name: text().optional().describe("As on the bank account"),
  upi_id: text().toLowerCase().optional().describe("To pay to a UPI ID"),
  account_number: text().optional().describe("To pay to a bank account, with ifsc_code"),
  ifsc_code: text().toUpperCase().optional(),
  destination_id: text()
    .toLowerCase()
    .optional()
    .describe("To pay to a saved beneficiary, without name"),
  amount: text().describe('Rupees with at most two decimals, such as "1500.25"'),
  remarks: text().optional().describe("On the beneficiary's statement"),
  purpose: z.enum(["vendor_bill", "salary", "refund", "utility", "other"]).optional(),
  client_reference: text().optional().describe("Your own reference, unique for the business"),
});
export type Order = z.output<typeof order>;

/** @throws {RefusedError} for an amount that is none, or not exactly one destination. */
export function payoutOf({
  amount,
  upi_id: upi,
  account_number: account,
  ifsc_code: ifsc,
  destination_id: saved,
  ...common
}: Order): CreatePayoutRequest {
  if ([upi, account, saved].filter(Boolean).length !== 1)
    throw new RefusedError("Name exactly one of upi_id, account_number and destination_id");
  const destination = saved
    ? { method: "saved", destination_id: saved }
    : upi
      ? { method: "upi", upi_id: upi }
      : { method: "imps", account_number: account, ifsc_code: ifsc };
  return { ...common, ...destination, amount_paise: paiseOf(amount) } as CreatePayoutRequest;
}

/** The digits are read as text, so that no amount becomes a fraction. */
export function paiseOf(amount: string): number {
  try {
    return Number(rupeesToPaise(amount));
  } catch {
    throw new RefusedError(`The amount ${amount} is not rupees with at most two decimals`);
  }
}

/** What two payouts to the same place of the same amount have in common. */
export function sameness({ amount, upi_id, account_number, ifsc_code, destination_id }: Order) {
  const destination = destination_id ?? upi_id ?? `${account_number}@${ifsc_code}`;
  return `${destination} ${paiseOf(amount)}`;
}
