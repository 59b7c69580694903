import { getBalance } from "@rokad/contract/wallet";
import { startClosing } from "@rokad/contract/closings";
import { count } from "./client-records.ts";
import { advanceClosing, closingTenant, leavingTenant, reopen } from "./events/close-account.ts";
import { withdrawExactly } from "./events/withdraw.ts";
import type { Person } from "./person.ts";
import type { SimulatedTenant, World } from "./world.ts";

/** Below what a provider takes. */
const remainderPaise = 40;

/**
 * Closes two accounts, step by step with the rounds in which everything finishes. One gets money back
 * after its closing and is opened again, so that its client reads all of it at the end. The other is
 * left with a remainder below one rupee.
 * @returns a function that takes the next step and says what is still missing.
 */
export function finishClosings(
  world: World,
  onReopened: (tenantId: string) => Promise<void>,
): () => Promise<string[]> {
  const [tenant, leaving] = [closingTenant(world), leavingTenant(world)];
  let stage: "closing" | "returned" | "open again" = "closing";
  let hasLeft = false;
  const advance = async () => {
    if (stage === "closing") {
      const isClosed = await advanceClosing(world, tenant);
      if (isClosed && returnLastPayout(world, tenant)) stage = "returned";
    } else if (stage === "returned" && (await reopen(world, tenant))) {
      await onReopened(tenant.id);
      stage = "open again";
    }
  };
  return async () => {
    await Promise.all([
      advance(),
      hasLeft || leave(world, leaving).then((isReady) => (hasLeft = isReady)),
    ]);
    return [
      ...(stage === "open again" ? [] : [`an account is ${stage}`]),
      ...(hasLeft ? [] : ["an account has more than its remainder"]),
    ];
  };
}

/** Lets the bank send back what the last payout of a closing paid. @returns whether it did. */
function returnLastPayout({ banks, clients }: World, { id, account }: SimulatedTenant): boolean {
  const references = clients.payouts
    .filter(({ tenant, to }) => tenant === id && typeof to !== "string")
    .flatMap(({ acknowledgements }) => acknowledgements.map(({ reference }) => reference));
  const payment = references
    .map((reference) => banks.paymentOf(reference))
    .findLast((one) => one?.outcome === "paid" && one.to === account.number);
  if (!payment) return false;
  banks.returnPart(payment.bank, payment.reference, payment.paise - payment.returnedPaise);
  count(clients, "payouts of closed accounts returned");
  return true;
}

/** @returns whether nothing but the remainder is left, and the closing has started. */
async function leave(world: World, tenant: SimulatedTenant): Promise<boolean> {
  const balance = await tenant.call(getBalance, {});
  if (!balance.ok) return false;
  const { main_balance: available, held_balance: held } = balance.body.data;
  if (held.amount > 0) return false;
  if (available.amount !== remainderPaise) {
    await withdrawExactly(world, tenant, available.amount - remainderPaise);
    return false;
  }
  const [meera] = world.admins as [Person];
  const input = { params: { id: tenant.id }, body: { reason: "The owner retires" } };
  const { ok, lostBefore } = await meera.call(startClosing, input);
  return ok || lostBefore;
}
