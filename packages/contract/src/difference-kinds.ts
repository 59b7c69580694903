/** How our books and a provider's record can differ: about one transfer, or the balance. */
export const differenceKinds = [
  "missing_here",
  "missing_there",
  "doubled",
  "amount",
  "status",
  "utr",
  "charge",
  "balance",
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export const differenceKindLabels: Readonly<Record<DifferenceKind, string>> = {
  missing_here: "Missing here",
  missing_there: "Missing there",
  doubled: "Paid twice",
  amount: "Amount differs",
  status: "Status differs",
  utr: "UTR differs",
  charge: "Charge differs",
  balance: "Balance off",
};
