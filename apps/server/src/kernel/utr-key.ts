/**
 * What banks and apps write before the 12 digits of an IMPS or UPI reference. The generated columns
 * `utr_key` have the same list; a test compares both.
 */
const railPrefixes = ["IMPS", "UPI", "MMT", "RRN", "UTR", "P2A", "P2M", "P2P"];
const prefixed = new RegExp(`^(?:${railPrefixes.join("|")})+(0*[0-9]{12})$`);

/**
 * The one spelling of a UTR by which transfers are compared: capitals without separators, without
 * the rail's name, and digits without leading zeros. Banks pad the same number to 12, 16 or 22 digits.
 * @param utr a UTR as a person or a bank wrote it.
 */
export function utrKey(utr: string): string {
  const compact = utr
    .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll(/[^A-Z0-9]/g, "");
  const key = compact.replace(prefixed, "$1");
  return /^[0-9]+$/.test(key) ? key.replace(/^0+(?=[0-9])/, "") : key;
}

/** The widths to which banks pad a number with zeros. */
const paddedDigits = [12, 16, 22];

/** Spellings without separators in which a provider may name the transfer with this UTR. */
export function utrSpellings(utr: string): string[] {
  const key = utrKey(utr);
  const compact = utr.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const padded = /^[0-9]+$/.test(key) ? paddedDigits.map((width) => key.padStart(width, "0")) : [];
  return [...new Set([compact, key, ...padded])];
}
