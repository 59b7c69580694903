import { cancelWaitingPayout } from "@rokad/contract/funds-queue";
import { listPayouts } from "@rokad/contract/payouts";
import { getBalance } from "@rokad/contract/wallet";
import { randomUUID } from "node:crypto";
import { count } from "../client-records.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { Owner } from "../teams.ts";
import type { World } from "../world.ts";
import { requestAndReviewDeposit } from "./deposit.ts";
import { sendPayout } from "./send-payout.ts";

type WaitEvent = Extract<SimulationEvent, { kind: "payouts beyond the balance" }>;

/** Below what a provider takes at once. */
const atOncePaiseMax = 4_00_000_00;

/**
 * Sends payouts until the wallet does not cover the next one, and two small ones behind it. Then funds
 * arrive, the waiting ones are cancelled, or both at the same time.
 */
export async function payBeyondBalance(world: World, event: WaitEvent): Promise<void> {
  const owner = world.programs[0]?.owner as Owner;
  const tenant = world.tenants.findIndex(({ id }) => id === owner.id);
  const balance = await owner.call(getBalance, {});
  if (!balance.ok) return;
  count(world.clients, `payouts beyond the balance: ${event.variant}`);
  const pay = (paise: number) =>
    sendPayout(world, { kind: "payout", tenant, to: "account", paise, variant: "plain" });
  let left = balance.body.data.main_balance.amount;
  // The last one is beyond the balance; different amounts, as each code is for one.
  for (let number = 0; left >= 0 && number < 12; number += 1) {
    const paise = Math.min(left + event.paise, atOncePaiseMax) - number;
    await pay(paise);
    left -= paise;
  }
  for (const paise of [12_34, 23_45]) await pay(paise + (event.paise % 97));
  const fund = () =>
    requestAndReviewDeposit(world, {
      kind: "deposit",
      tenant,
      paise: event.paise + 500_00,
      review: "approve",
    });
  if (event.variant === "funded") await fund();
  if (event.variant === "cancelled") await cancelWaits(owner);
  if (event.variant === "cancelled or funded") await Promise.all([fund(), cancelWaits(owner)]);
}

/** Cancels what waits for funds of a business. @returns what waited, as far as is known. */
export async function cancelWaits(owner: Owner): Promise<string[]> {
  const query = { status: "waiting_for_funds" as const, page: 1, limit: 100 };
  const listed = await owner.call(listPayouts, { query });
  if (!listed.ok) return [`the payouts of ${owner.id} can't be read: ${listed.code}`];
  for (const { id } of listed.body.data)
    await owner.call(cancelWaitingPayout, { params: { id } }, { key: randomUUID() });
  return listed.body.data.map(({ reference_id: reference }) => `${reference} waits for funds`);
}
