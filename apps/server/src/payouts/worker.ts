import { now } from "../clock.ts";
import type { Notice, Provider } from "../providers/provider.ts";
import type { IncomingCredit } from "../providers/virtual-accounts.ts";
import { everyProvider } from "../providers/rails.ts";
import { receiveCredits } from "../virtual-accounts/receive-credits.ts";
import { workOffWebhooks } from "../webhooks/work-off-webhooks.ts";
import { claimPayouts, inEveryLane } from "./claim-payouts.ts";
import { inFlightMax, openLanes, sendOne } from "./lanes.ts";
import { recordReports } from "./record-reports.ts";
import { startLoop } from "./work-loop.ts";

interface Worker {
  /** Lets what is under way end and then stops. */
  readonly stop: () => Promise<void>;
  /** When it looked last for payouts that are due; undefined before the first time. */
  readonly workedAt: () => Date | undefined;
}

interface WorkerOptions {
  readonly pollMs: number;
  /** How long a claim lasts: longer than any provider call may take. */
  readonly claimSeconds: number;
}

/**
 * Works until stopped: at once when a payout is accepted, otherwise every `pollMs`. Payouts, each
 * provider's notices and the webhooks go at their own pace, so that none waits for another.
 */
export function startWorker({ pollMs, claimSeconds }: WorkerOptions): Worker {
  let workedAt: Date | undefined;
  const lanes = openLanes({ claimSeconds, onPlaces: () => payouts.wake() });
  const payouts = startLoop({
    pollMs,
    work: async (why) => {
      const hasMore = await lanes.claim({ takesFew: why === "poll" });
      workedAt = now();
      return hasMore;
    },
  });
  const others = [
    ...everyProvider().map((provider) => () => takeNotices(provider)),
    workOffWebhooks,
  ].map((work) => startLoop({ pollMs, work: async () => (await work()) > 0 }));

  return {
    async stop() {
      await Promise.all([payouts, ...others].map((loop) => loop.stop()));
      await lanes.finish();
    },
    workedAt: () => workedAt,
  };
}

/**
 * One round of everything that is due now, to its end: claim and send, then take the notices that
 * providers have for us, and work off what they told our webhooks.
 * @returns how many payouts and notices were worked on; 0 when nothing was due.
 */
export async function workOnce({ claimSeconds }: { claimSeconds: number }): Promise<number> {
  const payouts = await claimPayouts(inEveryLane(inFlightMax), claimSeconds);
  await Promise.all(payouts.map(sendOne));
  let notices = 0;
  for (const provider of everyProvider()) notices += await takeNotices(provider);
  return payouts.length + notices + (await workOffWebhooks());
}

/** @returns how many notices and credits there were. */
async function takeNotices(provider: Provider): Promise<number> {
  const receive = async (told: readonly Notice[]) => {
    await recordReports(told.map((notice) => ({ ...notice, adapter: provider.name })));
  };
  const notices = (await provider.deliverNotices?.(receive)) ?? 0;
  const take = (credits: readonly IncomingCredit[]) => receiveCredits(provider.name, credits);
  return notices + ((await provider.virtualAccounts?.deliverCredits?.(take)) ?? 0);
}
