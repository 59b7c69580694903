import { brand, type Branding } from "@rokad/contract/brand";

/**
 * The installation's name, texts, links and legal pages: the defaults of the contract's brand.ts,
 * overridden by the super admin's changes, which the server embeds in the page.
 */
export const branding: Branding = { ...brand, ...readOverrides() };

function readOverrides(): Partial<Branding> {
  // Unit tests import this file without a document.
  if (typeof document === "undefined") return {};
  const block = document.getElementById("branding")?.textContent;
  return block ? (JSON.parse(block) as Partial<Branding>) : {};
}
