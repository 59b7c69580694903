/** Of a one-time code. */
export const codeDigits = 6;

/**
 * The code in what was typed, pasted or filled in: the six digits that stand together in an SMS,
 * else all digits in their order, such as those of "12 34 56", at most six.
 */
export function codeIn(text: string): string {
  const together = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
  return together ?? text.replace(/\D/g, "").slice(0, codeDigits);
}
