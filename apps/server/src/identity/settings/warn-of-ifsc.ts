import { findBank } from "./find-bank.ts";

/**
 * Banks that merged into another one, whose IFSC codes the other bank replaced.
 * Source: the amalgamations of 1 April 2019 and 1 April 2020, the State Bank of India's acquisitions of
 * 1 April 2017, and the Reserve Bank's press releases on ING Vysya Bank (2015) and Lakshmi Vilas Bank
 * (2020).
 */
const mergedInto: Readonly<Record<string, string>> = {
  ALLA: "Indian Bank",
  ANDB: "Union Bank of India",
  BKDN: "Bank of Baroda",
  BMBL: "State Bank of India",
  CORP: "Union Bank of India",
  LAVB: "DBS Bank India",
  ORBC: "Punjab National Bank",
  SBBJ: "State Bank of India",
  SBHY: "State Bank of India",
  SBMY: "State Bank of India",
  SBTR: "State Bank of India",
  STBP: "State Bank of India",
  SYNB: "Canara Bank",
  UTBI: "Punjab National Bank",
  VIJB: "Bank of Baroda",
  VYSA: "Kotak Mahindra Bank",
};

/** What looks wrong with an IFSC that may still be right, as a sentence; undefined for nothing. */
export function warnOfIfsc(ifsc: string): string | undefined {
  const bank = findBank(ifsc);
  if (!bank) return undefined;
  const successor = mergedInto[ifsc.slice(0, 4)];
  if (successor !== undefined)
    return `${bank.bank_name} is now ${successor}. Ask for the new IFSC.`;
  return bank.known ? undefined : `${ifsc} is not in our list of branches. Check the IFSC.`;
}
