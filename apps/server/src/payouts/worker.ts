import { now } from "../clock.ts";
import { log } from "../log.ts";
import type { Notice } from "../providers/provider.ts";
import type { IncomingCredit } from "../providers/virtual-accounts.ts";
import { everyProvider } from "../providers/rails.ts";
import { receiveCredits } from "../virtual-accounts/receive-credits.ts";
import { claimPayouts } from "./claim-payouts.ts";
import { recordReports } from "./record-reports.ts";
import { sendPayout } from "./send-payout.ts";
import { workOffWebhooks } from "../webhooks/work-off-webhooks.ts";
import { onWake } from "./wake-worker.ts";

const claimAtMost = 100;

/**
 * One round of everything that is due now: claim and send, then take the notices that
 * providers have for us, and work off what they told our webhooks.
 * @param claimSeconds how long a claim lasts: longer than any provider call may take.
 * @returns how many payouts and notices were worked on; 0 when nothing was due.
 */
export async function workOnce({ claimSeconds }: { claimSeconds: number }): Promise<number> {
  const payouts = await claimPayouts(claimAtMost, claimSeconds);
  await Promise.all(payouts.map(sendOne));
  let notices = 0;
  for (const provider of everyProvider()) {
    const receive = async (told: readonly Notice[]) => {
      await recordReports(told.map((notice) => ({ ...notice, adapter: provider.name })));
    };
    notices += (await provider.deliverNotices?.(receive)) ?? 0;
    const take = (credits: readonly IncomingCredit[]) => receiveCredits(provider.name, credits);
    notices += (await provider.virtualAccounts?.deliverCredits?.(take)) ?? 0;
  }
  return payouts.length + notices + (await workOffWebhooks());
}

/** One payout's trouble is its own: it is logged, and the claim runs out so that it is retried. */
async function sendOne(payout: Parameters<typeof sendPayout>[0]): Promise<void> {
  try {
    await sendPayout(payout);
  } catch (error) {
    log().error({ err: error, payout: payout.id }, "A payout could not be worked on");
  }
}

interface Worker {
  /** Lets the current round end and then stops. */
  readonly stop: () => Promise<void>;
  /** When a round was finished last; undefined before the first. */
  readonly workedAt: () => Date | undefined;
}

/** Works until stopped: at once when this process accepts a payout, otherwise every `pollMs`. */
export function startWorker(options: { pollMs: number; claimSeconds: number }): Worker {
  let stopping = false;
  let workedAt: Date | undefined;
  let wakeUp = () => {};
  onWake(() => wakeUp());

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, options.pollMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const running = (async () => {
    while (!stopping) {
      // The nearest cause of a failed round is a database that went away: wait and go on.
      const worked = await workOnce(options)
        .then((count) => {
          workedAt = now();
          return count;
        })
        .catch((error: unknown) => {
          log().error({ err: error }, "A round of the worker failed");
          return 0;
        });
      if (worked === 0 && !stopping) await pause();
    }
  })();

  return {
    async stop() {
      stopping = true;
      onWake(undefined);
      wakeUp();
      await running;
    },
    workedAt: () => workedAt,
  };
}
