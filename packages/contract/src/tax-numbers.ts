/** A PAN: its fourth letter is the kind of holder, such as P for a person and C for a company. */
export const panPattern = /^[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]$/;

const gstinPattern =
  /^(?:0[1-9]|[12][0-9]|3[0-8]|97)[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * True for a GSTIN in capitals: state code (01 to 38, or 97), PAN, number of the registration, `Z`, check character.
 * The check character is that of the GST network: the values of the first 14, every second one
 * doubled, in base 36, their digits added, to the next multiple of 36.
 */
export function isGstin(value: string): boolean {
  return gstinPattern.test(value) && gstinCheckCharacter(value.slice(0, 14)) === value[14];
}

/** The 15th character for the first 14. */
export function gstinCheckCharacter(first14: string): string {
  const sum = [...first14].reduce((total, character, at) => {
    const product = digits.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return digits[(36 - (sum % 36)) % 36] ?? "";
}

/** The code of the state or union territory in which a GSTIN is registered. */
export function stateCodeOfGstin(gstin: string): string {
  return gstin.trim().slice(0, 2);
}

/** The PAN that a GSTIN contains. */
export function panOfGstin(gstin: string): string {
  return gstin.trim().toUpperCase().slice(2, 12);
}
