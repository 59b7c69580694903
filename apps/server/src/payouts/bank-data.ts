/* What is known of the accounts of India's banks, by the first four letters of an IFSC. */

/**
 * Banks that merged into another one, whose IFSC codes the other bank replaced.
 * Source: the amalgamations of 1 April 2019 and 1 April 2020, the State Bank of India's acquisitions of
 * 1 April 2017, and the Reserve Bank's press releases on ING Vysya Bank (2015) and Lakshmi Vilas Bank
 * (2020).
 */
export const mergedInto: Readonly<Record<string, string>> = {
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

/**
 * The digits that a bank's account numbers have at least. A bank that also keeps shorter numbers of
 * the banks that it took over has the shorter length; a bank without a usual length is left out.
 * Source: the banks' own pages on where an account number is printed, as collected at
 * https://banksforyou.com/bank-account-number-digits/ and https://bankutils.xyz.
 */
export const accountDigitsMin: Readonly<Record<string, number>> = {
  BARB: 14,
  BKID: 15,
  CBIN: 10,
  CNRB: 13,
  FDRL: 14,
  HDFC: 14,
  ICIC: 12,
  IDFB: 11,
  INDB: 12,
  IOBA: 15,
  KKBK: 10,
  KVBL: 16,
  MAHB: 11,
  PSIB: 14,
  PUNB: 13,
  SBIN: 11,
  SIBL: 16,
  UBIN: 15,
  UCBA: 14,
  UTIB: 15,
  YESB: 15,
};
