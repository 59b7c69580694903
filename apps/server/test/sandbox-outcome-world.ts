import { listEvents } from "@rokad/contract/events";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { getPayout } from "@rokad/contract/payouts";
import type { SandboxOutcome } from "@rokad/contract/sandbox-outcomes";
import { adapterOf } from "../src/providers/configured-providers.ts";
import type { Caller } from "./caller.ts";
import { numberAllEvents } from "./number-all-events.ts";
import { upiOrder } from "./payout-world.ts";
import { openReconciliationWorld } from "./reconciliation-world.ts";
import type { SignedIn } from "./signed-in.ts";

export type SandboxOutcomeWorld = Awaited<ReturnType<typeof openSandboxOutcomeWorld>>;

/** The reconciliation world with one business and its newest payout, whose outcome is chosen. */
export async function openSandboxOutcomeWorld() {
  const world = await openReconciliationWorld();
  let owner: SignedIn;
  let payout: { readonly id: string; readonly reference_id: string };

  const choose = (
    status: string,
    { reason, key, by = owner }: { reason?: string; key?: string; by?: Pick<Caller, "post"> } = {},
  ) =>
    by.post(
      `/sandbox/payouts/${payout.id}/outcome`,
      { status: status as SandboxOutcome, ...(reason !== undefined && { reason }) },
      { key },
    );
  const pay = async (upiId = "asha@okhdfc") => {
    payout = (await owner.pay(upiOrder(upiId) as PayoutForm)).body.data;
  };

  return {
    ...world,
    choose,
    pay,
    owner: () => owner,
    payout: () => payout,

    /** A new business with ₹1,00,000. */
    async startOver(): Promise<void> {
      owner = await world.operator({ wallet: "₹1,00,000" });
    },

    /** Pays a UPI ID whose transfers stay open, until the sandbox has the transfer. */
    async payAndSend(): Promise<void> {
      await pay("pending@upi");
      await world.work();
    },

    async shown() {
      return (await owner.ask(getPayout, { params: { id: payout.id } })).data;
    },

    async eventTypes(): Promise<string[]> {
      await numberAllEvents();
      const { data } = await owner.ask(listEvents, { query: { after: "0", limit: "100" } });
      return data.filter((one) => one.subject_id === payout.id).map(({ type }) => type);
    },

    /** The sandbox's answer to a status check. */
    checkStatus: () => adapterOf("primary").checkStatus(payout.reference_id),

    /** What differs between the sandbox and our books, and inside them. */
    async disagreements() {
      const run = await world.reconcile();
      const differences = await world.differences({ state: "open" });
      return [...(run.state === "clean" ? [] : [run]), ...differences, ...(await world.faults())];
    },
  };
}

/** Status, code and sentence of an error. */
export function errorOf({
  status,
  body: { error },
}: Awaited<ReturnType<SandboxOutcomeWorld["choose"]>>) {
  return [status, error.code, error.message];
}
