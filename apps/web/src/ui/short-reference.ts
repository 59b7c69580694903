/** Both ends of a reference: they begin with the day, so the first half alone tells none apart. */
export function shortReference(reference: string): string {
  return reference.length > 14 ? `${reference.slice(0, 8)}…${reference.slice(-4)}` : reference;
}
