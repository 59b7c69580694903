import type { BankBooks } from "../bank-books.ts";
import type { Observation } from "../checker/observations.ts";

/** What the banks did, from their own books. */
export function observeBanks(books: BankBooks): Observation[] {
  const { transfers, credits, chargebacks, received, takenBack, balances, sent } = books;
  const { accountCorrections, corrections } = books;
  return [
    ...transfers.flatMap(
      ({ bank, reference, paise, to, utr, timesPaid, returnedPaise, keptPaise, chargePaise }) => {
        const payment = {
          kind: "bank payment" as const,
          bank,
          reference,
          paise,
          to,
          utr,
          chargePaise,
        };
        const back = {
          kind: "bank return" as const,
          bank,
          reference,
          paise: returnedPaise,
          keptPaise,
          // RazorpayX returns its charge with the last part. Cashfree keeps it: out of the return, or
          // else as it was charged.
          chargePaise: bank === "razorpayx" && returnedPaise === paise ? chargePaise : keptPaise,
        };
        const payments = Array.from({ length: timesPaid }, () => payment);
        return returnedPaise > 0 ? [...payments, back] : payments;
      },
    ),
    ...credits.map(({ bank, utr, paise }) => ({
      kind: "bank receipt" as const,
      bank,
      utr,
      paise,
      isVirtual: true,
      account: null,
    })),
    ...chargebacks.map((chargeback) => ({ kind: "bank chargeback" as const, ...chargeback })),
    ...received.map(({ utr, paise, account }) => ({
      kind: "bank receipt" as const,
      bank: "receiving bank",
      utr,
      paise,
      isVirtual: false,
      account,
    })),
    ...takenBack.map(({ utr, paise, isImported }) => ({
      kind: "bank reversal" as const,
      bank: "receiving bank",
      utr,
      paise,
      isImported,
    })),
    ...sent.map((topUp) => ({ kind: "bank top-up" as const, ...topUp })),
    ...accountCorrections.map((correction) => ({
      kind: "bank correction" as const,
      bank: "receiving bank",
      ...correction,
    })),
    ...corrections.map((correction) => ({
      kind: "bank correction" as const,
      account: null,
      ...correction,
    })),
    ...balances.map((balance) => ({ kind: "bank balance" as const, ...balance })),
  ];
}
