import { createPaymentAdvice, setAdviceSettings } from "@rokad/contract/payment-advices";
import type { ActedOn } from "./approval-rows.ts";
import { impsOrder } from "./forms.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

/** A paid payout of the tenant, or a new advice of it, for each call about advices that takes an id. */
export function adviceRows(
  world: () => World,
  owner: () => SignedIn,
): Readonly<Record<string, () => Promise<ActedOn>>> {
  let paid: string | undefined;
  async function payout(): Promise<ActedOn> {
    if (paid === undefined) {
      await owner().ask(setAdviceSettings, { body: { is_on: true } });
      const account_number = world().newAccountNumber();
      paid = (await owner().pay(impsOrder({ account_number }))).body.data.id;
      await world().work();
      await world().afterSeconds(10, () => world().work());
    }
    return { id: paid };
  }

  return {
    listPaymentAdvices: payout,
    createPaymentAdvice: payout,
    revokePaymentAdvice: async () => {
      const { id } = await payout();
      const { data } = await owner().ask(createPaymentAdvice, { params: { id }, body: {} });
      return { id, params: { advice: data.advice.id } };
    },
  };
}
