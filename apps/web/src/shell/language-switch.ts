import { language, languageKey, unsavedLanguageKey } from "../locale.ts";

/** The language that the page is not in, with its own name. */
export const otherLanguage =
  language === "hi"
    ? ({ code: "en", tag: "en-IN", name: "English" } as const)
    : ({ code: "hi", tag: "hi-IN", name: "हिन्दी" } as const);

/** Loads the page again in the other language, and every later page on this device. */
export function switchLanguage(): void {
  sessionStorage.setItem(unsavedLanguageKey, otherLanguage.code);
  loadInOtherLanguage();
}

export function loadInOtherLanguage(): void {
  localStorage.setItem(languageKey, otherLanguage.code);
  location.reload();
}
