import type { PayoutStatus } from "@rokad/contract/payouts";
import type { FundsFilter } from "@rokad/contract/waiting-for-funds";
import { getFundsQueue } from "@rokad/contract/funds-queue";
import { getPayout, listPayouts } from "@rokad/contract/payouts";
import { expect } from "vitest";
import { database } from "../src/database/db.ts";
import { expireWaits, remindOfWaits } from "../src/payouts/funds-queue/expire-waits.ts";
import { fundWaiting } from "../src/payouts/funds-queue/fund-waiting.ts";
import { returnRequests } from "../src/payouts/funds-queue/return-requests.ts";
import { verifyFundsQueue } from "../src/payouts/funds-queue/verify-funds-queue.ts";
import { openApprovalWorld } from "./approval-world.ts";
import { impsOrder } from "./forms.ts";
import type { SignedIn } from "./signed-in.ts";

export type FundsWorld = Awaited<ReturnType<typeof openFundsWorld>>;

/** Of each payout, in paise, with the default fee. */
export const charges = 590;

/** The world of approvals with businesses whose payouts wait for funds. */
export async function openFundsWorld() {
  const world = await openApprovalWorld();

  async function letWait(owner: SignedIn, hours = 96, isOn = true): Promise<void> {
    const answer = await owner.put("/payouts/funds-queue", { is_on: isOn, wait_hours: hours });
    if (answer.status !== 200) throw new Error(answer.text);
  }

  const list = async (
    by: SignedIn,
    status: "all" | PayoutStatus | FundsFilter = "waiting_for_funds",
  ) => (await by.ask(listPayouts, { query: { status, limit: 100 } })).data;

  return {
    ...world,
    letWait,
    list,

    /** A business whose payouts wait for funds. */
    async waitingOwner(wallet = "₹1,000"): Promise<SignedIn> {
      const owner = await world.operator({ wallet });
      await letWait(owner);
      return owner;
    },
    /** Sends a payout of rupees to an account of its own. @returns its id and whether it waits. */
    async send(by: SignedIn, amount: number, change: object = {}) {
      const order = impsOrder({ amount, account_number: world.newAccountNumber(), ...change });
      const { status, body, text } = await by.pay(order);
      if (status !== 201) throw new Error(text);
      return body.data as { id: string; reference_id: string; waits_for_funds: boolean };
    },
    payout: async (by: SignedIn, id: string) => (await by.ask(getPayout, { params: { id } })).data,
    queue: async (by: SignedIn) => (await by.ask(getFundsQueue, {})).data,
    /** Amounts in rupees of what waits, in the order in which it is funded. */
    waiting: async (by: SignedIn) => (await list(by)).map(({ amount }) => amount.amount / 100),
    cancelWait: (by: SignedIn, id: string, key?: string) =>
      by.post(`/payouts/funds-queue/${id}/cancel`, {}, { key }),
    fundWaiting,
    expireWaits,
    remindOfWaits,
    returnRequests,

    /** Compares books, approvals and the queue with each other. */
    async checkFunds(): Promise<void> {
      expect(await verifyFundsQueue(database())).toEqual([]);
      await world.check();
    },
  };
}
