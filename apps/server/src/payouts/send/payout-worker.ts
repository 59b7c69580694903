import { now } from "../../kernel/clock.ts";
import type { Provider } from "../../providers/provider.ts";
import type { TransferUpdate } from "../../providers/transfer.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { startQueueLoop, type QueueLoop } from "../../worker/queue-loop.ts";
import { onWake } from "../../worker/wake-worker.ts";
import { leasePayouts, slotsInEveryQueue } from "./lease-payouts.ts";
import { inFlightMax, openSendQueues, sendOne } from "./send-queues.ts";
import { applyProviderUpdates } from "./apply-provider-updates.ts";

interface PayoutWorker extends Pick<QueueLoop, "stop"> {
  /** When it last polled for due payouts; undefined before the first time. */
  readonly polledAt: () => Date | undefined;
}

interface PayoutWorkerOptions {
  readonly pollMs: number;
  /** Seconds that a lease lasts: longer than any provider call may take. */
  readonly leaseSeconds: number;
}

/** Sends due payouts until stopped: at once when one is accepted, otherwise every `pollMs`. */
export function startPayoutWorker({ pollMs, leaseSeconds }: PayoutWorkerOptions): PayoutWorker {
  let polledAt: Date | undefined;
  const queues = openSendQueues({ leaseSeconds, onFreeSlots: () => loop.wake() });
  const loop = startQueueLoop({
    name: "payouts",
    pollMs,
    subscribe: onWake,
    work: async (why) => {
      const hasMore = await queues.lease({ lastSlotToo: why === "poll" });
      polledAt = now();
      return hasMore;
    },
  });
  return {
    async stop() {
      await loop.stop();
      await queues.finish();
    },
    polledAt: () => polledAt,
  };
}

/**
 * Sends every payout that is due now, and applies the updates that providers deliver themselves.
 * @returns the number of payouts and updates; 0 when nothing was due.
 */
export async function sendDuePayouts({ leaseSeconds }: { leaseSeconds: number }): Promise<number> {
  const payouts = await leasePayouts(slotsInEveryQueue(inFlightMax), leaseSeconds);
  await Promise.all(payouts.map(sendOne));
  let updates = 0;
  for (const provider of configuredProviders()) updates += await receiveUpdates(provider);
  return payouts.length + updates;
}

/**
 * Applies the updates that a provider delivers itself, as the sandbox does.
 * @returns their number.
 */
export async function receiveUpdates(provider: Provider): Promise<number> {
  const apply = async (updates: readonly TransferUpdate[]) => {
    await applyProviderUpdates(updates.map((update) => ({ ...update, adapter: provider.name })));
  };
  return (await provider.deliverUpdates?.(apply)) ?? 0;
}
