import { limits } from "@rokad/contract/limits";

const wordsMax = 12;

/** A text as names are sorted and searched: in lower case, with single spaces. */
export function normaliseName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, " ");
}

/**
 * What a search compares its text with: each name from each of its words on. "Asha Rao" gives
 * "asha rao" and "rao", so both "ash" and "rao" find it as a prefix.
 */
export function searchTermsOf(names: readonly (string | null)[]): string[] {
  const terms = names.flatMap((name) => {
    const words = name === null ? [] : normaliseName(name).split(" ").filter(Boolean);
    return words.slice(0, wordsMax).map((_, at) => words.slice(at).join(" "));
  });
  return [...new Set(terms)];
}

/** What a person searches for: part of a name, the end of an account number, or a UPI id. */
export type Search =
  | { readonly by: "name"; readonly prefix: string }
  | { readonly by: "end"; readonly digits: string }
  | { readonly by: "upi id"; readonly upiId: string };

/** @returns undefined for an empty text. */
export function readSearch(text: string | undefined): Search | undefined {
  const trimmed = normaliseName(text ?? "");
  if (trimmed === "") return undefined;
  if (trimmed.includes("@")) return { by: "upi id", upiId: trimmed };
  const digits = trimmed.replaceAll(/[ -]/g, "");
  if (/^\d+$/.test(digits) && digits.length >= limits.searchDigitsMin) return { by: "end", digits };
  return { by: "name", prefix: trimmed };
}
