import { translateText } from "./answers.ts";
import { type Branding, brandLines } from "@rokad/contract/brand-lines";

/**
 * The installation's name, texts and links: the defaults of the contract's brand-lines.ts, overridden
 * by the super admin's changes, which the server embeds in the page. A legal page is there only if it
 * was changed.
 */
export const branding: typeof brandLines & Partial<Branding> = {
  ...brandLines,
  tagline: translateText(brandLines.tagline),
  signInLine: translateText(brandLines.signInLine),
  promise: translateText(brandLines.promise),
  strengths: brandLines.strengths.map(translateText),
  claims: brandLines.claims.map(({ figure, words }) => ({ figure, words: translateText(words) })),
  ...readOverrides(),
};

function readOverrides(): Partial<Branding> {
  // Unit tests import this file without a document.
  if (typeof document === "undefined") return {};
  const block = document.getElementById("branding")?.textContent;
  return block ? (JSON.parse(block) as Partial<Branding>) : {};
}
