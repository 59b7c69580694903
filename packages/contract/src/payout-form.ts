import * as z from "zod/mini";
import {
  accountNumberPattern,
  ifscPattern,
  remarks,
  rupees,
  text,
  upiIdPattern,
} from "./fields.ts";
import { limits } from "./limits.ts";

const beneficiary = {
  beneficiary_name: z.string({ error: "Beneficiary name is required" }).check(
    z.trim(),
    z.minLength(1, { error: "Beneficiary name is required", abort: true }),
    z.minLength(limits.beneficiaryNameCharsMin, {
      error: "Name must be at least 2 characters",
      abort: true,
    }),
    z.maxLength(limits.beneficiaryNameCharsMax, {
      error: "Name must not exceed 100 characters",
      abort: true,
    }),
    z.regex(/^[A-Za-z .]+$/, "Name can only contain letters, spaces, and dots"),
  ),
  beneficiary_email: z.string({ error: "Email is required" }).check(
    z.trim(),
    z.minLength(1, { error: "Email is required", abort: true }),
    z.maxLength(limits.beneficiaryEmailCharsMax, {
      error: "Email must not exceed 100 characters",
      abort: true,
    }),
    z.email("Invalid email address"),
  ),
  beneficiary_phone: z
    .string({ error: "Phone number is required" })
    .check(
      z.trim(),
      z.minLength(1, { error: "Phone number is required", abort: true }),
      z.regex(/^[0-9]{10}$/, "Phone number must be 10 digits"),
    ),
  beneficiary_address: text({
    required: "Address is required",
    max: [limits.beneficiaryAddressCharsMax, "Address must not exceed 200 characters"],
  }),
  amount: rupees({
    required: "Amount is required",
    // The specification's own words; exactly ₹1 is accepted.
    min: [limits.payoutPaiseMin, "Amount must be greater than ₹1"],
    max: [limits.payoutPaiseMax, "Amount cannot exceed ₹5,00,000"],
  }),
  remarks,
};

/** A field of the other method: may be absent or blank, but never silently dropped. */
function leftEmpty(message: string) {
  return z.optional(z.nullable(z.literal("", { error: message })));
}

const toUpi = z.object({
  ...beneficiary,
  method: z.literal("upi"),
  upi_id: z.string({ error: "UPI ID is required" }).check(
    z.trim(),
    z.minLength(1, { error: "UPI ID is required", abort: true }),
    z.maxLength(limits.upiIdCharsMax, {
      error: "UPI ID must not exceed 100 characters",
      abort: true,
    }),
    z.regex(upiIdPattern, "Please enter a valid UPI ID, like name@bank"),
  ),
  account_number: leftEmpty("A UPI payout takes no account number"),
  ifsc_code: leftEmpty("A UPI payout takes no IFSC code"),
});

const toAccount = z.object({
  ...beneficiary,
  method: z.literal("imps"),
  upi_id: leftEmpty("An IMPS payout takes no UPI ID"),
  account_number: z
    .string({ error: "Account number is required" })
    .check(
      z.trim(),
      z.minLength(1, { error: "Account number is required", abort: true }),
      z.regex(accountNumberPattern, "Account number must be 9-18 digits"),
    ),
  ifsc_code: z
    .string({ error: "IFSC code is required" })
    .check(
      z.trim(),
      z.toUpperCase(),
      z.minLength(1, { error: "IFSC code is required", abort: true }),
      z.regex(ifscPattern, "Please enter a valid IFSC code"),
    ),
});

/** A payout request: UPI needs `upi_id`; IMPS needs `account_number` and `ifsc_code`. */
export const payoutForm = z.discriminatedUnion("method", [toUpi, toAccount], {
  error: "Choose UPI or IMPS",
});

const where = {
  method: true,
  beneficiary_name: true,
  upi_id: true,
  account_number: true,
  ifsc_code: true,
} as const;

/** The part of it that says who gets the money. */
export const beneficiaryForm = z.discriminatedUnion(
  "method",
  [z.pick(toUpi, where), z.pick(toAccount, where)],
  { error: "Choose UPI or IMPS" },
);
export type BeneficiaryOrder = z.output<typeof beneficiaryForm>;
export type PayoutForm = z.input<typeof payoutForm>;
export type PayoutOrder = z.output<typeof payoutForm>;
