import {
  beneficiaryColumns,
  type BeneficiaryColumn,
  type BeneficiaryColumnPlaces,
} from "@rokad/contract/beneficiary-import";
import { guessColumns } from "../../files/tables/guess-columns.ts";

/** The column names of accounting programs, banks and the template. */
const patterns: Readonly<Record<BeneficiaryColumn, readonly RegExp[]>> = {
  ifsc_code: [/\bifsc\b/],
  upi_id: [/\bupi\b|\bvpa\b/],
  account_number: [
    /\b(?:account|acct|acc|a c)\b.*\b(?:number|no|num)\b/,
    /^(?:bank )?(?:account|acct|a c|acc)$|\baccount\b(?!.*\b(?:name|holder|type)\b)/,
  ],
  short_name: [/\b(?:short|nick) ?name\b|\balias\b/],
  name: [
    /^(?:beneficiary|payee|vendor|supplier|employee|customer|party|account holder)(?: s)? ?name\b/,
    /^name\b|^(?:beneficiary|payee|vendor|supplier|employee|party)$/,
    /\bname\b(?!.*\bbank\b)/,
  ],
  kind: [/^(?:kind|type|category)\b|\b(?:payee|beneficiary) type\b/],
  email: [/\be ?mail\b/],
  phone: [/\b(?:phone|mobile|contact)\b(?!.*\bperson\b)/],
  address: [/\baddress\b/],
  gstin: [/\bgst(?:in)?\b/],
  pan: [/\bpan\b/],
  tags: [/\b(?:tags?|labels?|group)\b/],
  note: [/\b(?:notes?|remarks?|comments?)\b/],
};

const order: readonly BeneficiaryColumn[] = [
  "ifsc_code",
  "upi_id",
  "account_number",
  "short_name",
  ...beneficiaryColumns,
];

/** Guesses the columns from the header's words; leaves out what is not clear. */
export const recogniseColumns = (cells: readonly string[]): BeneficiaryColumnPlaces =>
  guessColumns(patterns, order, cells);
