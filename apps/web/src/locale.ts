import type { Language } from "@rokad/contract/language";

// Tests and tools import what formats dates without a browser, where there is no document.
const { document } = globalThis as {
  document?: { readonly documentElement: { readonly lang: string } };
};

/** Where a person's choice on this device is stored. boot.js reads it before the first paint. */
export const languageKey = "language";
/** Where a tab stores a choice that the account of its person does not have yet. */
export const unsavedLanguageKey = "unsaved_language";

/** The page's language, which `boot.js` sets before the first paint. A switch loads the page again. */
export const language: Language = document?.documentElement.lang.startsWith("hi") ? "hi" : "en";

/** The locale of months, weekdays and ages. Figures are the same in both. */
export const locale = language === "hi" ? "hi-IN" : "en-IN";
