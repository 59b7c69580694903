import { accountNumber, ifsc, text } from "./fields.ts";
import type { FieldRules } from "./typed.ts";

export const bankAccount: readonly FieldRules[] = [
  text("account_holder_name", "Account holder name", {
    required: "Account holder name is required",
    min: [2, "Name must be at least 2 characters"],
    max: [50, "Name must not exceed 50 characters"],
  }),
  accountNumber,
  ifsc("Invalid IFSC code format"),
  ...(["Bank", "Branch"] as const).map((what) =>
    text(`${what.toLowerCase()}_name`, `${what} name`, {
      required: `${what} name is required`,
      min: [2, `${what} name must be at least 2 characters`],
      max: [100, `${what} name must not exceed 100 characters`],
    }),
  ),
  {
    name: "account_type",
    cases: [],
    sent: [
      [undefined, "Account type is required"],
      ["", "Account type is required"],
      ["fixed", "Invalid account type"],
    ],
  },
];
