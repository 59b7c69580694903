const charsMax = 200;

/**
 * An error's text that may be stored and shown. E-mail addresses, UPI ids, numbers as long as an
 * account or mobile number, and possible keys become "…".
 */
export function redactSecrets(text: string): string {
  return text
    .replaceAll(/(?<![\w.+-])[\w.+-]+@[\w.-]+/g, "…")
    .replaceAll(/\b(?=\w*\d)[\w-]{16,}\b/g, "…")
    .replaceAll(/\d[\d\s-]{4,}\d/g, "…")
    .replaceAll(/\s+/g, " ")
    .slice(0, charsMax);
}
