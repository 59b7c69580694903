import { logFailure } from "../../database/log-failure.ts";
import { continueTrace } from "../../kernel/tracing.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { leasePayouts, sendQueues, type LeasedPayout, type SendQueue } from "./lease-payouts.ts";
import { sendPayout } from "./send-payout.ts";

/**
 * The slots of one queue: payouts that are with their provider at a time. A leased payout never waits
 * for a slot, and for seconds at most for a provider that takes only so many calls a second, so its
 * lease can't expire before it is sent.
 */
export const inFlightMax = 200;
const secondsOfCallsMax = 3;

/** The slots with these providers. */
function slotsMax(): number {
  const rates = configuredProviders().map(({ callsPerSecond = Infinity }) => callsPerSecond);
  return Math.min(inFlightMax, secondsOfCallsMax * Math.min(...rates));
}

/** Payouts of one lease at most: while the first half is settled, the second is sent. */
const leaseAtMost = () => Math.ceil(slotsMax() / 2);
/** Free slots that a full queue waits for: leasing one payout costs as much as leasing many. */
const leaseAtLeast = () => Math.ceil(slotsMax() / 4);

interface OpenQueue extends SendQueue {
  readonly inFlight: Set<Promise<void>>;
  /** The last lease filled its slots, so more may be due. */
  hasMore: boolean;
}

interface Options {
  readonly leaseSeconds: number;
  /** Called when a full queue has enough free slots for a lease. */
  readonly onFreeSlots: () => void;
}

/**
 * Leases due payouts and sends them, queue by queue. The next lease starts while earlier payouts
 * are with their provider, and a slow call blocks only its own slot.
 */
export function openSendQueues({ leaseSeconds, onFreeSlots }: Options) {
  const queues: OpenQueue[] = sendQueues.map((queue) => ({
    ...queue,
    inFlight: new Set(),
    hasMore: false,
  }));

  /**
   * Leases due payouts and starts to send them, without waiting for the result.
   * @param lastSlotToo whether a full queue leases even for its last free slot.
   * @returns whether more may be due that has a slot.
   */
  async function lease({ lastSlotToo }: { lastSlotToo: boolean }): Promise<boolean> {
    const leastOf = (queue: OpenQueue) => (queue.hasMore && !lastSlotToo ? leaseAtLeast() : 1);
    const slots = queues
      .filter((queue) => freeSlotsOf(queue) >= leastOf(queue))
      .map((queue) => ({ queue, atMost: Math.min(freeSlotsOf(queue), leaseAtMost()) }));
    if (slots.length === 0) return false;
    const payouts = await leasePayouts(
      slots.map(({ queue, atMost }) => ({ ...queue, atMost })),
      leaseSeconds,
    );
    for (const { queue, atMost } of slots) {
      const ofQueue = payouts.filter((payout) => isIn(queue, payout));
      queue.hasMore = ofQueue.length === atMost;
      for (const payout of ofQueue) start(queue, payout);
    }
    return queues.some(isWorthLeasing);
  }

  function start(queue: OpenQueue, payout: LeasedPayout): void {
    const sending = sendOne(payout).finally(() => {
      queue.inFlight.delete(sending);
      if (isWorthLeasing(queue)) onFreeSlots();
    });
    queue.inFlight.add(sending);
  }

  return {
    lease,
    /** Resolves when no leased payout is with its provider any more. */
    async finish(): Promise<void> {
      await Promise.all(queues.flatMap((queue) => [...queue.inFlight]));
    },
  };
}

function isWorthLeasing(queue: OpenQueue): boolean {
  return queue.hasMore && freeSlotsOf(queue) >= leaseAtLeast();
}

function freeSlotsOf({ inFlight }: OpenQueue): number {
  return slotsMax() - inFlight.size;
}

function isIn({ provider, status }: SendQueue, payout: LeasedPayout): boolean {
  return payout.provider === provider && payout.isNew === (status === "pending");
}

/** Sends one payout. An unexpected error is logged; the payout is due again after its lease. */
export async function sendOne(payout: LeasedPayout): Promise<void> {
  const { id, isNew, provider, attempts, traceParent } = payout;
  const attributes = { "rokad.payout": id, "rokad.rail": provider, "rokad.lease": attempts };
  try {
    await continueTrace(traceParent, isNew ? "send payout" : "check payout", { attributes }, () =>
      sendPayout(payout),
    );
  } catch (error) {
    logFailure(error, "Sending a payout failed; it is retried", { payout: id });
  }
}
