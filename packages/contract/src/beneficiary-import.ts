import * as z from "zod/mini";
import { count, dataAnswer, defineCall } from "./call.ts";
import { filePreview, importedFile, unclearColumns } from "./imported-file.ts";
import { limits } from "./limits.ts";

/** The columns that an import of beneficiaries reads, in the order of an exported file. */
export const beneficiaryColumns = [
  "name",
  "account_number",
  "ifsc_code",
  "upi_id",
  "short_name",
  "kind",
  "email",
  "phone",
  "address",
  "gstin",
  "pan",
  "tags",
  "note",
] as const;
export type BeneficiaryColumn = (typeof beneficiaryColumns)[number];

/** The header of an exported file; an import recognises it. */
export const beneficiaryColumnTitles: Readonly<Record<BeneficiaryColumn, string>> = {
  name: "Name",
  account_number: "Account number",
  ifsc_code: "IFSC",
  upi_id: "UPI ID",
  short_name: "Short name",
  kind: "Kind",
  email: "Email",
  phone: "Phone",
  address: "Address",
  gstin: "GSTIN",
  pan: "PAN",
  tags: "Tags",
  note: "Note",
};

const column = z.optional(
  z.int("A column is a number from 0").check(z.minimum(0), z.maximum(limits.statementColumnsMax)),
);
/** The index of each column in the file, from 0. */
const columnPlaces = z.partialRecord(z.enum(beneficiaryColumns), column);
export type BeneficiaryColumnPlaces = z.output<typeof columnPlaces>;

/** @returns the message for each column that is missing or used twice. */
export function missingBeneficiaryColumns(
  places: BeneficiaryColumnPlaces,
): Partial<Record<BeneficiaryColumn, string>> {
  const lacksAccount = places.account_number === undefined && places.upi_id === undefined;
  const used = new Map<number, BeneficiaryColumn>();
  const messages: Partial<Record<BeneficiaryColumn, string>> = {
    ...(places.name === undefined && { name: "Choose the column with the name" }),
    ...(lacksAccount && {
      account_number: "Choose the column with the account number, or with the UPI ID",
    }),
    ...(places.account_number !== undefined &&
      places.ifsc_code === undefined && { ifsc_code: "Choose the column with the IFSC" }),
    ...(places.ifsc_code !== undefined &&
      places.account_number === undefined && {
        account_number: "Choose the column with the account number",
      }),
  };
  for (const name of beneficiaryColumns) {
    const at = places[name];
    if (at === undefined) continue;
    if (used.has(at)) messages[name] = "Another field has this column already";
    used.set(at, name);
  }
  return messages;
}

const chosenColumns = columnPlaces.check(
  z.check<BeneficiaryColumnPlaces>((context) => {
    for (const [name, message] of Object.entries(missingBeneficiaryColumns(context.value)))
      context.issues.push({ code: "custom", message, path: [name], input: context.value });
  }),
);

export const importOutcomes = ["saved", "known", "wrong"] as const;

/** What a row of the file is, or became. */
const importedRow = z
  .object({
    line: z.int(),
    name: z.string(),
    /** Masked, as lists show it; empty for a row without a readable one. */
    account: z.string(),
    /** `saved`: new, or saved by the import. `known`: a beneficiary has the account already. */
    outcome: z.enum(importOutcomes),
    /** Why it is wrong, or who has the account, or a destination of it that is left out. */
    message: z.nullable(z.string()),
    /** What was corrected in it, such as `IFSC in capital letters`. */
    repairs: z.array(z.string()),
    /** What to check in its account: lost zeros, an IFSC, one account under two names. */
    warnings: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: "ImportedBeneficiary" });
export type ImportedRow = z.output<typeof importedRow>;

const totals = { saved: count(), known: count(), wrong: count() };
const forImport = {
  tag: "Beneficiaries",
  who: "tenant",
  scopes: ["beneficiaries:write"],
  needs: "prepare",
  bodyBytesMax: limits.beneficiaryImportBodyBytesMax,
  errors: ["FILE_UNREADABLE", "FILES_BUSY"],
} as const;
const file = importedFile(limits.beneficiaryImportFileBytesMax);
const exampleFile = {
  file_name: "suppliers.csv",
  content: "TmFtZSxBY2NvdW50LElGU0MK",
} as const;
const exampleColumns = { name: 0, account_number: 1, ifsc_code: 2 } as const;

export const previewBeneficiaryImport = defineCall({
  ...forImport,
  name: "previewBeneficiaryImport",
  summary: "Check each row of a CSV or XLSX file of beneficiaries; stores nothing",
  method: "POST",
  path: "/beneficiaries/import/preview",
  /** Without columns they are recognised by the header. */
  body: z.object({ ...file, columns: z.optional(columnPlaces) }),
  answer: dataAnswer(
    z.object({
      ...filePreview,
      row_count: count(),
      /** The product or bank whose template it is, such as "RazorpayX bulk payouts". */
      template: z.nullable(z.string()),
      columns: columnPlaces,
      unclear: unclearColumns(beneficiaryColumns),
      /** Null until name and account have their columns. */
      checked: z.nullable(z.object({ ...totals, rows: z.array(importedRow) })),
    }),
  ),
  example: { request: exampleFile },
});

export const importBeneficiaries = defineCall({
  ...forImport,
  name: "importBeneficiaries",
  summary: "Save the right rows of a file; a row whose account is saved already changes nothing",
  method: "POST",
  path: "/beneficiaries/import",
  body: z.object({ ...file, columns: chosenColumns }),
  answer: dataAnswer(
    z.object({
      ...totals,
      /** Those that were not saved, or not whole, or have a warning. */
      rows: z.array(importedRow),
    }),
  ),
  example: { request: { ...exampleFile, columns: exampleColumns } },
});
