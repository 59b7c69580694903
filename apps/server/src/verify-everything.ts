import { verifyLog, type LogVerdict } from "./audit/verify-log.ts";
import type { Db } from "./db.ts";
import { bookRules, verifyBooks, type Fault } from "./ledger/verify.ts";
import { sealRules, verifySeals, type SealsVerdict } from "./ledger/verify-seals.ts";

const everyRowStands = "every row of the audit log is as it was written";

/** All that can be said of the books and the log, and who says it. */
export interface Verification {
  /** Every rule that was looked at, those that hold included. */
  readonly rules: { readonly rule: string; readonly faults: string[] }[];
  readonly seals: Omit<SealsVerdict, "faults">;
  readonly log: Omit<LogVerdict, "faults">;
}

/**
 * Replays the books, holds the ledger against its seals and walks the audit log's chain. It
 * seals nothing first: what was tampered with must not get a seal by being looked at.
 */
export async function verifyEverything(db: Db): Promise<Verification> {
  const books = await verifyBooks(db);
  const { faults: ofSeals, ...seals } = await verifySeals(db);
  const { faults: ofLog, ...log } = await verifyLog(db);
  const faults: Fault[] = [
    ...books,
    ...ofSeals,
    ...ofLog.map((where) => ({ rule: everyRowStands, where })),
  ];
  return {
    rules: [...bookRules, ...sealRules, everyRowStands].map((rule) => ({
      rule,
      faults: faults.filter((fault) => fault.rule === rule).map(({ where }) => where),
    })),
    seals,
    log,
  };
}
