import * as z from "zod/mini";
import { remarks, text } from "./form-fields.ts";
import { limits } from "./limits.ts";

interface PayoutField {
  /** Its name in the review, the details, the receipt and the files. */
  readonly label: string;
  /** Where it is shown: as the beneficiary's name, with their contact data, or with the payment. */
  readonly group: "beneficiary" | "contact" | "payment";
  /** What is shown before its value. */
  readonly prefix?: string;
  /** The values to choose from, with their labels; a field without choices is free text. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Its value in the examples of the API document. */
  readonly sample: string;
  /** The field of the form. */
  readonly input: z.ZodMiniType<string | undefined>;
  /** The field of the answer; null when an optional field was left out. */
  readonly answer: z.ZodMiniType<string | null>;
}

const purposes = {
  vendor_bill: "Vendor bill",
  salary: "Salary",
  refund: "Refund",
  utility: "Utility bill",
  other: "Other",
} as const;
const purposeNames = Object.keys(purposes) as (keyof typeof purposes)[];

/**
 * The fields of a payout that are kept and shown as the payer entered them, in the order in which
 * they are shown. Each is a field of the form, a column of `payouts`, a field of the answer and of
 * the transfer to the provider, with one name. The fields of the form that say how much goes where
 * are handled one by one.
 */
export const payoutFields = {
  beneficiary_name: {
    label: "Name",
    group: "beneficiary",
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
    group: "contact",
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
    answer: z.nullable(z.string()),
  },
  beneficiary_phone: {
    label: "Phone",
    group: "contact",
    prefix: "+91 ",
    sample: "9876543210",
    input: z
      .string({ error: "Phone number is required" })
      .check(
        z.trim(),
        z.minLength(1, { error: "Phone number is required", abort: true }),
        z.regex(/^[0-9]{10}$/, "Phone number must be 10 digits"),
      ),
    answer: z.nullable(z.string()),
  },
  beneficiary_address: {
    label: "Address",
    group: "contact",
    sample: "12 MG Road, Bengaluru",
    input: text({
      required: "Address is required",
      max: [limits.beneficiaryAddressCharsMax, "Address must not exceed 200 characters"],
      isMultiline: true,
    }),
    answer: z.nullable(z.string()),
  },
  purpose: {
    label: "Purpose",
    group: "payment",
    choices: purposes,
    sample: "vendor_bill",
    input: z.optional(z.enum(purposeNames, { error: "Choose a purpose from the list" })),
    answer: z.nullable(z.enum(purposeNames)),
  },
  remarks: {
    label: "Remarks",
    group: "payment",
    sample: "Invoice 118",
    input: remarks,
    answer: z.nullable(z.string()),
  },
} as const satisfies Record<string, PayoutField>;

export type PayoutFieldName = keyof typeof payoutFields;
type Group = PayoutField["group"];

type Part<K extends keyof PayoutField> = {
  readonly [N in PayoutFieldName]: (typeof payoutFields)[N] extends Record<K, infer V> ? V : never;
};

/** The values of a recorded payout; null for an optional field that was left out. */
export type PayoutFieldValues = {
  readonly [N in PayoutFieldName]: z.output<(typeof payoutFields)[N]["answer"]>;
};

export const payoutFieldNames = Object.keys(payoutFields) as readonly PayoutFieldName[];
const fields: Readonly<Record<PayoutFieldName, PayoutField>> = payoutFields;

/** The fields that the list of payouts and its exports have too. */
export const listedPayoutFields = [
  "beneficiary_name",
  "purpose",
] as const satisfies PayoutFieldName[];
type ListedName = (typeof listedPayoutFields)[number];

/** The listed fields that come after the other columns of an export. */
export const exportedPaymentFields = listedPayoutFields.filter(
  (name) => fields[name].group === "payment",
);

/** A value for each field. */
export function mapPayoutFields<T>(
  valueOf: (name: PayoutFieldName) => T,
): Record<PayoutFieldName, T> {
  return Object.fromEntries(payoutFieldNames.map((name) => [name, valueOf(name)])) as Record<
    PayoutFieldName,
    T
  >;
}

/** The fields of an object that has more. */
export function pickPayoutFields<T extends Readonly<Record<PayoutFieldName, unknown>>>(
  object: T,
): Pick<T, PayoutFieldName> {
  return mapPayoutFields((name) => object[name]) as Pick<T, PayoutFieldName>;
}

/** The listed fields of an object that has more. */
export function pickListedFields<T extends Readonly<Record<ListedName, unknown>>>(
  object: T,
): Pick<T, ListedName> {
  return Object.fromEntries(listedPayoutFields.map((name) => [name, object[name]])) as Pick<
    T,
    ListedName
  >;
}

/** The values that a field can be chosen from, with their labels; none for free text. */
export function payoutFieldChoices(
  name: PayoutFieldName,
): Readonly<Record<string, string>> | undefined {
  return fields[name].choices;
}

/** A field's value as people read it; null if it was left out. */
export function displayPayoutField(
  name: PayoutFieldName,
  value: string | null | undefined,
): string | null {
  if (!value) return null;
  const { choices, prefix = "" } = fields[name];
  return choices?.[value] ?? `${prefix}${value}`;
}

/** Label and value of a group's fields that were not left out, in their order. */
export function payoutFacts(
  group: Group,
  values: { readonly [N in PayoutFieldName]?: string | null | undefined },
): { label: string; value: string }[] {
  return payoutFieldNames.flatMap((name) => {
    const value = fields[name].group === group && displayPayoutField(name, values[name]);
    return value ? [{ label: fields[name].label, value }] : [];
  });
}

export const payoutFieldInputs = mapPayoutFields((name) => fields[name].input) as Part<"input">;
export const payoutFieldAnswers = mapPayoutFields((name) => fields[name].answer) as Part<"answer">;
export const payoutFieldSamples = mapPayoutFields((name) => fields[name].sample) as Part<"sample">;
