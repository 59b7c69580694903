import { asAscii } from "@rokad/money/as-ascii";
import { batchFields, type BatchField } from "@rokad/contract/batch-columns";
import type { BatchRowFields } from "@rokad/contract/payout-batch";
import { remarks } from "@rokad/contract/form-fields";
import { destinationForm, payoutAmount } from "@rokad/contract/payout-form";
import { payoutFieldChoices, payoutFieldInputs } from "@rokad/contract/payout-fields";
import type * as z from "zod/mini";
import { findCellFault, quoteCell, tidyCell } from "../../files/tables/parsed-table.ts";
import { readAmount } from "../../files/tables/read-amount.ts";
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

/** What a right row pays. Without account and UPI ID it pays a saved beneficiary by the name. */
export interface BatchPayout {
  readonly beneficiary_name: string;
  /** In rupees, as the payout's form has it. */
  readonly amount: number;
  readonly account: { readonly account_number: string; readonly ifsc_code: string } | null;
  readonly upiId: string | null;
  readonly purpose?: z.output<typeof payoutFieldInputs.purpose>;
  readonly remarks?: string | undefined;
  readonly beneficiary_email?: string | undefined;
  readonly beneficiary_phone?: string | undefined;
  readonly beneficiary_address?: string | undefined;
  /** Why it is paid while a payout of the same amount to the same account is unclear. */
  readonly repeat_reason?: string | undefined;
}

/** A row's cells with what was repaired in them, and why it pays nobody if it does not. */
export interface RowCheck {
  readonly fields: BatchRowFields;
  /** What was corrected, in words. */
  readonly repairs: readonly string[];
  /** The corrected cells, as they were written. */
  readonly written: BatchRowFields;
  /** Null for a row that is right. */
  readonly problem: string | null;
  readonly problemFields: readonly BatchField[];
}

const repairOf: Readonly<Partial<Record<BatchField, CellRepair>>> = {
  beneficiary_name: repairName,
  account_number: repairAccountNumber,
  ifsc_code: repairIfsc,
  upi_id: repairUpiId,
  beneficiary_phone: repairPhone,
  amount: {
    what: "Amount without ₹, commas and words",
    to: (text) => {
      // `1500` and `1500.5` are right as they are.
      if (/^\d+(?:\.\d+)?$/.test(text)) return text;
      const ascii = asAscii(text);
      // "50 60" may be two amounts.
      const read = /\d\s+\d/.test(ascii) ? undefined : readAmount(ascii);
      if (!read || read.direction !== undefined) return text;
      const paise = String(read.paise % 100n).padStart(2, "0");
      const rupees = String(read.paise / 100n);
      return `${rupees}.${paise}`;
    },
  },
  purpose: { what: "Purpose from the list", to: purposeOf },
};

/**
 * Repairs what is written in another way, and checks a row by the rules of the payout's form. Knows
 * nothing of the tenant: saved beneficiaries, limits and the wallet come later.
 */
export function checkBatchRow(cells: BatchRowFields): RowCheck {
  const repairs: string[] = [];
  const written: BatchRowFields = {};
  const read = (field: BatchField) => {
    const cell = cells[field] ?? "";
    if (cell === "" || findCellFault(cell)) return cell;
    const text = withoutQuote(tidyCell(cell));
    const value = repairOf[field]?.to(text) ?? text;
    const what = repairOf[field]?.what ?? "Spaces";
    if (value === cell) return value;
    if (!repairs.includes(what)) repairs.push(what);
    written[field] = cell;
    return value;
  };
  const fields: BatchRowFields = {};
  for (const field of batchFields) {
    const text = read(field);
    if (text !== "") fields[field] = text;
  }
  const account = accountOfUpiId(fields.upi_id ?? "");
  if (account && isOf(account, fields)) {
    written.upi_id ??= fields.upi_id;
    Object.assign(fields, account);
    delete fields.upi_id;
    repairs.push("UPI ID of a bank account as account and IFSC");
  }
  const problems = findProblems(fields);
  const [first] = problems;
  if (first)
    return {
      fields,
      repairs,
      written,
      problem: [...new Set(problems.map(([, message]) => message))].join(". "),
      problemFields: [...new Set(problems.flatMap(([field]) => field))],
    };
  return { fields, repairs, written, problem: null, problemFields: [] };
}

/** Whether the row names no other account. */
const isOf = (account: NonNullable<BatchPayout["account"]>, fields: BatchRowFields) =>
  [account.account_number, undefined].includes(fields.account_number) &&
  [account.ifsc_code, undefined].includes(fields.ifsc_code);

/** A field with what is wrong in it. */
type Problem = readonly [field: BatchField, message: string];

function findProblems(fields: BatchRowFields): Problem[] {
  const faults = batchFields.flatMap((field) => {
    const fault = findCellFault(fields[field] ?? "");
    return fault ? [[field, fault] as const] : [];
  });
  if (faults.length > 0) return faults;
  if (isTotalRow(fields)) return [["beneficiary_name", "This looks like a total row. Remove it."]];
  return [
    ...issuesOf("beneficiary_name", payoutFieldInputs.beneficiary_name, fields.beneficiary_name),
    ...destinationProblems(fields),
    ...amountProblems(fields.amount),
    ...(
      [
        "purpose",
        "remarks",
        "beneficiary_email",
        "beneficiary_phone",
        "beneficiary_address",
      ] as const
    )
      .filter((field) => fields[field] !== undefined)
      .flatMap((field) =>
        field === "purpose" && !purposes.some(([name]) => name === fields.purpose)
          ? [[field, `Choose one of ${purposes.map(([, label]) => label).join(", ")}`] as const]
          : issuesOf(field, payoutFieldInputs[field], fields[field]),
      ),
    ...issuesOf("repeat_reason", remarks, fields.repeat_reason),
  ];
}

function isTotalRow({ beneficiary_name: name = "", account_number, upi_id }: BatchRowFields) {
  return !account_number && !upi_id && /^(?:grand |sub ?)?total\b/i.test(name);
}

function destinationProblems({ account_number, ifsc_code, upi_id }: BatchRowFields): Problem[] {
  if (account_number && isCutNumber(account_number))
    return [
      [
        "account_number",
        `A spreadsheet has cut the account number to ${quoteCell(account_number)}. Enter it in full.`,
      ],
    ];
  if (account_number && /^\d{1,8}$/.test(account_number))
    return [
      [
        "account_number",
        "Account number must be 9-18 digits. A spreadsheet may have dropped zeros at its start.",
      ],
    ];
  const account =
    account_number !== undefined || ifsc_code !== undefined
      ? destinationForm.safeParse({ method: "imps", account_number, ifsc_code })
      : undefined;
  const upi =
    upi_id === undefined ? undefined : destinationForm.safeParse({ method: "upi", upi_id });
  const problems = [account, upi].flatMap((parsed) =>
    (parsed?.error?.issues ?? []).map(
      ({ path, message }) => [String(path[0]) as BatchField, message] as const,
    ),
  );
  const unknown = ifsc_code && problems.length === 0 ? findIfscProblem(ifsc_code) : undefined;
  return unknown ? [["ifsc_code", unknown]] : problems;
}

function amountProblems(text: string | undefined): Problem[] {
  if (text !== undefined && isCutNumber(text))
    return [
      ["amount", `A spreadsheet has cut the amount to ${quoteCell(text)}. Enter it in full.`],
    ];
  if (text !== undefined && text.startsWith("-"))
    return [["amount", "The amount is negative. A batch only pays."]];
  if (text !== undefined && !/^\d{1,13}(?:\.\d+)?$/.test(text))
    return [["amount", `${quoteCell(text)} is not an amount in rupees`]];
  return issuesOf("amount", payoutAmount, text === undefined ? undefined : Number(text));
}

function issuesOf(field: BatchField, rule: z.ZodMiniType, value: unknown): Problem[] {
  const issues = rule.safeParse(value).error?.issues ?? [];
  return issues.slice(0, 1).map(({ message }) => [field, message] as const);
}

/** @returns what a checked row pays; null for a wrong one. */
export function payoutOf({
  fields,
  problem,
}: Pick<RowCheck, "fields" | "problem">): BatchPayout | null {
  if (problem !== null) return null;
  const { account_number, ifsc_code, upi_id, beneficiary_name = "", amount } = fields;
  const purpose = payoutFieldInputs.purpose.safeParse(fields.purpose).data;
  return {
    beneficiary_name,
    amount: Number(amount),
    account: account_number && ifsc_code ? { account_number, ifsc_code } : null,
    upiId: upi_id ?? null,
    ...(purpose !== undefined && { purpose }),
    ...pick(fields, "remarks"),
    ...pick(fields, "beneficiary_email"),
    ...pick(fields, "beneficiary_phone"),
    ...pick(fields, "beneficiary_address"),
    ...pick(fields, "repeat_reason"),
  };
}

function pick<Name extends BatchField>(fields: BatchRowFields, name: Name) {
  const value = fields[name];
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: string };
}

const purposes = Object.entries(payoutFieldChoices("purpose") ?? {});
const purposeWords: readonly (readonly [string, RegExp])[] = [
  ["salary", /salar|wage|payroll|stipend/i],
  ["vendor_bill", /vendor|supplier|invoice|bill payment|purchase/i],
  ["refund", /refund|return/i],
  ["utility", /utilit|electric|water|internet|telephone/i],
  ["other", /^(?:other|misc)/i],
];

/** The purpose that a word of another program means; what is unknown stays. */
function purposeOf(text: string): string {
  const lower = text.toLowerCase().replaceAll(/[ -]/g, "_");
  if (purposes.some(([name]) => name === lower)) return lower;
  return purposeWords.find(([, words]) => words.test(text))?.[0] ?? text;
}
