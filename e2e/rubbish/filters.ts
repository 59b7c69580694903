import { right, wrong, type FieldRules } from "./typed.ts";

const notReal = "This day does not exist";
const noDay = "Use a date as YYYY-MM-DD";

/** The two days of a filter; the rules between them are in the journey. */
export function days(from: string, to: string): readonly FieldRules[] {
  return [
    { name: from, label: "From Date", future: "From date cannot be in the future" },
    { name: to, label: "To Date", future: "To date cannot be in the future" },
  ].map(({ name, label, future }) => ({
    name,
    label,
    cases: [wrong("2999-01-01", future), right("2026-01-31"), right("2024-02-29")],
    sent: [
      ["2026-02-30", notReal],
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
