import { isClockRight } from "./database/clock-check.ts";
import { database } from "./database/db.ts";
import { logFailure } from "./database/log-failure.ts";
import type { Config } from "./kernel/config.ts";
import { jobHandlers } from "./job-handlers.ts";
import { disableUnusedKeys } from "./identity/api-keys/disable-unused.ts";
import { recordRepeatedRefusals } from "./identity/audit/record-refusal.ts";
import { createDigests } from "./identity/digests/create-digests.ts";
import { sendMessages } from "./identity/outbound/send-messages.ts";
import { applyDueProposals } from "./identity/proposals/apply-due-proposals.ts";
import { expireOldProposals } from "./identity/proposals/expire-proposals.ts";
import { writeCheckpoints } from "./ledger/write-checkpoints.ts";
import { proposalHandlers } from "./proposal-handlers.ts";
import { fetchMissedCredits } from "./money-in/virtual-accounts/fetch-missed-credits.ts";
import { receiveDeliveredCredits } from "./money-in/virtual-accounts/receive-credits.ts";
import {
  bookProviderCharges,
  queueMissedCharges,
} from "./operations/float/book-provider-charges.ts";
import { fetchLateCredits } from "./operations/float/fetch-provider-credits.ts";
import { readProviderBalances } from "./operations/float/read-provider-balances.ts";
import { checkLateReturns } from "./operations/late-returns/check-late-returns.ts";
import { probeProviders } from "./operations/gateway/probe-providers.ts";
import { publishHeads } from "./operations/log-copies/publish-heads.ts";
import { streamAuditLog } from "./operations/log-copies/stream-audit-log.ts";
import { reconcileNightly } from "./operations/reconciliation/reconcile-nightly.ts";
import { verifyNightly } from "./operations/verification/verify-nightly.ts";
import { processWebhooks } from "./operations/webhooks/process-webhooks.ts";
import { receiveUpdates, sendDuePayouts, startPayoutWorker } from "./payouts/send/payout-worker.ts";
import { sendDueAdvices } from "./payouts/advices/send-due-advices.ts";
import { createBatchPayouts } from "./payouts/batches/create-payouts.ts";
import {
  finishBatches,
  pauseUnfundedBatches,
  resumeFundedBatches,
} from "./payouts/batches/finish-batches.ts";
import { expireWaits, remindOfWaits } from "./payouts/funds-queue/expire-waits.ts";
import { fundWaiting } from "./payouts/funds-queue/fund-waiting.ts";
import { returnRequests } from "./payouts/funds-queue/return-requests.ts";
import {
  expireApprovals,
  returnOutdatedApprovals,
} from "./payouts/approval-queue/end-approvals.ts";
import { remindApprovers } from "./payouts/approval-queue/remind-approvers.ts";
import { expireRequests, withdrawOutdatedRequests } from "./payouts/requests/expire-requests.ts";
import { returnStrayHolds } from "./payouts/requests/return-stray-holds.ts";
import { pauseOutdatedSchedules } from "./payouts/schedules/pause-outdated.ts";
import { returnRuns } from "./payouts/schedules/return-runs.ts";
import {
  applyHolidaysToBatches,
  prepareDueBatches,
} from "./payouts/batch-schedules/prepare-batches.ts";
import { applyHolidayLists, runDueSchedules } from "./payouts/schedules/run-schedules.ts";
import { reroutePayouts } from "./payouts/send/reroute-payouts.ts";
import { notifyOverduePayouts } from "./payouts/send/notify-overdue-payouts.ts";
import { writeMeasurements } from "./providers/measurements.ts";
import { configuredProviders } from "./providers/configured-providers.ts";
import { compactAdapterRollups } from "./rollups/compact-adapter-rollups.ts";
import { compactPayoutRollups } from "./rollups/compact-payout-rollups.ts";
import { writeSearchTerms } from "./rollups/search/write-search-terms.ts";
import { watchLowBalances } from "./tenants/events/low-balance.ts";
import { numberEvents } from "./tenants/events/number-events.ts";
import { deliverWebhooks, startWebhookWorker } from "./tenants/webhooks/deliver-webhooks.ts";
import { publishAttempts } from "./tenants/webhooks/store-attempt.ts";
import { notifyFailedExports } from "./tenants/exports/notify-failed-exports.ts";
import { issueDueDocuments } from "./tenants/invoices/issue-due-documents.ts";
import { endSchedulesOfClosed } from "./tenants/closing/end-schedules-of-closed.ts";
import { finishClosings } from "./tenants/closing/finish-closings.ts";
import { startJobs } from "./worker/jobs/start-jobs.ts";
import { startPeriodicTasks, type PeriodicTask } from "./worker/periodic-tasks.ts";
import { startQueueLoop } from "./worker/queue-loop.ts";
import { deleteExpiredRows } from "./worker/retention.ts";
import { onWake } from "./worker/wake-worker.ts";

export interface BackgroundWork {
  /** Lets current work finish and then stops. */
  readonly stop: () => Promise<void>;
  /** When payouts were last polled; undefined before the first time. */
  readonly polledAt: () => Date | undefined;
}

/** Everything that a worker does: payouts and other queues, background jobs, periodic tasks. */
export function startBackgroundWork({
  workerPollMs: pollMs,
  leaseSeconds,
}: Pick<Config, "workerPollMs" | "leaseSeconds">): BackgroundWork {
  const payouts = startPayoutWorker({ pollMs, leaseSeconds });
  const queues = otherQueues().map(({ name, run }) =>
    startQueueLoop({ name, pollMs, subscribe: onWake, work: async () => (await run()) > 0 }),
  );
  const deliveries = startWebhookWorker({ pollMs });
  const stopJobs = startJobs(jobHandlers);
  void queueMissedCharges().catch((error: unknown) =>
    logFailure(error, "Missed provider charges could not be queued"),
  );
  // A wrong clock would end waits, apply guarded changes and issue invoices before their time.
  const stopTasks = startPeriodicTasks(workerTasks, isClockRight);
  return {
    async stop() {
      await Promise.all([
        payouts.stop(),
        deliveries.stop(),
        ...queues.map((queue) => queue.stop()),
        stopJobs(),
      ]);
      // Last, because the final measurements count the calls that were just finished.
      await stopTasks();
    },
    polledAt: payouts.polledAt,
  };
}

/**
 * One round of all queues: sends due payouts, then receives provider updates, credits and webhooks.
 * @returns how many items were worked on; 0 when nothing was due.
 */
export async function runDueWork(options: { leaseSeconds: number }): Promise<number> {
  const sent = await sendDuePayouts(options);
  let received = 0;
  for (const { run } of otherQueues()) received += await run();
  await numberEvents();
  received += await deliverWebhooks();
  return sent + received;
}

interface Queue {
  readonly name: string;
  /** @returns how many items it worked on. */
  readonly run: () => Promise<number>;
}

function otherQueues(): Queue[] {
  return [
    ...configuredProviders().flatMap((provider) => [
      { name: `${provider.name} updates`, run: () => receiveUpdates(provider) },
      { name: `${provider.name} credits`, run: () => receiveDeliveredCredits(provider) },
    ]),
    { name: "webhooks", run: processWebhooks },
    { name: "waiting for funds", run: fundWaiting },
    { name: "batches", run: createBatchPayouts },
    { name: "schedules", run: runDueSchedules },
    { name: "batch schedules", run: prepareDueBatches },
    { name: "digests", run: createDigests },
    { name: "messages", run: sendMessages },
    // Last, so that one round closes an account whose withdrawal it settles.
    { name: "closings", run: finishClosings },
  ];
}

const workerTasks: readonly PeriodicTask[] = [
  { name: "retention", everyMs: 60 * 60_000, run: () => deleteExpiredRows(database()) },
  { name: "unused API keys", everyMs: 60 * 60_000, run: disableUnusedKeys },
  { name: "repeated refusals", everyMs: 10_000, run: recordRepeatedRefusals },
  { name: "measurements", everyMs: 2_000, run: writeMeasurements, atEnd: writeMeasurements },
  { name: "rerouting", everyMs: 2_000, run: reroutePayouts },
  { name: "provider probes", everyMs: 30_000, run: probeProviders },
  { name: "failed exports", everyMs: 5_000, run: notifyFailedExports },
  { name: "rollup compaction", everyMs: 5_000, run: () => compactAdapterRollups(database()) },
  { name: "payout rollups", everyMs: 5 * 60_000, run: () => compactPayoutRollups(database()) },
  { name: "provider balances", everyMs: 60_000, run: readProviderBalances },
  { name: "late provider credits", everyMs: 60 * 60_000, run: fetchLateCredits },
  { name: "provider charges", everyMs: 5_000, run: bookProviderCharges },
  { name: "payment advices", everyMs: 5_000, run: sendDueAdvices },
  { name: "events", everyMs: 250, run: numberEvents },
  { name: "webhook attempts", everyMs: 1_000, run: publishAttempts },
  { name: "low balances", everyMs: 5_000, run: watchLowBalances },
  { name: "search terms", everyMs: 2_000, run: writeSearchTerms },
  { name: "checkpoints", everyMs: 5_000, run: writeCheckpoints },
  { name: "late payouts", everyMs: 60_000, run: notifyOverduePayouts },
  { name: "late returns", everyMs: 60_000, run: checkLateReturns },
  { name: "missed credits", everyMs: 5 * 60_000, run: fetchMissedCredits },
  { name: "due proposals", everyMs: 2_000, run: () => applyDueProposals(proposalHandlers) },
  { name: "expired proposals", everyMs: 10 * 60_000, run: expireOldProposals },
  { name: "expired payment requests", everyMs: 60_000, run: expireRequests },
  { name: "requests of ended accounts", everyMs: 2_000, run: withdrawOutdatedRequests },
  { name: "stray holds of requests", everyMs: 10_000, run: returnStrayHolds },
  { name: "ended waits for funds", everyMs: 2_000, run: expireWaits },
  { name: "requests of ended waits", everyMs: 2_000, run: returnRequests },
  { name: "runs of ended waits", everyMs: 2_000, run: returnRuns },
  { name: "reminders of waits for funds", everyMs: 60_000, run: remindOfWaits },
  { name: "outdated schedules", everyMs: 2_000, run: pauseOutdatedSchedules },
  { name: "schedules of closed businesses", everyMs: 60_000, run: endSchedulesOfClosed },
  { name: "holidays of schedules", everyMs: 60_000, run: applyHolidayLists },
  { name: "holidays of batch schedules", everyMs: 60_000, run: applyHolidaysToBatches },
  { name: "finished batches", everyMs: 2_000, run: finishBatches },
  { name: "funded batches", everyMs: 2_000, run: resumeFundedBatches },
  { name: "unfunded batches", everyMs: 2_000, run: pauseUnfundedBatches },
  { name: "approval reminders", everyMs: 60_000, run: remindApprovers },
  { name: "expired approvals", everyMs: 60_000, run: expireApprovals },
  { name: "outdated approvals", everyMs: 60_000, run: returnOutdatedApprovals },
  { name: "audit log stream", everyMs: 2_000, run: streamAuditLog },
  { name: "published heads", everyMs: 60_000, run: publishHeads },
  { name: "nightly verification", everyMs: 10 * 60_000, run: verifyNightly },
  { name: "tax documents", everyMs: 30_000, run: issueDueDocuments },
  { name: "nightly reconciliation", everyMs: 10 * 60_000, run: reconcileNightly },
];
