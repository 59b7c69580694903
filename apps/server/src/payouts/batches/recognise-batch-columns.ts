import type { BatchField } from "@rokad/contract/batch-columns";
import type { ColumnWords } from "../../files/tables/recognise-columns.ts";
import { recogniseHeader } from "../bulk-templates.ts";
import { payeeColumnWords } from "../payee-column-words.ts";

const { name, email, phone, address, ...destination } = payeeColumnWords;

/** The fields in the order in which they choose. */
const words: Readonly<Record<BatchField, ColumnWords>> = {
  ...destination,
  beneficiary_name: name,
  amount: {
    is: [
      /^(?:payout|payment|transfer) (?:amount|amt)\b/,
      // Of "Amount" and "Net Payable", either can be what is paid.
      /\b(?:net|take home) ?(?:pay|salary|payable)\b|\bamount\b|\bamt\b/,
      /^(?:salary|wages|pay|payable|value|rupees|inr)$/,
    ],
    isNot: /\b(?:type|words|currency|upi|gross|tax|tds|gst|fees?|deduct\w*)\b/,
  },
  purpose: {
    is: [/\bpurpose\b/, /^(?:payout |payment )?category$/, /^(?:payout |payment )?type$/],
  },
  repeat_reason: { is: [/\brepeat\b/] },
  remarks: {
    is: [
      /\b(?:remarks?|narration)\b/,
      /\b(?:notes?|description|comments?)\b/,
      /\breference\b(?!.*\b(?:id|no|number)\b)/,
      /\breference\b/,
    ],
    isNot: /\bcontact\b/,
  },
  beneficiary_email: email,
  beneficiary_phone: phone,
  beneficiary_address: address,
};

const ofBeneficiary = {
  name: "beneficiary_name",
  email: "beneficiary_email",
  phone: "beneficiary_phone",
  address: "beneficiary_address",
} as const;

/** Finds the columns of a file of payouts by its template or the header's words. */
export const recogniseBatchColumns = (cells: readonly string[]) =>
  recogniseHeader(words, cells, (field) =>
    field in ofBeneficiary
      ? ofBeneficiary[field as keyof typeof ofBeneficiary]
      : (field as BatchField),
  );
