import { findBank } from "../../identity/settings/find-bank.ts";

interface Transfer {
  readonly utr_reference: string;
  readonly amount_paise: bigint;
  /** The sending account's. */
  readonly ifsc_code: string;
  readonly bank_name: string;
}

/** RBI and NPCI limits: RTGS has a minimum amount, IMPS a maximum. */
const rtgsPaiseMin = 2_00_000_00n;
const impsPaiseMax = 5_00_000_00n;

/**
 * A warning about an unusual UTR; undefined for none. Usual formats: IMPS and UPI 12 digits; NEFT 16
 * characters that begin with the sending bank's four letters; RTGS 22 characters: those letters, R,
 * a channel, the date and 8 digits. Banks deviate from them, so it never rejects a deposit.
 */
export function utrWarning(transfer: Transfer): string | undefined {
  const { utr_reference: utr, amount_paise: paise } = transfer;
  if (utr.length === 12) {
    if (!/^\d+$/.test(utr))
      return "12 characters mean IMPS or UPI, whose references have only digits";
    if (paise > impsPaiseMax) return "12 digits mean IMPS or UPI, which transfer at most ₹5,00,000";
    return undefined;
  }
  if (utr.length === 16) return neft.test(utr) ? otherBank(transfer) : unusualFormat(16, "NEFT");
  if (utr.length === 22) {
    if (!rtgs.test(utr)) return unusualFormat(22, "RTGS");
    if (paise < rtgsPaiseMin) return "22 characters mean RTGS, which starts at ₹2,00,000";
    return otherBank(transfer);
  }
  return `A UTR has 12 digits (IMPS, UPI), 16 characters (NEFT) or 22 (RTGS); this one has ${utr.length}`;
}

/** Some banks' NEFT references are one letter and 15 digits. */
const neft = /^(?:[A-Z]{4}[A-Z0-9]{12}|[A-Z]\d{15})$/;
const rtgs = /^[A-Z]{4}R[A-Z0-9]\d{16}$/;

const unusualFormat = (length: number, system: string) =>
  `${length} characters mean ${system}, but this UTR does not have the ${system} format`;

/** A sub-member bank may send under its own four letters or under its sponsor bank's. */
function otherBank({ utr_reference: utr, ifsc_code, bank_name }: Transfer): string | undefined {
  const letters = /^[A-Z]{4}/.exec(utr)?.[0];
  if (letters === undefined) return undefined;
  const own = [ifsc_code.slice(0, 4), findBank(ifsc_code)?.bank_code];
  if (own.includes(letters)) return undefined;
  const named = findBank(`${letters}0000001`)?.bank_name;
  const begins = named === undefined ? letters : `${letters} (${named})`;
  return `The UTR begins with ${begins}, but the account is with ${bank_name} (${ifsc_code.slice(0, 4)})`;
}
