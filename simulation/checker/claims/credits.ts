import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import { transferKey } from "../utr.ts";

const isCredited = ({ status }: ObservationOf<"deposit">) => status === "completed";

export const creditedOnce: Claim = {
  claim:
    "Each transfer to us is credited to one wallet at most, in any spelling of its UTR, to the paisa",
  check: ({ finalDeposits, receipts }) => {
    const credited = Map.groupBy(finalDeposits.filter(isCredited), ({ utr }) => transferKey(utr));
    return {
      checked: `${credited.size} credits, ${receipts.size} transfers`,
      violations: [...credited].flatMap(([key, deposits]) => {
        const [receipt, other] = receipts.get(key) ?? [];
        if (deposits.length > 1)
          return [`the transfer ${key} is credited ${deposits.length} times`];
        if (!receipt) return [`${key} is credited, and no bank received it`];
        if (other) return [`two banks received the UTR ${key}`];
        const [deposit] = deposits;
        return deposit?.paise === receipt.paise
          ? []
          : [`${key} is credited with ${deposit?.paise} paise; the bank received ${receipt.paise}`];
      }),
    };
  },
};

export const virtualCreditsAreKnown: Claim = {
  claim: "Money on a virtual account is in one wallet, or super admins are shown it in suspense",
  check: (index) => {
    const arrived = index.of("bank receipt").filter(({ isVirtual }) => isVirtual);
    const credited = new Set(
      index.finalDeposits.filter(isCredited).map(({ utr }) => transferKey(utr)),
    );
    const suspended = Map.groupBy(index.of("suspense"), ({ utr }) => transferKey(utr ?? ""));
    return {
      checked: `${arrived.length} transfers, ${index.of("suspense").length} in suspense`,
      violations: arrived.flatMap(({ bank, utr, paise }) => {
        const key = transferKey(utr);
        const shown = suspended.get(key) ?? [];
        const isInWallet = credited.has(key);
        const name = `${utr} at ${bank}`;
        if (shown.some((one) => one.paise !== paise))
          return [`${name} has ${paise} paise; suspense shows another amount`];
        const isOpen = shown.some(({ status }) => status === "pending" || status === "returned");
        if (isInWallet && isOpen) return [`${name} is in a wallet and in suspense`];
        if (isInWallet || isOpen) return [];
        return [`${name} is neither in a wallet nor in suspense`];
      }),
    };
  },
};

export const takenBackIsShown: Claim = {
  claim: "A credit whose transfer the bank took back is shown to super admins as a contradiction",
  check: (index) => {
    const shown = new Set(index.of("contradiction").map(({ deposit }) => deposit));
    const imported = index.of("bank reversal").filter(({ isImported }) => isImported);
    return {
      checked: `${imported.length} transfers taken back, ${shown.size} contradictions`,
      violations: imported.flatMap((reversal) => [
        ...unshownCredits(index, reversal, shown),
        ...wrongAmount(index, reversal),
      ]),
    };
  },
};

function unshownCredits(
  { finalDeposits }: ObservationIndex,
  { utr }: ObservationOf<"bank reversal">,
  shown: ReadonlySet<string>,
): string[] {
  return finalDeposits
    .filter((deposit) => isCredited(deposit) && transferKey(deposit.utr) === transferKey(utr))
    .filter(({ id }) => !shown.has(id))
    .map(({ tenant }) => `${utr} was taken back, stays credited to ${tenant} and is not shown`);
}

function wrongAmount(
  { receipts }: ObservationIndex,
  { bank, utr, paise }: ObservationOf<"bank reversal">,
): string[] {
  const [receipt] = receipts.get(transferKey(utr)) ?? [];
  return receipt?.paise === paise ? [] : [`${bank} took back ${utr} without having received it`];
}
