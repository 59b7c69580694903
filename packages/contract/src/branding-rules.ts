import * as z from "zod/mini";
import type { Branding } from "./brand-lines.ts";
import { limits } from "./limits.ts";
import { oneLine, text } from "./form-fields.ts";

/** A text within these limits, with one message for every mistake. */
function textOf(charsMin: number, charsMax: number, isMultiline = false) {
  const sentence = `Enter ${charsMin} to ${charsMax.toLocaleString("en-IN")} characters`;
  return text({
    required: sentence,
    min: [charsMin, sentence],
    max: [charsMax, sentence],
    isMultiline,
  });
}

function list<T extends z.ZodMiniType>(item: T, max: number, sentence: string, min = 1) {
  return z
    .array(item, { error: sentence })
    .check(z.minLength(min, sentence), z.maxLength(max, sentence));
}

const email = z
  .string({ error: "Please enter a valid email address" })
  .check(
    z.trim(),
    z.maxLength(limits.emailCharsMax, "Email must not exceed 100 characters"),
    z.email("Please enter a valid email address"),
  );

const link = z
  .string({ error: "Enter an address that begins with https://" })
  .check(
    z.maxLength(200, "The address must not exceed 200 characters"),
    z.regex(/^https:\/\/[^\s<>"]+$/, "Enter an address that begins with https://"),
    oneLine(),
  );

/** A list of lines, each with several parts. */
function lines<T extends z.core.$ZodLooseShape>(
  parts: T,
  max: number,
  sentence: string,
  min?: number,
) {
  return list(z.strictObject(parts, { error: sentence }), max, sentence, min);
}

const legalText = z.strictObject(
  {
    title: textOf(1, 60),
    updated: textOf(1, 40),
    sections: lines(
      { heading: textOf(1, 80), text: textOf(1, 3_000, true) },
      30,
      "Enter 1 to 30 sections, each under a line that begins with #",
    ),
  },
  { error: "Enter a title, the day of the last change, and the sections" },
);

/** The parts of the branding that a super admin can change, each with its rule. */
export const brandingRules = {
  product_name: textOf(2, 30),
  tagline: textOf(1, 100),
  sign_in_line: textOf(1, 100),
  promise: textOf(1, 100),
  strengths: list(textOf(1, 40), 3, "Enter 1 to 3 lines"),
  claims: lines(
    { figure: textOf(1, 12), words: textOf(1, 40) },
    3,
    "Enter 1 to 3 lines, each a figure, a | and its words",
  ),
  support_email: email,
  credits: lines(
    { label: textOf(1, 40), href: link },
    4,
    "Enter at most 4 lines, each a name, a | and its address",
    0,
  ),
  terms: legalText,
  privacy: legalText,
} as const;

export type BrandingKey = keyof typeof brandingRules;
export const brandingKeys = Object.keys(brandingRules) as BrandingKey[];

export const brandingNames: Readonly<Record<BrandingKey, string>> = {
  product_name: "Product name",
  tagline: "Tagline",
  sign_in_line: "Line on the sign-in page",
  promise: "Headline beside the sign-in",
  strengths: "Strengths",
  claims: "Figures",
  support_email: "Support address",
  credits: "Links in the footer",
  terms: "Terms of Service",
  privacy: "Privacy Policy",
};

/** The field of `Branding` that each setting sets. */
export const brandingFields: Readonly<Record<BrandingKey, keyof Branding>> = {
  product_name: "product",
  tagline: "tagline",
  sign_in_line: "signInLine",
  promise: "promise",
  strengths: "strengths",
  claims: "claims",
  support_email: "supportEmail",
  credits: "credits",
  terms: "terms",
  privacy: "privacy",
};
