import {
  createPaymentAdvice,
  listPaymentAdvices,
  setAdviceSettings,
} from "@rokad/contract/payment-advices";
import { applyProviderUpdates } from "../src/payouts/send/apply-provider-updates.ts";
import { sendDueAdvices } from "../src/payouts/advices/send-due-advices.ts";
import { impsOrder } from "./forms.ts";
import { openMailWorld } from "./mail-world.ts";
import type { SignedIn } from "./signed-in.ts";
import { checkpointAll } from "./tamper.ts";

export type AdviceWorld = Awaited<ReturnType<typeof openAdviceWorld>>;

/** The world of e-mails with businesses whose payment advices are on. */
export async function openAdviceWorld() {
  const world = await openMailWorld();
  let emails = 0;
  let returns = 0;
  const newEmail = () => `payee${(emails += 1)}@example.com`;

  async function pay(owner: SignedIn, change: object = {}) {
    const account_number = world.newAccountNumber();
    const order = {
      ...impsOrder({ amount: 1_500.25, account_number }),
      beneficiary_email: newEmail(),
      ...change,
    };
    const { status, body, text } = await owner.pay(order);
    if (status !== 201) throw new Error(text);
    return { ...order, account_number, ...(body.data as { id: string; reference_id: string }) };
  }

  return {
    ...world,
    newEmail,
    pay,
    async newOwner(name = "Sharma Traders"): Promise<SignedIn> {
      const owner = await world.operator({ name, wallet: "₹1,00,000" });
      await owner.ask(setAdviceSettings, { body: { is_on: true } });
      return owner;
    },
    async paid(owner: SignedIn, change: object = {}) {
      const payout = await pay(owner, change);
      await world.settle();
      return payout;
    },
    /** What workers do with advices, after a checkpoint over everything. */
    async follow(workers = 1): Promise<void> {
      await checkpointAll();
      await Promise.all(
        Array.from({ length: workers }, () => sendDueAdvices(new AbortController().signal)),
      );
      await world.work();
    },
    advicesOf: async (owner: SignedIn, id: string) =>
      (await owner.ask(listPaymentAdvices, { params: { id } })).data,
    newLink: async (owner: SignedIn, id: string): Promise<string> =>
      (await owner.ask(createPaymentAdvice, { params: { id }, body: {} })).data.link ?? "",
    /** The page of a link, from a network address. */
    open: (link: string, from = "198.51.100.7") => {
      const { pathname, search } = new URL(link);
      return world.app.inject({ url: pathname + search, remoteAddress: from });
    },
    /** The bank sends back so many paise. */
    sendBack: (reference: string, paise: bigint) =>
      applyProviderUpdates([
        {
          reference,
          adapter: "sandbox",
          state: "reversed",
          amountPaise: paise,
          returnReference: `advice-return-${(returns += 1)}`,
          reason: "Account closed",
        },
      ]),
  };
}
