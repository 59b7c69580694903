import { findBank } from "../platform/find-bank.ts";

interface Transfer {
  readonly utr_reference: string;
  readonly amount_paise: bigint;
  /** Of the account that it came from. */
  readonly ifsc_code: string;
  readonly bank_name: string;
}

/** RTGS carries nothing smaller, IMPS nothing larger. */
const rtgsPaiseMin = 2_00_000_00n;
const impsPaiseMax = 5_00_000_00n;

/**
 * What is odd about a UTR, as a sentence; undefined for nothing. Banks hold to the shapes loosely
 * (IMPS and UPI 12 digits; NEFT 16 characters that begin with the sending bank's four letters; RTGS
 * 22: the same, R, a channel, the day and 8 digits), so it is a reason to look, not to refuse.
 */
export function utrDoubt(transfer: Transfer): string | undefined {
  const { utr_reference: utr, amount_paise: paise } = transfer;
  if (utr.length === 12) {
    if (!/^\d+$/.test(utr))
      return "12 characters are IMPS or UPI, whose references have only digits";
    if (paise > impsPaiseMax) return "12 digits are IMPS or UPI, which carry at most ₹5,00,000";
    return undefined;
  }
  if (utr.length === 16)
    return neft.test(utr) ? otherBank(transfer) : oddly("16 characters are NEFT");
  if (utr.length === 22) {
    if (!rtgs.test(utr)) return oddly("22 characters are RTGS");
    if (paise < rtgsPaiseMin) return "22 characters are RTGS, which begins at ₹2,00,000";
    return otherBank(transfer);
  }
  return `A UTR has 12 digits (IMPS, UPI), 16 characters (NEFT) or 22 (RTGS); this one has ${utr.length}`;
}

/** Some banks' NEFT references begin with one letter and go on in digits. */
const neft = /^(?:[A-Z]{4}[A-Z0-9]{12}|[A-Z]\d{15})$/;
const rtgs = /^[A-Z]{4}R[A-Z0-9]\d{16}$/;

const oddly = (rail: string) => `${rail}, but this one is not built as their references are`;

/** A small bank on a larger one's IFSC may send under its own letters or under the larger one's. */
function otherBank({ utr_reference: utr, ifsc_code, bank_name }: Transfer): string | undefined {
  const letters = /^[A-Z]{4}/.exec(utr)?.[0];
  if (letters === undefined) return undefined;
  const own = [ifsc_code.slice(0, 4), findBank(ifsc_code)?.bank_code];
  if (own.includes(letters)) return undefined;
  const named = findBank(`${letters}0000001`)?.bank_name;
  const begins = named === undefined ? letters : `${letters} (${named})`;
  return `The UTR begins with ${begins}, but the account is with ${bank_name} (${ifsc_code.slice(0, 4)})`;
}
