import { eventRules, verifyEvents } from "../../tenants/events/verify-events.ts";
import { verifyLog } from "../../identity/audit/verify-log.ts";
import type { Db } from "../../database/db.ts";
import { rollupRules, verifyRollups } from "../../rollups/verify-rollups.ts";
import type { Fault } from "../../ledger/fault.ts";
import { batchRules, verifyBatches } from "../../payouts/batches/verify-batches.ts";
import { queueRules, verifyQueue } from "../../payouts/send/verify-queue.ts";
import { keyRules, verifyKeyOrders } from "../../payouts/by-key/verify-key-orders.ts";
import { fundsQueueRules, verifyFundsQueue } from "../../payouts/funds-queue/verify-funds-queue.ts";
import { scheduleRules, verifySchedules } from "../../payouts/schedules/verify-schedules.ts";
import { approvalRules, verifyApprovals } from "../../payouts/requests/verify-approvals.ts";
import { bookRules, verifyBooks } from "../../ledger/verify.ts";
import { checkpointRules, verifyCheckpoints } from "../../ledger/verify-checkpoints.ts";

/** One part of a verification, with the name that the console shows. */
interface Check {
  readonly name: string;
  /** The rules that it checks; the console shows each, also when it holds. */
  readonly rules: readonly string[];
  find(db: Db): Promise<Finding>;
}

interface Finding {
  readonly faults: readonly Fault[];
  /** How much was checked. */
  readonly note?: string;
  /** The end of a hash chain. A copy kept elsewhere shows later whether the chain was cut. */
  readonly head?: string;
}

const auditRowRule = "every row of the audit log is as it was written";

/**
 * All checks in order, for the button, the nightly run and the command line. They write no new
 * checkpoint first: a checkpoint over tampered rows would hide the fault.
 */
export const checks: readonly Check[] = [
  {
    name: "Books",
    rules: bookRules,
    find: async (db) => ({ faults: await verifyBooks(db) }),
  },
  {
    name: "Approvals",
    rules: approvalRules,
    find: async (db) => ({ faults: await verifyApprovals(db) }),
  },
  {
    name: "Payouts waiting for funds",
    rules: fundsQueueRules,
    find: async (db) => ({ faults: await verifyFundsQueue(db) }),
  },
  {
    name: "Bulk payouts",
    rules: batchRules,
    find: async (db) => ({ faults: await verifyBatches(db) }),
  },
  {
    name: "Payout queue",
    rules: queueRules,
    find: async (db) => ({ faults: await verifyQueue(db) }),
  },
  {
    name: "API keys",
    rules: keyRules,
    find: async (db) => ({ faults: await verifyKeyOrders(db) }),
  },
  {
    name: "Schedules",
    rules: scheduleRules,
    find: async (db) => ({ faults: await verifySchedules(db) }),
  },
  {
    name: "Events",
    rules: eventRules,
    find: async (db) => ({ faults: await verifyEvents(db) }),
  },
  {
    name: "Rollups",
    rules: rollupRules,
    find: async (db) => ({ faults: await verifyRollups(db) }),
  },
  {
    name: "Ledger checkpoints",
    rules: checkpointRules,
    find: async (db) => {
      const { faults, checkpoints, coveredPostings, uncoveredPostings, head } =
        await verifyCheckpoints(db);
      const note = `${coveredPostings} postings in ${checkpoints} checkpoints, without a checkpoint: ${uncoveredPostings}`;
      return { faults, note, head: `${head.seq} ${head.hash}` };
    },
  },
  {
    name: "Audit log",
    rules: [auditRowRule],
    find: async (db) => {
      const { faults, rows, head } = await verifyLog(db);
      return {
        faults: faults.map((where) => ({ rule: auditRowRule, where })),
        note: `${rows} rows`,
        head: `${head.seq} ${head.hash}`,
      };
    },
  },
];
