/**
 * Shows both ends of a long reference. References begin with cell and date, so the first half alone
 * does not identify one. A 12-digit UTR stays complete.
 */
export function shortReference(reference: string): string {
  return reference.length > 14 ? `${reference.slice(0, 8)}…${reference.slice(-4)}` : reference;
}
