import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import { transferKey } from "../utr.ts";

type Chargeback = ObservationOf<"bank chargeback">;

export const chargebacksAreBooked: Claim = {
  claim:
    "What a provider took back left its client's wallet or suspense once, or a person has to decide it",
  check: (index) => {
    const taken = index.of("bank chargeback");
    const known = new Set(taken.map(({ reference }) => reference));
    const booked = index.posted.filter(({ what }) => what === "chargeback");
    return {
      checked: `${taken.length} chargebacks, ${booked.length} of them debits of a wallet`,
      violations: [
        ...taken.flatMap((chargeback) => faultsOf(index, chargeback)),
        ...booked
          .filter(({ reference }) => !known.has(reference ?? ""))
          .map(({ id }) => `${id} is a chargeback that no provider has`),
      ],
    };
  },
};

function faultsOf(index: ObservationIndex, { bank, reference, utr, paise }: Chargeback): string[] {
  const debits = index.posted.filter(
    (one) => one.what === "chargeback" && one.reference === reference,
  );
  const [debit] = debits;
  const name = `${reference} of ${bank} (${utr})`;
  const deposit = index.finalDeposits.find(
    (one) => one.status === "completed" && transferKey(one.utr) === transferKey(utr),
  );
  if (debits.length > 1) return [`${name} was debited ${debits.length} times`];
  if (debit) {
    if (debit.paise !== -paise)
      return [`${name} took ${paise} paise; ${-debit.paise} were debited`];
    return index.clientOf(debit.client) === deposit?.tenant
      ? []
      : [`${name} was debited from another client than the credited one`];
  }
  const isShown = index.of("shown chargeback").some((one) => one.reference === reference);
  const hasLeftSuspense = index
    .of("suspense")
    .some((one) => transferKey(one.utr ?? "") === transferKey(utr) && one.status === "returned");
  return isShown || (hasLeftSuspense && !deposit)
    ? []
    : [`${name} took ${paise} paise back, and our books keep them`];
}
