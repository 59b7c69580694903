import { newBeneficiaryForm } from "@rokad/contract/beneficiaries";
import type { BeneficiaryKind } from "@rokad/contract/beneficiary-form";
import {
  beneficiaryColumns,
  type BeneficiaryColumn,
  type BeneficiaryColumnPlaces,
} from "@rokad/contract/beneficiary-import";
import { destinationForm } from "@rokad/contract/payout-form";
import type * as z from "zod/mini";
import { findCellFault, quoteCell, type TableRow } from "../../files/tables/parsed-table.ts";
import { findIfscProblem } from "../account-warnings.ts";
import {
  accountOfUpiId,
  isCutNumber,
  repairAccountNumber,
  repairIfsc,
  repairName,
  repairPhone,
  repairUpiId,
  withoutQuote,
  type CellRepair,
} from "../payee-cells.ts";

/** A row of a file as a beneficiary to save, or why it can't be one. */
export interface ImportRow {
  readonly line: number;
  readonly name: string;
  readonly form: ImportForm | undefined;
  /** Sentences; undefined for a row that is right. */
  readonly problem: string | undefined;
  /** What was corrected. */
  readonly repairs: readonly string[];
}

export type ImportForm = Omit<z.output<typeof newBeneficiaryForm>, "payout_id"> & {
  /** The UPI ID of a row that has an account too. */
  readonly otherDestinations: readonly z.output<typeof destinationForm>[];
};

/** Repairs what is written in another way, and checks the row by the form's own rules. */
export function readImportRow(row: TableRow, places: BeneficiaryColumnPlaces): ImportRow {
  const repairs: string[] = [];
  const written = (column: BeneficiaryColumn) => {
    const at = places[column];
    return at === undefined ? "" : withoutQuote(row.cells[at] ?? "");
  };
  const repaired = (column: BeneficiaryColumn, repair: CellRepair) => {
    const text = written(column);
    const value = repair.to(text);
    if (value !== text && text !== "") repairs.push(repair.what);
    return value;
  };
  const account = {
    account_number: repaired("account_number", repairAccountNumber),
    ifsc_code: repaired("ifsc_code", repairIfsc),
    upi_id: repaired("upi_id", repairUpiId),
  };
  const ofUpiId = accountOfUpiId(account.upi_id);
  if (ofUpiId && [ofUpiId.account_number, ""].includes(account.account_number)) {
    Object.assign(account, ofUpiId, { upi_id: "" });
    repairs.push("UPI ID of a bank account as account and IFSC");
  }
  const { account_number: number, ifsc_code: ifsc, upi_id: upiId } = account;
  const fields = {
    name: repaired("name", repairName),
    short_name: written("short_name"),
    kind: kindOf(written("kind")),
    email: written("email"),
    phone: repaired("phone", repairPhone),
    address: written("address"),
    gstin: written("gstin").replaceAll(" ", ""),
    pan: written("pan").replaceAll(" ", ""),
    tags: written("tags")
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    note: written("note"),
  };
  const line = { line: row.line, name: fields.name, repairs };
  const wrong = (problem: string) => ({ ...line, form: undefined, problem });
  if (row.isHidden)
    return wrong("This row is hidden in the spreadsheet. Unhide it there to save it");
  const fault = beneficiaryColumns.map((column) => findCellFault(written(column))).find(Boolean);
  if (fault) return wrong(fault);
  if (isCutNumber(number))
    return wrong(
      `A spreadsheet has cut the account number to ${quoteCell(number)}. Format its column as text and fill it in again.`,
    );
  const typed = [
    number !== "" || ifsc !== ""
      ? { method: "imps" as const, account_number: number, ifsc_code: ifsc }
      : undefined,
    upiId === "" ? undefined : { method: "upi" as const, upi_id: upiId },
  ].filter((destination) => destination !== undefined);
  const [destination, ...others] = typed;
  if (!destination) return wrong("It has no account number and no UPI ID");
  const checked = newBeneficiaryForm.safeParse({ ...fields, destination });
  const destinations = others.map((other) => destinationForm.safeParse(other));
  const issues = [checked, ...destinations].flatMap(({ error }) => error?.issues ?? []);
  if (!checked.success || issues.length > 0)
    return wrong([...new Set(issues.map(({ message }) => message))].join(". "));
  const unknownBank =
    destination.method === "imps" ? findIfscProblem(destination.ifsc_code) : undefined;
  if (unknownBank) return wrong(unknownBank);
  const { payout_id: _, ...form } = checked.data;
  const otherDestinations = destinations.flatMap(({ data }) => data ?? []);
  return { ...line, form: { ...form, otherDestinations }, problem: undefined };
}

const kindWords: readonly (readonly [BeneficiaryKind, RegExp])[] = [
  ["vendor", /vendor|supplier|contractor|creditor/i],
  ["employee", /employee|staff|salary|worker/i],
  ["customer", /customer|client|debtor/i],
];

/** The kind that a word of another program means; what is unknown is `other`. */
function kindOf(text: string): BeneficiaryKind {
  return kindWords.find(([, words]) => words.test(text))?.[0] ?? "other";
}
