import { batchFields, type BatchColumns, type BatchField } from "@rokad/contract/batch-columns";
import { guessColumns } from "../../files/tables/guess-columns.ts";

/** The column names of accounting and payroll programs, banks, other payout products and the template. */
const patterns: Readonly<Record<BatchField, readonly RegExp[]>> = {
  ifsc_code: [/\bifsc\b/],
  upi_id: [/\bupi\b|\bvpa\b/],
  account_number: [
    /\b(?:account|acct|acc|a c)\b.*\b(?:number|no|num)\b/,
    /^(?:bank )?(?:account|acct|a c|acc)$|\baccount\b(?!.*\b(?:name|holder|type)\b)/,
  ],
  beneficiary_email: [/\be ?mail\b/],
  beneficiary_phone: [/\b(?:phone|mobile|contact)\b(?!.*\bperson\b)/],
  beneficiary_address: [/\baddress\b/],
  amount: [
    /^(?:payout |payment |transfer |transaction )?amount\b/,
    /\b(?:net|take home) ?(?:pay|salary|payable)\b|\bamount\b|\bamt\b/,
    /^(?:salary|wages|pay|payable|value|rupees|inr)$/,
  ],
  purpose: [/\bpurpose\b|^(?:payout |payment )?(?:type|category)$/],
  repeat_reason: [/\brepeat\b/],
  remarks: [/\b(?:remarks?|narration|notes?|description|comments?|reference)\b/],
  beneficiary_name: [
    /^(?:beneficiary|payee|vendor|supplier|employee|customer|party|account holder)(?: s)? ?name\b/,
    /^name\b|^(?:beneficiary|payee|vendor|supplier|employee|party)$/,
    /\bname\b(?!.*\bbank\b)/,
  ],
};

const order: readonly BatchField[] = ["ifsc_code", "upi_id", "account_number", ...batchFields];

/** Guesses the columns from the header's words; leaves out what is not clear. */
export const recogniseBatchColumns = (cells: readonly string[]): BatchColumns =>
  guessColumns(patterns, order, cells);
