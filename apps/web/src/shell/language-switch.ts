import { language } from "../locale.ts";

/** boot.js reads the same key before the first paint. */
const storageKey = "language";

/** The language that the page is not in, with its own name. */
export const otherLanguage =
  language === "hi"
    ? ({ code: "en", tag: "en-IN", name: "English" } as const)
    : ({ code: "hi", tag: "hi-IN", name: "हिन्दी" } as const);

/** Loads the page again in the other language, and every later page on this device. */
export function switchLanguage(): void {
  localStorage.setItem(storageKey, otherLanguage.code);
  location.reload();
}
