import type { Claim } from "../claim.ts";
import { sumPaise } from "../paise.ts";
import {
  acceptedOrders,
  openPayouts,
  orderedTotalPaise,
  walletEffects,
} from "../wallet-effects.ts";

export const walletAddsUp: Claim = {
  claim:
    "A wallet is what arrived for it, less its payouts as quoted, plus refunds, adjustments and its debt",
  check: (index) => {
    const effects = Object.values(walletEffects).flatMap((effectsOf) => effectsOf(index));
    const byTenant = Map.groupBy(effects, ({ tenant }) => tenant);
    const balances = index.of("balance").filter(({ isFinal }) => isFinal);
    return {
      checked: `${balances.length} wallets, ${effects.length} movements`,
      violations: balances.flatMap(({ tenant, availablePaise, owedPaise }) => {
        const moved = sumPaise(byTenant.get(tenant) ?? [], ({ paise }) => paise);
        const expected = moved + BigInt(owedPaise);
        const difference = BigInt(availablePaise) - expected;
        return difference === 0n
          ? []
          : [`${tenant} is shown ${availablePaise} paise, ${difference} more than its acts give`];
      }),
    };
  },
};

export const heldIsOpen: Claim = {
  claim: "The amount on hold is the total of the payouts without an outcome",
  check: (index) => {
    const open = openPayouts(index);
    const balances = index.of("balance").filter(({ isFinal }) => isFinal);
    const held = Map.groupBy(
      acceptedOrders(index).filter(({ id }) => open.has(id)),
      ({ order }) => order.tenant,
    );
    return {
      checked: `${balances.length} wallets, ${open.size} open payouts`,
      violations: balances.flatMap(({ tenant, heldPaise }) => {
        const expected = sumPaise(held.get(tenant) ?? [], ({ order }) =>
          orderedTotalPaise(index, order),
        );
        return BigInt(heldPaise) === expected
          ? []
          : [`${tenant} is shown ${heldPaise} paise on hold; its open payouts have ${expected}`];
      }),
    };
  },
};

export const decisionsTookEffect: Claim = {
  claim: "A decision that was confirmed to a reviewer has taken effect",
  check: (index) => {
    const statusOf = new Map<string, string>([
      ...index.finalDeposits.map(({ id, status }) => [id, status] as const),
      ...index.of("suspense").map(({ id, status }) => [id, status] as const),
    ]);
    const decisions = [
      ...index.of("deposit decision").map(({ deposit, outcome }) => ({
        id: deposit,
        expected: outcome === "credited" ? "completed" : "failed",
      })),
      ...index.of("suspense decision").map(({ credit, outcome }) => ({
        id: credit,
        expected: outcome,
      })),
    ];
    return {
      checked: `${decisions.length} decisions`,
      violations: decisions
        .filter(({ id, expected }) => statusOf.get(id) !== expected)
        .map(({ id, expected }) => `${id} was decided as ${expected} and is ${statusOf.get(id)}`),
    };
  },
};
