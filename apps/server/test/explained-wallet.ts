import type { Input } from "@rokad/contract/call";
import { approveBankAccount } from "@rokad/contract/bank-account-reviews";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { explainFigure, type WalletExplanation } from "@rokad/contract/wallet-explanation";
import * as withdrawals from "@rokad/contract/withdrawals";
import { useClock } from "../src/kernel/clock.ts";
import { adjusting } from "./adjustment-world.ts";
import { outcomes } from "./closing-world.ts";
import { accountForm, impsOrder, upiOrder } from "./forms.ts";
import { openHoldsWorld } from "./holds-world.ts";
import type { SignedIn } from "./signed-in.ts";

type Query = Input<typeof explainFigure>["query"];

/**
 * A wallet in which everything that has a line of its own happened once, in March 2026, and another
 * tenant's wallet.
 */
export async function openExplainedWallet() {
  let time = Date.parse("2026-03-10T06:00:00Z");
  const restoreClock = useClock(() => new Date(time));
  const world = adjusting(await openHoldsWorld());
  const other = await world.operator({ wallet: "₹77,777" });
  await other.pay(impsOrder({ amount: 99 }));
  const team = await world.team({ wallet: "₹20,000" });
  const { owner } = team;

  /** A code goes to a number every half minute. */
  const waitForCode = () => (time += 31_000);

  async function pay(order: PayoutForm) {
    waitForCode();
    const { status, text } = await owner.pay(order);
    if (status !== 201) throw new Error(text);
    await world.work();
  }

  async function withdraw(bank_account: string, amount: number) {
    waitForCode();
    const { mobile } = owner;
    const form = { bank_account, amount };
    await owner.ask(withdrawals.sendWithdrawalOtp, { body: { mobile, withdrawal: form } });
    const code = { mobile, otp: await world.codeFor(mobile) };
    const { data } = await owner.ask(withdrawals.verifyWithdrawalOtp, { body: code });
    const { authorization_token } = data;
    await owner.ask(withdrawals.initiateWithdrawal, { body: { ...form, authorization_token } });
    await world.work();
  }

  /** An approved account whose payments end so. */
  async function accountThat(outcome: keyof typeof outcomes): Promise<string> {
    const [number, ifsc_code] = outcomes[outcome];
    const body = { ...accountForm(number), ifsc_code };
    const { data } = await owner.ask(addBankAccount, { body });
    const boss = await world.superAdmin();
    await boss.ask(approveBankAccount, { params: { id: data._id }, body: {} });
    return data._id;
  }

  await world.fund(owner, 5_000);
  await pay(impsOrder({ amount: 1_000 }));
  await pay(upiOrder("failure@upi", { amount: 500 }));
  await pay(upiOrder("reversed@upi", { amount: 700 }));
  await pay(upiOrder("partial@upi", { amount: 301 }));
  await pay(upiOrder("pending@upi", { amount: 150 }));
  await withdraw(await world.approvedAccount(owner), 2_000);
  await withdraw(await accountThat("failed"), 300);
  await withdraw(await accountThat("pending"), 40);
  await withdraw(await accountThat("partlyReturned"), 10);
  await world.adjust(world.wrongCredit(owner, 250));
  await world.savePolicy(owner, world.oneApprover);
  await world.choose(owner, true);
  await world.submit(team.preparer, 1_000);
  const ended = await world.submit(team.preparer, 200);
  await team.preparer.post(`/payment-requests/${ended.body.data.id}/withdraw`, {});

  const explainTo = async (who: SignedIn, query: Query): Promise<WalletExplanation> =>
    (await who.ask(explainFigure, { query })).data;

  return {
    ...world,
    owner,
    explainTo,
    explained: (query: Query) => explainTo(owner, query),
    thisMonth: { from: "2026-03-01", to: "2026-03-10" },
    /** Kind, count, credit and debit, in rupees. */
    linesOf: ({ lines }: WalletExplanation) =>
      lines.map(({ kind, count, credit, debit }) => [
        kind,
        count,
        credit.amount / 100,
        debit.amount / 100,
      ]),
    async close(): Promise<void> {
      await world.close();
      restoreClock();
    },
  };
}
