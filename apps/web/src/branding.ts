import { brand, type Branding } from "@rokad/contract/brand";

/**
 * The business's own name, lines, links and legal texts: as the contract's brand.ts has them, and
 * over it what a super admin has changed, which the server puts into the page.
 */
export const branding: Branding = { ...brand, ...changed() };

function changed(): Partial<Branding> {
  // Tests read this file without a page.
  if (typeof document === "undefined") return {};
  const block = document.getElementById("branding")?.textContent;
  return block ? (JSON.parse(block) as Partial<Branding>) : {};
}
