import * as z from "zod/mini";
import { remarks, text } from "./fields.ts";
import { limits } from "./limits.ts";

interface PayoutText {
  /** Its name in the review of a payout and in its details. */
  readonly label: string;
  /** Its value in the examples of the API document. */
  readonly sample: string;
  /** The field of the form. */
  readonly input: z.ZodMiniType<string | undefined>;
  /** The field of the answer; null when an optional text was left out. */
  readonly answer: z.ZodMiniType<string | null>;
}

/**
 * The texts that a payer enters for a payout, in the order in which review and details show them.
 * Each is a field of the form, a column of `payouts` and a field of the answer, with one name. The
 * other fields of the form say how much goes where, and are handled one by one.
 */
export const payoutTexts = {
  beneficiary_name: {
    label: "Name",
    sample: "Asha Rao",
    input: z.string({ error: "Beneficiary name is required" }).check(
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
    answer: z.string(),
  },
  beneficiary_email: {
    label: "Email",
    sample: "asha@example.com",
    input: z.string({ error: "Email is required" }).check(
      z.trim(),
      z.minLength(1, { error: "Email is required", abort: true }),
      z.maxLength(limits.beneficiaryEmailCharsMax, {
        error: "Email must not exceed 100 characters",
        abort: true,
      }),
      z.email("Invalid email address"),
    ),
    answer: z.string(),
  },
  beneficiary_phone: {
    label: "Phone",
    sample: "9876543210",
    input: z
      .string({ error: "Phone number is required" })
      .check(
        z.trim(),
        z.minLength(1, { error: "Phone number is required", abort: true }),
        z.regex(/^[0-9]{10}$/, "Phone number must be 10 digits"),
      ),
    answer: z.string(),
  },
  beneficiary_address: {
    label: "Address",
    sample: "12 MG Road, Bengaluru",
    input: text({
      required: "Address is required",
      max: [limits.beneficiaryAddressCharsMax, "Address must not exceed 200 characters"],
    }),
    answer: z.string(),
  },
  remarks: {
    label: "Remarks",
    sample: "Invoice 118",
    input: remarks,
    answer: z.nullable(z.string()),
  },
} as const satisfies Record<string, PayoutText>;

export type PayoutTextName = keyof typeof payoutTexts;

export const payoutTextNames = Object.keys(payoutTexts) as readonly PayoutTextName[];

/** A value for each text. */
export function mapPayoutTexts<T>(valueOf: (name: PayoutTextName) => T): Record<PayoutTextName, T> {
  return Object.fromEntries(payoutTextNames.map((name) => [name, valueOf(name)])) as Record<
    PayoutTextName,
    T
  >;
}

/** The texts of an object that has more. */
export function pickPayoutTexts<T extends Readonly<Record<PayoutTextName, unknown>>>(
  object: T,
): Pick<T, PayoutTextName> {
  return mapPayoutTexts((name) => object[name]) as Pick<T, PayoutTextName>;
}

type Part<K extends keyof PayoutText> = {
  readonly [N in PayoutTextName]: (typeof payoutTexts)[N][K];
};

export const payoutTextInputs = mapPayoutTexts((name) => payoutTexts[name].input) as Part<"input">;
export const payoutTextAnswers = mapPayoutTexts(
  (name) => payoutTexts[name].answer,
) as Part<"answer">;
export const payoutTextSamples: Readonly<Record<PayoutTextName, string>> = mapPayoutTexts(
  (name) => payoutTexts[name].sample,
);
