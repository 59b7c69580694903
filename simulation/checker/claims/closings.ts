import type { Claim } from "../claim.ts";
import { sumPaise } from "../paise.ts";
import { acceptedOrders } from "../wallet-effects.ts";

export const ownMoneyIsFree: Claim = {
  claim:
    "A withdrawal and the payout of a balance cost nothing and go to an account of their client",
  check: (index) => {
    const numbers = Map.groupBy(index.of("own account"), ({ tenant }) => tenant);
    const ownIds = new Set(index.of("own account").map(({ id }) => id));
    const withdrawals = index
      .of("payout request")
      .flatMap(({ to, answer }) =>
        ownIds.has(to) && "accepted" in answer ? [answer.accepted.id] : [],
      );
    const closing = index.of("closing payout").map(({ id }) => id);
    const ids = new Set([...withdrawals, ...closing]);
    const own = acceptedOrders(index).filter(({ id }) => ids.has(id));
    return {
      checked: `${own.length} payouts to own accounts`,
      violations: own.flatMap(({ id, reference, order }) => {
        const shown = index.finalPayoutById.get(id);
        const charge = (shown?.feePaise ?? 0) + (shown?.gstPaise ?? 0);
        const accounts = new Set((numbers.get(order.tenant) ?? []).map(({ number }) => number));
        const payments = index.payments.get(reference) ?? [];
        return [
          ...(charge === 0 ? [] : [`${reference} of ${order.tenant} cost ${charge} paise`]),
          ...payments
            .filter(({ to }) => !accounts.has(to))
            .map(() => `${reference} of ${order.tenant} was paid to another's account`),
        ];
      }),
    };
  },
};

export const closingsPaidAll: Claim = {
  claim: "A closing pays out the whole balance, and sets aside what its client last had",
  check: (index) => {
    const payouts = new Map(index.of("closing payout").map((one) => [one.id, one.paise]));
    const balances = index.of("balance").filter(({ isFinal }) => isFinal);
    const remainders = index.of("remainder");
    const paidOut = index.of("balance payout");
    return {
      checked: `${paidOut.length} balances paid out, ${remainders.length} remainders`,
      violations: [
        ...paidOut.flatMap(({ client, balancePaise, payouts: ids }) => {
          const paise = sumPaise(ids, (id) => payouts.get(id) ?? 0);
          return paise === BigInt(balancePaise)
            ? []
            : [`${client} had ${balancePaise} paise, and ${paise} were paid out`];
        }),
        ...remainders.flatMap(({ client, paise }) => {
          const last = balances.find(({ tenant }) => tenant === index.clientOf(client));
          return last?.availablePaise === paise && last.heldPaise === 0
            ? []
            : [`${client} had ${last?.availablePaise} paise, and ${paise} were set aside`];
        }),
      ],
    };
  },
};
