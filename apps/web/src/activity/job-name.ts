/** "verify_books" as people read it: "Verify books". */
export function jobName(kind: string): string {
  const words = kind.replaceAll(/[_.-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
