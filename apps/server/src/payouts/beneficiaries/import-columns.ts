import type { BeneficiaryColumn } from "@rokad/contract/beneficiary-import";
import type { ColumnWords } from "../../files/tables/recognise-columns.ts";
import { recogniseHeader } from "../bulk-templates.ts";
import { payeeColumnWords } from "../payee-column-words.ts";

/** The columns in the order in which they choose. */
const words: Readonly<Record<BeneficiaryColumn, ColumnWords>> = {
  ...payeeColumnWords,
  short_name: { is: [/\b(?:short|nick) ?name\b|\balias\b/] },
  kind: { is: [/^(?:kind|type|category)\b/, /\b(?:payee|beneficiary|contact|vendor) type\b/] },
  gstin: { is: [/\bgst(?:in)?\b/] },
  pan: { is: [/\bpan\b/] },
  tags: { is: [/\b(?:tags?|labels?|group)\b/] },
  note: { is: [/\b(?:notes?|remarks?|comments?)\b/] },
};

/** Finds the columns of a file of beneficiaries by its template or the header's words. */
export const recogniseImportColumns = (cells: readonly string[]) =>
  recogniseHeader(words, cells, (field) =>
    field in payeeColumnWords ? (field as keyof typeof payeeColumnWords) : undefined,
  );
