import type { Claim } from "../claim.ts";
import { sumPaise } from "../paise.ts";
import { areChargesRefunded } from "../wallet-effects.ts";

export const partsCameBack: Claim = {
  claim: "What a bank sent back of a paid payout is shown to its client, with the charges as set",
  check: (index) => {
    const paid = index.finalPayouts.filter(({ status }) => status === "success");
    const isRefunded = areChargesRefunded(index);
    const kept = index.of("bank return").filter(({ keptPaise }) => keptPaise > 0);
    const partly = paid.filter(({ reference }) => index.returns.has(reference));
    return {
      checked: `${paid.length} paid payouts, ${partly.length} partly returned, ${kept.length} returned less the bank's charge`,
      violations: paid.flatMap((payout) => {
        const back = sumPaise(index.returns.get(payout.reference) ?? [], ({ paise }) => paise);
        const charges = back > 0n && isRefunded ? payout.feePaise + payout.gstPaise : 0;
        const name = `${payout.reference} of ${payout.tenant}`;
        return [
          ...(BigInt(payout.returnedPaise) === back
            ? []
            : [`${name}: banks sent ${back} paise back, shown are ${payout.returnedPaise}`]),
          ...(payout.returnedChargePaise === charges
            ? []
            : [`${name}: charges of ${payout.returnedChargePaise} came back, not ${charges}`]),
        ];
      }),
    };
  },
};
