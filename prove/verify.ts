import { foundIn, textsOf } from "../scripts/forbidden-in-logs.ts";
import type { Evidence, Finding } from "./evidence.ts";
import { verifyBanks } from "./verify-banks.ts";
import { verifyBooks } from "./verify-books.ts";
import { verifyJournal } from "./verify-journal.ts";
import { verifyReceived } from "./verify-received.ts";

export const processRules = {
  rest: "everything came to rest",
  asked: "no process did what nobody asked of it",
  logs: "no log tells a mobile number, a code, an account or a key",
} as const;

/** Every invariant, each with what was looked at and what does not hold. */
export async function verify(evidence: Evidence): Promise<Finding[]> {
  return [
    ...(await verifyBooks(evidence.db)),
    ...(await verifyBanks(evidence, { isEarlier: false })),
    await verifyReceived(evidence),
    ...(await verifyJournal(evidence)),
    {
      invariant: processRules.rest,
      checked: "payouts, webhooks, background jobs",
      faults: evidence.open,
    },
    {
      invariant: processRules.asked,
      checked: "4 processes and every answer",
      faults: [...evidence.surprises, ...evidence.journal.surprises],
    },
    {
      invariant: processRules.logs,
      checked: `${evidence.logs.length} lines`,
      faults: faultsOfLogs(evidence.logs),
    },
  ];
}

/**
 * The same for a copy that was made earlier: all that it says must hold, and all that was
 * acknowledged by then is in it. Payouts may have been under way.
 */
export async function verifyCopy(evidence: Evidence, madeAt: number): Promise<Finding[]> {
  const findings = [
    ...(await verifyBooks(evidence.db)),
    ...(await verifyBanks(evidence, { isEarlier: true })),
    await verifyReceived(evidence),
    ...(await verifyJournal(evidence, madeAt)),
  ];
  return findings.map((finding) => ({
    ...finding,
    invariant: `in the backup, ${finding.invariant}`,
  }));
}

function faultsOfLogs(lines: readonly string[]): string[] {
  const told = lines.flatMap((line) =>
    textsOf(line).flatMap((text) => foundIn(text).map((what) => `${what}: ${line.slice(0, 300)}`)),
  );
  return [...new Set(told)];
}
