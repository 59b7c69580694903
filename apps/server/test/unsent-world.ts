import { assertLeased } from "../src/kernel/outbound-call.ts";
import { NotAcceptedError } from "../src/kernel/outbound-errors.ts";
import { leasePayouts, slotsInEveryQueue } from "../src/payouts/send/lease-payouts.ts";
import { sendPayout } from "../src/payouts/send/send-payout.ts";
import { clearProviderStatuses } from "../src/payouts/provider-status.ts";
import type { Provider } from "../src/providers/provider.ts";
import { adapterOf, useProviders } from "../src/providers/configured-providers.ts";
import { Payer } from "./payer.ts";
import { openPayoutWorld, upiOrder } from "./payout-world.ts";

export type UnsentWorld = Awaited<ReturnType<typeof openUnsentWorld>>;

/** A payout of ₹1,000 with fee and GST, in paise. */
export const totalPaise = 1_000_00 + 5_90;

/** The payout world with a provider that lists what it got, and can refuse connections. */
export async function openUnsentWorld() {
  const world = await openPayoutWorld();
  const bank = adapterOf("primary");
  const sent: string[] = [];
  let isUnreachable = false;
  const watched: Provider = {
    ...bank,
    async send(transfer) {
      // As each adapter does, right before the request.
      assertLeased(transfer);
      if (isUnreachable) throw new NotAcceptedError("It could not be reached");
      sent.push(transfer.reference);
      return bank.send(transfer);
    },
  };
  useProviders({ primary: watched, alternative: watched });
  const boss = await world.superAdmin();

  let passedMs = 0;
  return {
    ...world,
    boss,
    pass(ms: number): void {
      passedMs += ms;
      world.pass(ms);
    },
    /** Before each test: the clock as at the start, so that no access token expires. */
    reset(): void {
      world.pass(-passedMs);
      passedMs = 0;
      sent.length = 0;
      isUnreachable = false;
      clearProviderStatuses();
    },
    /** The references that the provider received, repeats included. */
    sent,
    setUnreachable(value: boolean): void {
      isUnreachable = value;
      clearProviderStatuses();
    },
    /** A tenant who may use both providers, with ₹1,00,000. */
    async payerOfBoth(): Promise<Payer & { readonly id: string }> {
      const { id, mobile, token } = await world.operator({
        wallet: "₹1,00,000",
        allowedProviders: ["primary", "alternative"],
      });
      return Object.assign(new Payer(world.app, mobile, token), { id });
    },
    /** Pays ₹1,000; no worker has seen the payout yet. */
    async create(payer: Payer, upiId = "asha@okhdfc"): Promise<{ id: string; reference: string }> {
      const { body } = await payer.pay(upiOrder(upiId));
      return { id: body.data.id, reference: body.data.reference_id };
    },
    /** Leases everything that is due, and stops before the call, like a frozen worker. */
    lease: (leaseSeconds = 30) => leasePayouts(slotsInEveryQueue(200), leaseSeconds),
    send: sendPayout,
  };
}
