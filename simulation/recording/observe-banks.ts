import type { BankBooks } from "../banks.ts";
import type { Observation } from "../checker/observations.ts";

/** What the banks did, from their own books. */
export function observeBanks({ transfers, credits, received, balances }: BankBooks): Observation[] {
  return [
    ...transfers.flatMap(
      ({ bank, reference, paise, to, utr, timesPaid, isReturned, chargePaise }) => {
        const payment = {
          kind: "bank payment" as const,
          bank,
          reference,
          paise,
          to,
          utr,
          chargePaise,
        };
        const back = { kind: "bank return" as const, bank, reference, paise, chargePaise };
        return [...Array.from({ length: timesPaid }, () => payment), ...(isReturned ? [back] : [])];
      },
    ),
    ...credits.map(({ bank, utr, paise }) => ({
      kind: "bank receipt" as const,
      bank,
      utr,
      paise,
      isVirtual: true,
    })),
    ...received.map(({ utr, paise }) => ({
      kind: "bank receipt" as const,
      bank: "receiving bank",
      utr,
      paise,
      isVirtual: false,
    })),
    ...balances.map((balance) => ({ kind: "bank balance" as const, ...balance })),
  ];
}
