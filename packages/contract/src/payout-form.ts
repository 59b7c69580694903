import * as z from "zod/mini";
import { id } from "./fields.ts";
import { accountNumberPattern, ifscPattern, remarks, rupees, upiIdPattern } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { payoutFieldInputs, payoutFieldSamples } from "./payout-fields.ts";

/** The amount of a payout in rupees. */
export const payoutAmount = rupees({
  required: "Amount is required",
  // The specification's sentence; exactly ₹1 is valid.
  min: [limits.payoutPaiseMin, "Amount must be greater than ₹1"],
  max: [limits.payoutPaiseMax, "Amount cannot exceed ₹5,00,000"],
});

const common = { ...payoutFieldInputs, amount: payoutAmount };

/** A field of the other method: absent or blank. A value is an error, never silently ignored. */
/* @__NO_SIDE_EFFECTS__ */
function mustBeEmpty(message: string) {
  return z.optional(z.nullable(z.literal("", { error: message })));
}

const upiPayout = z.object({
  ...common,
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
  account_number: mustBeEmpty("A UPI payout takes no account number"),
  ifsc_code: mustBeEmpty("A UPI payout takes no IFSC code"),
});

const impsPayout = z.object({
  ...common,
  method: z.literal("imps"),
  upi_id: mustBeEmpty("An IMPS payout takes no UPI ID"),
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
export const payoutForm = z.discriminatedUnion("method", [upiPayout, impsPayout], {
  error: "Choose UPI or IMPS",
});

const accountFields = { upi_id: true, account_number: true, ifsc_code: true } as const;
const destinationFields = { method: true, ...accountFields } as const;
const beneficiaryFields = { method: true, beneficiary_name: true, ...accountFields } as const;

/** The fields of a payout request that say where the money goes. */
export const destinationForm = z.discriminatedUnion(
  "method",
  [z.pick(upiPayout, destinationFields), z.pick(impsPayout, destinationFields)],
  { error: "Choose UPI or IMPS" },
);
export type DestinationForm = z.output<typeof destinationForm>;

/** The fields of a payout request that identify the beneficiary. */
export const beneficiaryForm = z.discriminatedUnion(
  "method",
  [z.pick(upiPayout, beneficiaryFields), z.pick(impsPayout, beneficiaryFields)],
  { error: "Choose UPI or IMPS" },
);

/** Contact data that may be left out. */
export const contactInputs = {
  beneficiary_email: z.optional(payoutFieldInputs.beneficiary_email),
  beneficiary_phone: z.optional(payoutFieldInputs.beneficiary_phone),
  beneficiary_address: z.optional(payoutFieldInputs.beneficiary_address),
};
const notOfSaved = "A saved beneficiary has its own name and account";

const savedPayout = z.object({
  ...common,
  method: z.literal("saved"),
  destination_id: id,
  beneficiary_name: mustBeEmpty(notOfSaved),
  upi_id: mustBeEmpty(notOfSaved),
  account_number: mustBeEmpty(notOfSaved),
  ifsc_code: mustBeEmpty(notOfSaved),
  /** Taken only where the saved beneficiary has none. */
  ...contactInputs,
});
export type SavedPayout = z.output<typeof savedPayout>;

/** Of each payout, also to a saved beneficiary. */
const ofEach = {
  /** Why the same amount goes to the same account while an earlier payout of it is unclear. */
  repeat_reason: remarks,
  /** Whether the beneficiary gets a payment advice by e-mail once it is paid. */
  send_advice: z.optional(z.boolean()),
};
const ofRequest = {
  ...ofEach,
  destination_id: mustBeEmpty("Choose the method `saved` for a saved beneficiary"),
};

// Only the server reads requests. The console's build drops what is marked as pure.
const upiRequest = /* @__PURE__ */ z.extend(upiPayout, ofRequest);
const impsRequest = /* @__PURE__ */ z.extend(impsPayout, ofRequest);
const savedRequest = /* @__PURE__ */ z.extend(savedPayout, ofEach);

/** The three kinds of a payout request. */
export const payoutRequestKinds = { upi: upiRequest, imps: impsRequest, saved: savedRequest };

/** A payout as it is requested: to an account, a UPI ID or a saved beneficiary. */
export const payoutRequest = z.discriminatedUnion(
  "method",
  [upiRequest, impsRequest, savedRequest],
  { error: "Choose UPI or IMPS" },
);
export type PayoutRequest = z.output<typeof payoutRequest>;

/** Account and amount of a payout request, to look up what is known of them. */
export const payoutToReview = z.discriminatedUnion(
  "method",
  [
    z.pick(upiPayout, { ...destinationFields, amount: true }),
    z.pick(impsPayout, { ...destinationFields, amount: true }),
    z.pick(savedPayout, { method: true, destination_id: true, amount: true }),
  ],
  { error: "Choose UPI or IMPS" },
);
export type PayoutToReview = z.output<typeof payoutToReview>;

export type BeneficiaryOrder = z.output<typeof beneficiaryForm>;
export type PayoutForm = z.input<typeof payoutForm>;
export type PayoutOrder = z.output<typeof payoutForm>;

export const payoutFormSample = {
  method: "imps",
  ...payoutFieldSamples,
  account_number: "123456789012",
  ifsc_code: "HDFC0000001",
  amount: 1500.25,
};
