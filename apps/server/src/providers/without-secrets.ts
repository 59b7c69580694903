const charsMax = 200;

/**
 * An error's text as it may be kept and shown: without e-mail addresses and UPI ids, without
 * numbers long enough to be an account's or a mobile's, and without anything that could be a key.
 */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(/[\w.+-]+@[\w.-]+/g, "…")
    .replaceAll(/\b(?=\w*\d)[\w-]{16,}\b/g, "…")
    .replaceAll(/\d[\d\s-]{4,}\d/g, "…")
    .replaceAll(/\s+/g, " ")
    .slice(0, charsMax);
}
