/** A job's kind as a title: "verify_books" becomes "Verify books". */
export function formatJobName(kind: string): string {
  const words = kind.replaceAll(/[_.-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
