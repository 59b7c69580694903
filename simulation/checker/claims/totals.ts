import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import { netPaidPaise } from "../net-payment.ts";
import type { ObservationOf } from "../observations.ts";
import { sumPaise } from "../paise.ts";
import { transferKey } from "../utr.ts";

type Sums = Readonly<Record<string, bigint>>;

export const allMoneyIsSomewhere: Claim = {
  claim:
    "What banks received, less what left them, is in wallets, in fees and GST, or unclaimed at a bank",
  check: (index) => {
    const atBanks = moneyAtBanks(index);
    const explained = moneyExplained(index);
    const [there, here] = [totalOf(atBanks), totalOf(explained)];
    return {
      checked: describe({ ...atBanks, ...explained }),
      violations:
        there === here
          ? []
          : [`banks hold ${there} paise for us; ${here} are explained: ${there - here} too many`],
    };
  },
};

type BankMovement =
  | "bank receipt"
  | "bank reversal"
  | "bank chargeback"
  | "bank payment"
  | "bank return";

/** What is left at the banks, by their own books. */
function moneyAtBanks(index: ObservationIndex): Sums {
  const sum = (kind: BankMovement) => sumPaise(index.of(kind), ({ paise }) => paise);
  return {
    received: sum("bank receipt"),
    "taken back": -sum("bank reversal") - sum("bank chargeback"),
    "paid out": -sum("bank payment"),
    "came back": sum("bank return"),
  };
}

/** Whose money that is, by what clients and super admins were shown. */
function moneyExplained(index: ObservationIndex): Sums {
  const balances = index.of("balance").filter(({ isFinal }) => isFinal);
  const paid = index.finalPayouts.filter(({ status }) => status === "success");
  const credited = new Set(
    index.finalDeposits
      .filter(({ status }) => status === "completed")
      .map(({ utr }) => transferKey(utr)),
  );
  const isCredited = ({ utr }: { readonly utr: string }) => credited.has(transferKey(utr));
  const unclaimed = index
    .of("bank receipt")
    .filter((receipt) => !receipt.isVirtual && !isCredited(receipt));
  const lost = index.of("bank reversal").filter((reversal) => isCredited(reversal));
  const ofClients = index.posted.filter(({ client }) => client !== null);
  const uncredited = index.of("bank reversal").filter((reversal) => !isCredited(reversal));
  return {
    available: sumPaise(balances, ({ availablePaise }) => availablePaise),
    "on hold": sumPaise(balances, ({ heldPaise }) => heldPaise),
    fees: sumPaise(paid, ({ feePaise }) => feePaise),
    GST: sumPaise(paid, ({ gstPaise }) => gstPaise),
    "given back of these": -sumPaise(paid, ({ returnedChargePaise }) => returnedChargePaise),
    "owed by clients": -sumPaise(balances, ({ owedPaise }) => owedPaise),
    // Credits are at the platform's expense; what debits take belongs to it.
    "taken by adjustments": -sumPaise(ofClients, ({ paise }) => paise),
    "kept by providers of what came back": -sumPaise(
      index.of("bank return"),
      ({ keptPaise }) => keptPaise,
    ),
    // A return is recorded in Rokad and sent by hand at the bank.
    "in suspense or to be returned": sumPaise(
      index.of("suspense").filter(({ status }) => status === "pending" || status === "returned"),
      ({ paise }) => paise,
    ),
    unclaimed:
      sumPaise(unclaimed, ({ paise }) => paise) - sumPaise(uncredited, ({ paise }) => paise),
    "credited and taken back":
      -sumPaise(lost, ({ paise }) => paise) -
      sumPaise(index.of("bank chargeback"), ({ paise }) => paise),
  };
}

const totalOf = (sums: Sums) => sumPaise(Object.values(sums), (paise) => paise);
const describe = (sums: Sums) =>
  Object.entries(sums)
    .map(([name, paise]) => `${name} ${paise}`)
    .join(", ");

export const providersAgree: Claim = {
  claim: "The totals that super admins are shown for each provider are those of its own books",
  check: (index) => {
    const totals = index.of("provider totals");
    return {
      checked: `${totals.length} providers`,
      violations: totals.flatMap((shown) => {
        const paid = paymentsOf(index, shown.bank);
        const paise = sumPaise(paid, (reference) => netPaidPaise(index, reference));
        const isSame = shown.ourCount === paid.length && BigInt(shown.ourPaise) === paise;
        // A provider's list shows a payment as returned from its first part on.
        const whole = paid.filter((reference) => !index.returns.has(reference));
        const wholePaise = sumPaise(whole, (reference) => netPaidPaise(index, reference));
        const areTheirs =
          shown.theirPaise === null ||
          (shown.theirCount === whole.length && BigInt(shown.theirPaise) === wholePaise);
        const books = `${shown.bank} paid ${paid.length} payouts, ${paise} paise`;
        return [
          ...(isSame ? [] : [`${books}; shown: ${shown.ourCount}, ${shown.ourPaise} paise`]),
          ...(areTheirs
            ? []
            : [`${books}; shown as theirs: ${shown.theirCount}, ${shown.theirPaise} paise`]),
        ];
      }),
    };
  },
};

/** The references that a bank paid and that did not come back in full. */
function paymentsOf(index: ObservationIndex, bank: string): string[] {
  return [...index.payments]
    .filter(([, payments]) => payments.some((payment) => payment.bank === bank))
    .map(([reference]) => reference)
    .filter((reference) => netPaidPaise(index, reference) > 0n);
}

export const bankBalancesAddUp: Claim = {
  claim:
    "Each provider's balance fell by what it paid and charged, and rose by what came back and by our top-ups, but for what was corrected",
  check: (index) => {
    const balances = index.of("bank balance");
    return {
      checked: `${balances.length} providers`,
      violations: balances.flatMap(({ bank, openingPaise, closingPaise }) => {
        const costOf = ({ paise, chargePaise }: Movement) => paise + chargePaise;
        const out = sumPaise(ofBank(index.of("bank payment"), bank), costOf);
        const back = sumPaise(ofBank(index.of("bank return"), bank), costOf);
        const ownTopUps = index.of("bank top-up").filter((topUp) => topUp.bank === bank);
        const added = sumPaise(ownTopUps, ({ paise }) => paise);
        const corrections = index.of("bank correction").filter((one) => one.bank === bank);
        const corrected = sumPaise(corrections, ({ paise }) => paise);
        const expected = BigInt(openingPaise) - out + back + added + corrected;
        return BigInt(closingPaise) === expected
          ? []
          : [`${bank} holds ${closingPaise} paise; its payments leave ${expected}`];
      }),
    };
  },
};

type Movement = ObservationOf<"bank payment"> | ObservationOf<"bank return">;

function ofBank(movements: readonly Movement[], bank: string): Movement[] {
  return movements.filter((movement) => movement.bank === bank);
}
