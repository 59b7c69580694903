import { changeLanguage } from "@rokad/contract/language";
import { send } from "../api/client.ts";
import { language, languageKey, unsavedLanguageKey } from "../locale.ts";
import { loadInOtherLanguage } from "./language-switch.ts";

let isDone = false;

/**
 * Call it where the page and the person's account have different languages. A choice in this tab, also
 * one before the sign-in, is saved in the account. A device without a choice takes the account's.
 * Once for each page: a choice elsewhere must not load a page again in which something is typed.
 */
export async function syncLanguage(): Promise<void> {
  if (isDone) return;
  isDone = true;
  if (sessionStorage.getItem(unsavedLanguageKey) !== language) {
    if (localStorage.getItem(languageKey) === null) loadInOtherLanguage();
    return;
  }
  try {
    await send(changeLanguage, { body: { language } });
    sessionStorage.removeItem(unsavedLanguageKey);
  } catch {
    // The next page tries again.
  }
}
