/**
 * The digits of a mobile or account number as people write it: with spaces, hyphens or +91. Any other
 * text stays as it is.
 */
export function digitsOf(text: string): string {
  if (!/^\+?[\d -]+$/.test(text)) return text;
  return text.replace(/^\+91/, "").replaceAll(/[ +-]/g, "") || text;
}
