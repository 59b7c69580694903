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
