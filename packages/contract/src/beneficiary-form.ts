import * as z from "zod/mini";
import { blankOr, noControlCharacters, oneLine, text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { payoutFieldInputs } from "./payout-fields.ts";
import { panOfGstin, isGstin, panPattern } from "./tax-numbers.ts";

export const beneficiaryKinds = ["vendor", "employee", "customer", "other"] as const;
export type BeneficiaryKind = (typeof beneficiaryKinds)[number];

const gstin = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.refine(isGstin, "Check the GSTIN: 15 characters, and its last one must match the others"),
  );

const pan = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(panPattern, "Enter a valid PAN, like ABCPD1234E"));

/** The optional fields that are stored encrypted, each with the rule of its value. */
export const beneficiaryDetailRules = {
  email: payoutFieldInputs.beneficiary_email,
  phone: payoutFieldInputs.beneficiary_phone,
  address: payoutFieldInputs.beneficiary_address,
  gstin,
  pan,
} as const;
export type BeneficiaryDetailName = keyof typeof beneficiaryDetailRules;
export const beneficiaryDetailNames = Object.keys(
  beneficiaryDetailRules,
) as readonly BeneficiaryDetailName[];

const tag = text({
  required: "A tag needs at least one character",
  max: [limits.tagCharsMax, "A tag must not exceed 30 characters"],
});

const details = {
  email: z.optional(blankOr(beneficiaryDetailRules.email, "Email must be text")),
  phone: z.optional(blankOr(beneficiaryDetailRules.phone, "Phone number must be text")),
  address: z.optional(blankOr(beneficiaryDetailRules.address, "Address must be text")),
  gstin: z.optional(blankOr(gstin, "GSTIN must be text")),
  pan: z.optional(blankOr(pan, "PAN must be text")),
};

/** Everything about a beneficiary except the destinations. Only the name is required. */
export const beneficiaryFields = {
  name: payoutFieldInputs.beneficiary_name,
  short_name: z.optional(
    z
      .string({ error: "Short name must be text" })
      .check(
        z.trim(),
        z.maxLength(limits.shortNameCharsMax, "Short name must not exceed 40 characters"),
        oneLine(),
      ),
  ),
  kind: z.enum(beneficiaryKinds, { error: "Choose vendor, employee, customer or other" }),
  tags: z.optional(
    z
      .array(tag, { error: "Tags must be a list of texts" })
      .check(z.maxLength(limits.tagsMax, "A beneficiary has at most 10 tags")),
  ),
  note: z.optional(
    z
      .string({ error: "Note must be text" })
      .check(
        z.trim(),
        z.maxLength(limits.beneficiaryNoteCharsMax, "Note must not exceed 500 characters"),
        noControlCharacters(),
      ),
  ),
  ...details,
};

/** A GSTIN contains the PAN of its holder, so the two must agree. */
export function gstinHasPan() {
  return z.check<{ gstin?: string | undefined; pan?: string | undefined }>((context) => {
    const { gstin: number, pan: own } = context.value;
    if (!number || !own || panOfGstin(number) === own.trim().toUpperCase()) return;
    context.issues.push({
      code: "custom",
      message: "This PAN is not the one in the GSTIN",
      path: ["pan"],
      input: context.value,
    });
  });
}

export const beneficiaryFormSample = {
  name: "Asha Rao",
  short_name: "Asha",
  kind: "vendor",
  tags: ["packaging"],
  note: "Pays back deposits in March",
  email: "asha@example.com",
  phone: "9876543210",
  address: "12 MG Road, Bengaluru",
  gstin: "29ABCPD1234E1ZA",
  pan: "ABCPD1234E",
};
