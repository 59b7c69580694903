import type { PayoutOrder } from "@rokad/contract/payout-form";

interface Beneficiary {
  readonly order: PayoutOrder;
  /** Null for a UPI ID, which does not show the bank. */
  readonly bank: string | null;
}

const banks = [
  ["HDFC0000001", "HDFC Bank"],
  ["ICIC0000002", "ICICI Bank"],
  ["SBIN0000300", "State Bank of India"],
  ["UTIB0000004", "Axis Bank"],
  ["KKBK0000005", "Kotak Mahindra Bank"],
  ["PUNB0000600", "Punjab National Bank"],
  ["BARB0FORTXX", "Bank of Baroda"],
] as const;

const suffixes = ["okhdfc", "okicici", "ybl", "paytm"] as const;

/** 300 beneficiaries of seeded payouts; seven of ten have a bank account. */
export const beneficiaries: readonly Beneficiary[] = Array.from({ length: 300 }, (_, at) => {
  const person = {
    beneficiary_name: `Beneficiary ${at + 1}`,
    beneficiary_email: `beneficiary${at + 1}@example.com`,
    beneficiary_phone: String(9_800_000_000 + at),
    beneficiary_address: `${at + 1} Market Road, Pune 411001`,
    amount: 100,
  };
  const [ifsc, bank] = banks[at % banks.length] ?? banks[0];
  return at % 10 < 7
    ? {
        order: {
          ...person,
          method: "imps",
          account_number: String(50_100_000_000_000 + at * 7_919),
          ifsc_code: ifsc,
        },
        bank,
      }
    : {
        order: {
          ...person,
          method: "upi",
          upi_id: `payee${at + 1}@${suffixes[at % suffixes.length]}`,
        },
        bank: null,
      };
});
