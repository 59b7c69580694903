import type { Catalogue } from "./language.ts";
import { language } from "./locale.ts";

// An English page loads nothing for it.
const hindi = language === "hi" ? await import("@rokad/contract/hindi-answers") : undefined;

/**
 * A text of the API or the contract in the page's language. What has no translation, such as what a
 * person wrote, stays as it is.
 */
export function translateText(text: string): string {
  return hindi ? hindi.translate(text) : text;
}

/** An answer of the API with its sentences in the page's language. */
export function translateAnswer<Answer>(answer: Answer): Answer {
  return hindi ? hindi.translateAnswer(answer) : answer;
}

/** Adds translations of answers that only super admins get. */
export function addAnswers(more: Catalogue): void {
  hindi?.addAnswers(more);
}
