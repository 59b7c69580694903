import {
  long,
  corrected,
  required,
  right,
  stripped,
  wrong,
  type FieldRules,
  type Typed,
} from "./typed.ts";

/** Fields that several forms have. */

const notRupees = "Enter an amount in rupees with at most two decimals";
export const amount = (limits: {
  below: [text: string, says: string];
  above: [text: string, says: string];
  least: string;
  most: string;
}): FieldRules =>
  required("Amount is required", {
    name: "amount",
    label: "Amount",
    cases: [
      rupees(wrong(...limits.below)),
      rupees(wrong("0", limits.below[1])),
      rupees(wrong(...limits.above)),
      rupees(wrong("99999999999999", limits.above[1])),
      rupees(wrong("250.005", notRupees)),
      wrong("2.5.0", notRupees),
      // The minus is not taken, nor is a letter: what is left is what the field shows.
      { ...corrected("-250", "250", limits.below[1]), sent: -250 },
      { ...corrected("2e50", "250", notRupees) },
      stripped("nonsense", "", "Amount is required", notRupees),
      rupees(right(limits.least)),
      rupees(right(limits.most)),
      { ...right("1,250.50"), sent: 1250.5 },
    ],
  });
const rupees = (each: Typed): Typed => ({ ...each, sent: Number(each.typed) });

export const remarks: FieldRules = {
  name: "remarks",
  label: "Remarks",
  cases: [
    wrong(long(201), "Remarks must not exceed 200 characters"),
    right(long(200)),
    right("Invoice 118: किराया, 50% 🙂"),
    right(""),
  ],
  sent: [
    ["a\u0000b", "Please remove the characters that can't be printed"],
    [118, "Remarks must be text"],
  ],
};

const accountDigits = "Account number must be 9-18 digits";
export const accountNumber = required("Account number is required", {
  name: "account_number",
  label: "Account number",
  cases: [
    wrong("12345678", accountDigits),
    stripped("12ab5678", "125678", accountDigits, accountDigits),
    stripped("nonsense", "", "Account number is required", accountDigits),
    corrected("1234567890123456789", "123456789012345678", accountDigits),
    corrected("1234 5678 9012 3456 78", "123456789012345678", accountDigits),
    right("000456789"),
    right("123456789012345678"),
  ],
});

export const ifsc = (invalid: string) =>
  required("IFSC code is required", {
    name: "ifsc_code",
    label: "IFSC code",
    cases: [
      wrong("HDFC", invalid),
      wrong("HDFC1000001", invalid),
      wrong("HDF00000001", invalid),
      stripped("HDFC-000001", "HDFC000001", invalid, invalid),
      corrected("HDFC00000012", "HDFC0000001", invalid),
      corrected("hdfc0000060", "HDFC0000060"),
      right("HDFC0ZZZZZZ"),
    ],
  });

export function text(
  name: string,
  label: string,
  rule: {
    required: string;
    min?: [chars: number, says: string];
    max: [chars: number, says: string];
  },
): FieldRules {
  const [least, tooShort] = rule.min ?? [1, rule.required];
  const [most, tooLong] = rule.max;
  return required(rule.required, {
    name,
    label,
    cases: [
      ...(rule.min
        ? [wrong(long(least - 1), tooShort), wrong(` ${long(least - 1)} `, tooShort)]
        : []),
      wrong(long(most + 1), tooLong),
      right(long(least)),
      right(long(most)),
      wrong("   ", rule.required),
    ],
  });
}
