// The guarantee: in a file of 50,000 rows with 50 kinds of dirt, each row that means one payout pays
// exactly that one, and each other row is wrong in the field that is wrong.
import { limits } from "@rokad/contract/limits";
import { batchFields, batchFieldTitles, type BatchField } from "@rokad/contract/batch-columns";
import { expect, test } from "vitest";
import { payoutOf } from "./check-batch-row.ts";
import { read } from "./read-batch-table.ts";

type Cells = Partial<Record<BatchField, string>>;

/** What a row's kind writes in place of the right cells, and what comes of it. */
interface Kind {
  readonly name: string;
  readonly write: (right: Right) => Cells;
  /** The fields that are wrong; empty: the row pays what the right cells say, but for `pays`. */
  readonly wrong?: readonly BatchField[];
  readonly pays?: Cells;
}

interface Right {
  readonly account: string;
  /** Whole rupees. */
  readonly rupees: number;
}

const digitsFrom = (zero: number) => (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const inFours = (text: string, by: string) => text.replaceAll(/(.{4})(?=.)/g, `$1${by}`);
const amount = (write: (rupees: number) => string) => (right: Right) => ({
  amount: write(right.rupees),
});
const account = (write: (number: string) => string) => (right: Right) => ({
  account_number: write(right.account),
});
const cells = (written: Cells) => () => written;

const kinds: readonly Kind[] = [
  { name: "right", write: cells({}) },
  { name: "Indian commas", write: amount((rupees) => `₹${rupees.toLocaleString("en-IN")}.00`) },
  { name: "Western commas", write: amount((rupees) => `${rupees.toLocaleString("en-US")}.0`) },
  { name: "Rs. and /-", write: amount((rupees) => `Rs. ${rupees}/-`) },
  { name: "INR before", write: amount((rupees) => `INR ${rupees}`) },
  { name: "INR after", write: amount((rupees) => `${rupees} INR`) },
  { name: "full-width digits", write: amount((rupees) => digitsFrom(0xff10)(`${rupees}`)) },
  { name: "Devanagari digits", write: amount((rupees) => digitsFrom(0x0966)(`${rupees}`)) },
  { name: "Bengali digits", write: amount((rupees) => digitsFrom(0x09e6)(`${rupees}`)) },
  { name: "an apostrophe before an amount", write: amount((rupees) => `'${rupees}`) },
  { name: "spaces around an amount", write: amount((rupees) => `  ${rupees} `) },
  { name: "spaces in an account", write: account((number) => inFours(number, " ")) },
  { name: "dashes in an account", write: account((number) => inFours(number, "-")) },
  { name: "an apostrophe before an account", write: account((number) => `'${number}`) },
  { name: "a formula that keeps zeros", write: account((number) => `="${number}"`) },
  { name: "no-break spaces", write: account((number) => inFours(number, "\u00A0")) },
  { name: "a byte order mark", write: account((number) => `\uFEFF${number}`) },
  { name: "Devanagari digits in an account", write: account(digitsFrom(0x0966)) },
  { name: "an IFSC in small letters", write: cells({ ifsc_code: "hdfc0000001" }) },
  { name: "an IFSC with spaces", write: cells({ ifsc_code: "HDFC 0000001" }) },
  { name: "a letter O in an IFSC", write: cells({ ifsc_code: "HDFCO000001" }) },
  { name: "a zero-width space", write: cells({ ifsc_code: "HDFC\u200B0000001" }) },
  { name: "accents", write: cells({ beneficiary_name: "Àsha Ráo" }) },
  { name: "stray spaces in a name", write: cells({ beneficiary_name: "  Asha   Rao " }) },
  { name: "a comma in a name", write: cells({ beneficiary_name: "Asha, Rao" }) },
  { name: "+91 before a phone", write: cells({ beneficiary_phone: "+91 98765 43210" }) },
  { name: "0 before a phone", write: cells({ beneficiary_phone: "09876543210" }) },
  {
    name: "another word for a purpose",
    write: cells({ purpose: "Wages" }),
    pays: { purpose: "salary" },
  },
  {
    name: "quotation marks in a remark",
    write: cells({ remarks: 'Invoice "118"' }),
    pays: { remarks: 'Invoice "118"' },
  },
  {
    name: "the UPI ID of the account",
    write: ({ account: number }) => ({
      upi_id: `${number}@hdfc0000001.ifsc.npci`,
      account_number: "",
      ifsc_code: "",
    }),
  },
  {
    name: "a cut account number",
    write: cells({ account_number: "1.23E+11" }),
    wrong: ["account_number"],
  },
  {
    name: "an account without its zeros",
    write: cells({ account_number: "12345678" }),
    wrong: ["account_number"],
  },
  {
    name: "letters in an account",
    write: account((number) => `${number}X`),
    wrong: ["account_number"],
  },
  {
    name: "a superscript in an account",
    write: account((number) => `${number}²`),
    wrong: ["account_number"],
  },
  {
    name: "a long account",
    write: account((number) => `${number}1234567`),
    wrong: ["account_number"],
  },
  { name: "no IFSC", write: cells({ ifsc_code: "" }), wrong: ["ifsc_code"] },
  { name: "a wrong IFSC", write: cells({ ifsc_code: "HDFC1000001" }), wrong: ["ifsc_code"] },
  { name: "a wrong UPI ID", write: cells({ upi_id: "asha" }), wrong: ["upi_id"] },
  { name: "no name", write: cells({ beneficiary_name: "" }), wrong: ["beneficiary_name"] },
  {
    name: "digits in a name",
    write: cells({ beneficiary_name: "Shop 24" }),
    wrong: ["beneficiary_name"],
  },
  {
    name: "a total row",
    write: cells({ beneficiary_name: "Grand Total", account_number: "", ifsc_code: "" }),
    wrong: ["beneficiary_name"],
  },
  { name: "no amount", write: cells({ amount: "" }), wrong: ["amount"] },
  { name: "an amount of zero", write: cells({ amount: "0" }), wrong: ["amount"] },
  { name: "a negative amount", write: amount((rupees) => `-${rupees}`), wrong: ["amount"] },
  {
    name: "an amount in brackets",
    write: amount((rupees) => `(${rupees}.00)`),
    wrong: ["amount"],
  },
  { name: "three decimals", write: amount((rupees) => `${rupees}.005`), wrong: ["amount"] },
  { name: "a cut amount", write: cells({ amount: "1.5E+5" }), wrong: ["amount"] },
  { name: "a day as the amount", write: cells({ amount: "20/11/2026" }), wrong: ["amount"] },
  { name: "two amounts", write: cells({ amount: "50 60" }), wrong: ["amount"] },
  { name: "an error of the spreadsheet", write: cells({ amount: "#N/A" }), wrong: ["amount"] },
  { name: "an unknown purpose", write: cells({ purpose: "party" }), wrong: ["purpose"] },
];

const rows = Array.from({ length: limits.batchRowsMax }, (_, index) => {
  const kind = kinds[index % kinds.length] as Kind;
  const right = { account: String(index).padStart(12, "0"), rupees: 1_000 + (index % 400_000) };
  const written: Cells = {
    beneficiary_name: "Asha Rao",
    account_number: right.account,
    ifsc_code: "HDFC0000001",
    amount: String(right.rupees),
    ...kind.write(right),
  };
  return { kind, right, written };
});

const quoted = (cell = "") => `"${cell.replaceAll('"', '""')}"`;
const lineOf = (written: Cells) => batchFields.map((field) => quoted(written[field])).join(",");

test("each of 50,000 rows with 50 kinds of dirt has exactly its verdict", () => {
  const file = [lineOf(batchFieldTitles), ...rows.map(({ written }) => lineOf(written))].join(
    "\r\n",
  );
  const columns = Object.fromEntries(batchFields.map((field, at) => [field, at]));
  const { rows: checked } = read({ bytes: Buffer.from(file), columns });
  const verdicts = checked?.map((row, index) => {
    const { problemFields } = row;
    const payout = payoutOf(row);
    const { name } = rows[index]?.kind ?? {};
    const { account: paid, amount: rupees, purpose, remarks } = payout ?? {};
    const destination = paid && `${paid.account_number} ${paid.ifsc_code}`;
    return [
      name,
      ...problemFields,
      payout?.beneficiary_name,
      destination,
      rupees,
      purpose,
      remarks,
    ];
  });
  expect(verdicts).toEqual(
    rows.map(({ kind: { name, wrong, pays }, right }) =>
      wrong
        ? [name, ...wrong, undefined, undefined, undefined, undefined, undefined]
        : [
            name,
            "Asha Rao",
            `${right.account} HDFC0000001`,
            right.rupees,
            pays?.purpose,
            pays?.remarks,
          ],
    ),
  );
});
