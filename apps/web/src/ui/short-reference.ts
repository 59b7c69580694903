/**
 * Both ends of a long reference: ours and the banks' begin with the day, so the first half alone
 * tells none apart. A 12-digit UTR stays whole.
 */
export function shortReference(reference: string): string {
  return reference.length > 14 ? `${reference.slice(0, 8)}…${reference.slice(-4)}` : reference;
}
