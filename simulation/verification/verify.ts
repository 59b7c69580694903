import { findForbidden, textsOf } from "../../scripts/forbidden-in-logs.ts";
import type { InvariantResult, Records } from "../records.ts";
import { findDeadlocks } from "./find-deadlocks.ts";
import { verifyAccounts, verifyBalances } from "./verify-balances.ts";
import { verifyBanks } from "./verify-banks.ts";
import { verifyBooks } from "./verify-books.ts";
import { verifyClientRecords } from "./verify-client-records.ts";
import { verifyMoneyBack } from "./verify-money-back.ts";
import { verifyReceived, verifyTakenBack } from "./verify-received.ts";

export const processInvariants = {
  finished: "all payouts, webhooks and jobs have finished",
  anomalies: "no process crashed, and no response was a server error",
  deadlocks: "no transaction was ended by a deadlock, also none that was repeated",
  logs: "no log contains a mobile number, a code, an account number or a key",
} as const;

/** Checks every invariant on the records. */
export async function verify(records: Records): Promise<InvariantResult[]> {
  return [
    ...(await verifyBooks(records.db)),
    ...(await verifyBanks(records, { isBackup: false })),
    ...(await verifyMoneyBack(records, { isBackup: false })),
    await verifyReceived(records),
    await verifyAccounts(records),
    ...(await verifyBalances(records)),
    await verifyTakenBack(records),
    ...(await verifyClientRecords(records)),
    {
      invariant: processInvariants.finished,
      checked: "payouts, webhooks, background jobs",
      violations: records.unfinished,
    },
    {
      invariant: processInvariants.anomalies,
      checked: "4 processes and every response",
      violations: [...records.processAnomalies, ...records.clients.anomalies],
    },
    {
      invariant: processInvariants.deadlocks,
      checked: `${records.databaseLog.split("\n").length} lines of PostgreSQL's log`,
      violations: findDeadlocks(records.databaseLog),
    },
    {
      invariant: processInvariants.logs,
      checked: `${records.logs.length} lines`,
      violations: findPersonalData(records.logs),
    },
  ];
}

/**
 * Checks a restored backup. It must be consistent and contain everything acknowledged before its
 * time; payouts may be in progress.
 */
export async function verifyBackup(
  records: Records,
  committedAt: number,
): Promise<InvariantResult[]> {
  const results = [
    ...(await verifyBooks(records.db)),
    ...(await verifyBanks(records, { isBackup: true })),
    ...(await verifyMoneyBack(records, { isBackup: true })),
    await verifyReceived(records),
    await verifyAccounts(records),
    ...(await verifyClientRecords(records, committedAt)),
  ];
  return results.map((result) => ({
    ...result,
    invariant: `in the backup, ${result.invariant}`,
  }));
}

function findPersonalData(lines: readonly string[]): string[] {
  const violations = lines.flatMap((line) =>
    textsOf(line).flatMap((text) =>
      findForbidden(text).map((kind) => `${kind}: ${line.slice(0, 300)}`),
    ),
  );
  return [...new Set(violations)];
}
