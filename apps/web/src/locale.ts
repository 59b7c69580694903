import type { Language } from "@rokad/contract/language";

// Tests and tools import what formats dates without a browser, where there is no document.
const { document } = globalThis as {
  document?: { readonly documentElement: { readonly lang: string } };
};

/** The page's language, which `boot.js` sets before the first paint. A switch loads the page again. */
export const language: Language = document?.documentElement.lang.startsWith("hi") ? "hi" : "en";

/** The locale of months, weekdays and ages. Figures are the same in both. */
export const locale = language === "hi" ? "hi-IN" : "en-IN";
