import {
  columnWords,
  recogniseColumns,
  type ColumnWords,
  type RecognisedColumns,
} from "../files/tables/recognise-columns.ts";
import { payeeColumnWords } from "./payee-column-words.ts";

/** The fields of a template; a file of beneficiaries has no use for the payout's own. */
type TemplateField = keyof typeof payeeColumnWords | "amount" | "purpose" | "remarks";

const templateFields = [
  ...(Object.keys(payeeColumnWords) as (keyof typeof payeeColumnWords)[]),
  "amount",
  "purpose",
  "remarks",
] as const satisfies readonly TemplateField[];

/** A file of bulk payouts for another product or a bank, whose columns are known and not asked. */
interface BulkTemplate {
  readonly name: string;
  /** The header has a column for each: no other template has these. */
  readonly marks: readonly RegExp[];
  readonly columns: Readonly<Partial<Record<TemplateField, RegExp>>>;
}

/** By the headers of the files that these products and banks take. */
const templates: readonly BulkTemplate[] = [
  {
    name: "RazorpayX bulk payouts",
    marks: [/^razorpay x account number$/, /^payout amount\b/, /^fund account type$/],
    columns: {
      name: /^fund account name$/,
      account_number: /^fund account number$/,
      ifsc_code: /^fund account ifsc$/,
      upi_id: /^fund account vpa$/,
      amount: /^payout amount\b/,
      purpose: /^payout purpose$/,
      remarks: /^payout narration$/,
      email: /^contact email$/,
      phone: /^contact mobile$/,
    },
  },
  {
    name: "ICICI Bank bulk payments",
    marks: [/^pymt prod type code$/, /^pymt mode$/, /^debit acc no$/],
    columns: {
      name: /^bnf(?:cy)? name$/,
      account_number: /^(?:bene|bnfcy) acc no$/,
      ifsc_code: /^(?:bene|bnfcy) ifsc$/,
      amount: /^amount$/,
      remarks: /^remarks?$/,
      email: /^(?:bene )?email id$/,
      phone: /^mobile num$|^bene mobile no$/,
    },
  },
  {
    name: "HDFC Bank ENet payments",
    marks: [
      /^(?:transaction|trn) type\b/,
      /^bene\w* code\b/,
      /^drawee location\b/,
      /\bprint\w* location$/,
    ],
    columns: {
      name: /^bene\w* name\b/,
      account_number: /^bene\w* (?:account|a c) n/,
      ifsc_code: /^ifs?c code\b/,
      amount: /^(?:instrument|transaction) am|^amount\b/,
      email: /^bene\w* e ?mail/,
    },
  },
  {
    name: "Axis Bank bulk payments",
    marks: [/^payment method name$/, /^payment amount request$/, /^beneficiary name request$/],
    columns: {
      name: /^beneficiary name request$/,
      account_number: /^account no$/,
      ifsc_code: /^receiver ifsc code$/,
      amount: /^payment amount request$/,
      remarks: /^remarks$/,
      email: /^email$/,
      phone: /^phone no$/,
    },
  },
  {
    name: "Kotak Mahindra Bank bulk payments",
    marks: [/^client code$/, /^product code$/, /^dr ac no$/, /^beneficiary acc no$/],
    columns: {
      name: /^beneficiary name$/,
      account_number: /^beneficiary acc no$/,
      ifsc_code: /^(?:beneficiary branch )?ifsc code$/,
      amount: /^amount$/,
      remarks: /^credit narration$/,
      email: /^beneficiary email$/,
      phone: /^beneficiary mobile$/,
    },
  },
];

/** The columns of a header, and the template whose header it is. */
export interface RecognisedHeader<Field extends string> extends RecognisedColumns<Field> {
  readonly template: string | null;
}

/**
 * The columns of a known template, else those that the header's words name. The words also name the
 * fields that no template has.
 * @param words in the order in which the fields choose.
 * @param fieldOf the field's name in the file's kind; undefined if the kind has none.
 */
export function recogniseHeader<Field extends string>(
  words: Readonly<Record<Field, ColumnWords>>,
  cells: readonly string[],
  fieldOf: (field: TemplateField) => Field | undefined,
): RecognisedHeader<Field> {
  const names = cells.map(columnWords);
  const template = templates.find(({ marks }) =>
    marks.every((mark) => names.some((name) => mark.test(name))),
  );
  if (!template) return { ...recogniseColumns(words, cells), template: null };
  const known: Partial<Record<Field, ColumnWords>> = { ...words };
  for (const name of templateFields) {
    const field = fieldOf(name);
    if (field) delete known[field];
  }
  for (const [name, pattern] of Object.entries(template.columns)) {
    const field = fieldOf(name as TemplateField);
    if (field) known[field] = { is: [pattern] };
  }
  return { ...recogniseColumns(known, cells), template: template.name };
}
