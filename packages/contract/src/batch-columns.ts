import * as z from "zod/mini";
import { unclearColumns } from "./imported-file.ts";
import { limits } from "./limits.ts";

/** What a row of a batch says, as text, in the order of a template and of a corrected file. */
export const batchFields = [
  "beneficiary_name",
  "account_number",
  "ifsc_code",
  "upi_id",
  "amount",
  "purpose",
  "remarks",
  "beneficiary_email",
  "beneficiary_phone",
  "beneficiary_address",
  "repeat_reason",
] as const;
export type BatchField = (typeof batchFields)[number];

/** The header of a template and of a corrected file; an upload recognises it. */
export const batchFieldTitles: Readonly<Record<BatchField, string>> = {
  beneficiary_name: "Beneficiary",
  account_number: "Account number",
  ifsc_code: "IFSC",
  upi_id: "UPI ID",
  amount: "Amount",
  purpose: "Purpose",
  remarks: "Remarks",
  beneficiary_email: "Email",
  beneficiary_phone: "Phone",
  beneficiary_address: "Address",
  repeat_reason: "Reason to repeat",
};

const column = z.optional(
  z.int("A column is a number from 0").check(z.minimum(0), z.maximum(limits.statementColumnsMax)),
);

/** The index of each field's column in the file, from 0. */
export const batchColumns = z.partialRecord(z.enum(batchFields), column);
export type BatchColumns = z.output<typeof batchColumns>;

/** The columns that fit a field equally: none of them is chosen. */
export const unclearBatchColumns = unclearColumns(batchFields);
export type BatchUnclear = z.output<typeof unclearBatchColumns>;

/**
 * @returns the message for each column that is missing or used twice. A file without accounts pays
 *   saved beneficiaries by their name.
 */
export function missingBatchColumns(places: BatchColumns): Partial<Record<BatchField, string>> {
  const used = new Set<number>();
  const messages: Partial<Record<BatchField, string>> = {
    ...(places.beneficiary_name === undefined && {
      beneficiary_name: "Choose the column with the beneficiary's name",
    }),
    ...(places.amount === undefined && { amount: "Choose the column with the amount" }),
    ...(places.account_number !== undefined &&
      places.ifsc_code === undefined && { ifsc_code: "Choose the column with the IFSC" }),
    ...(places.ifsc_code !== undefined &&
      places.account_number === undefined && {
        account_number: "Choose the column with the account number",
      }),
  };
  for (const name of batchFields) {
    const at = places[name];
    if (at === undefined) continue;
    if (used.has(at)) messages[name] = "Another field has this column already";
    used.add(at);
  }
  return messages;
}

export const chosenBatchColumns = batchColumns.check(
  z.check<BatchColumns>((context) => {
    for (const [name, message] of Object.entries(missingBatchColumns(context.value)))
      context.issues.push({ code: "custom", message, path: [name], input: context.value });
  }),
);
