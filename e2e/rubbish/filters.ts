import { right, stripped, type FieldRules } from "./typed.ts";

const notReal = "This day does not exist";
const noDay = "Use a date as YYYY-MM-DD";
/** A person writes DD/MM/YYYY and a program YYYY-MM-DD, so what is no day is said in two ways. */
const realDate = "Enter a real date as DD/MM/YYYY";

/** The two days of a filter; the rule between them is in the journey. */
export function days(from: string, to: string): readonly FieldRules[] {
  return [
    { name: from, label: "From Date", future: "From date cannot be in the future" },
    { name: to, label: "To Date", future: "To date cannot be in the future" },
  ].map(({ name, label, future }) => ({
    name,
    label,
    cases: [
      { ...stripped("01012999", "01/01/2999", future, future), sent: "2999-01-01" },
      { ...stripped("31022026", "31/02/2026", realDate, notReal), sent: "2026-02-31" },
      { ...stripped("2026", "20/26/", realDate, noDay), sent: "2026" },
      { ...right("29/02/2024"), sent: "2024-02-29" },
      { ...right(""), sent: undefined },
    ],
    sent: [
      ["31/01/2026", noDay],
      ["nonsense", noDay],
      ["", noDay],
    ],
  }));
}

export const utrSearch: FieldRules = {
  name: "utr",
  cases: [],
  sent: [
    ["a".repeat(101), "Search must not exceed 100 characters"],
    ["a\u0000b", "Please remove the characters that can't be printed"],
  ],
};
