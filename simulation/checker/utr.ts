/**
 * One spelling for all spellings of a UTR: capitals, and digits without zeros in front. Banks pad
 * and shorten the same number; the checker compares them by its own rule.
 */
export function transferKey(utr: string): string {
  const compact = utr.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return /^\d+$/.test(compact) ? compact.replace(/^0+/, "") : compact;
}
