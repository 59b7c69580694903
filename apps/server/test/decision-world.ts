import * as calls from "@rokad/contract/payout-outcomes";
import { clearProviderStatuses } from "../src/payouts/provider-status.ts";
import { type Provider } from "../src/providers/provider.ts";
import { NotAcceptedError } from "../src/kernel/outbound-errors.ts";
import { adapterOf, useProviders } from "../src/providers/configured-providers.ts";
import { Payer } from "./payer.ts";
import { openPayoutWorld, upiOrder } from "./payout-world.ts";
import type { SignedIn } from "./signed-in.ts";

export const hours = 60 * 60_000;

const evidence = "Asked the bank by telephone on 24 November; Ms Rao found no debit in its books";
export const failed = {
  outcome: "failed" as const,
  reason: "The bank has no record of it",
  evidence,
};
export const paid = {
  outcome: "paid" as const,
  utr: "432112345678",
  reason: "The bank paid it",
  evidence,
};

export type DecisionWorld = Awaited<ReturnType<typeof openDecisionWorld>>;

/** The payout world with two super admins, and a provider whose settings can go missing. */
export async function openDecisionWorld() {
  const world = await openPayoutWorld();
  const bank = adapterOf("primary");
  const sent: string[] = [];
  let missing: readonly string[] = [];
  const watched: Provider = {
    ...bank,
    missingSettings: async () => missing,
    async send(transfer) {
      sent.push(transfer.reference);
      if (missing.length > 0) throw new NotAcceptedError("It could not be reached");
      return bank.send(transfer);
    },
  };
  useProviders({ primary: watched, alternative: watched });
  const mobiles = {
    meera: (await world.superAdmin()).mobile,
    ravi: (await world.newSuperAdmin("Ravi Menon")).mobile,
    payer: (await world.payer("₹50,000")).mobile,
  };

  /** Signs everyone in again, because tests move the clock past the life of an access token. */
  async function people() {
    const { token } = await world.signIn(mobiles.payer);
    return {
      meera: await world.signIn(mobiles.meera),
      ravi: await world.signIn(mobiles.ravi),
      payer: new Payer(world.app, mobiles.payer, token),
    };
  }
  return {
    ...world,
    bank,
    /** The references that the provider received, repeats included. */
    sent,
    people,
    /** A payout that was sent and has had no outcome since. */
    async stuckPayout({ waitMs = 73 * hours, to = "pending@upi" } = {}) {
      const { payer } = await people();
      const before = await payer.balance();
      const { id, reference_id: reference } = (await payer.pay(upiOrder(to))).body.data;
      await world.work();
      world.pass(waitMs);
      return { id: id as string, reference: reference as string, before, ...(await people()) };
    },
    /** Sets the provider's missing settings; without arguments it is configured again. */
    setMissingSettings(...names: string[]): void {
      missing = names;
      clearProviderStatuses();
    },
    async propose(person: SignedIn, id: string, body: typeof failed | typeof paid) {
      return (await person.ask(calls.proposeOutcome, { params: { id }, body })).data.decision_id;
    },
    confirm: (person: SignedIn, decision: string) =>
      person.post(`/super-admin/payout-decisions/${decision}/confirm`),
    /** Moves the clock past every lease, so that no worker can still be sending. */
    waitOutLease: () => world.pass(41_000),
    shown: async (person: SignedIn, id: string) =>
      (await person.ask(calls.getPayoutOutcome, { params: { id } })).data,
  };
}
