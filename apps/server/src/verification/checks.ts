import { verifyLog } from "../audit/verify-log.ts";
import type { Db } from "../db.ts";
import { sumRules, verifySums } from "../sums/verify-sums.ts";
import { bookRules, verifyBooks, type Fault } from "../ledger/verify.ts";
import { sealRules, verifySeals } from "../ledger/verify-seals.ts";

/** Something that a verification looks at, under a name for people. */
interface Check {
  readonly name: string;
  /** What it can find wrong; each is shown, also where it holds. */
  readonly rules: readonly string[];
  find(db: Db): Promise<Finding>;
}

interface Finding {
  readonly faults: readonly Fault[];
  /** How much was looked at. */
  readonly note?: string;
  /** Where a chain ends. Whoever notes it elsewhere can tell later whether the chain was cut. */
  readonly head?: string;
}

const everyRowStands = "every row of the audit log is as it was written";

/**
 * In this order; the button, the night and the command line all run them. Nothing is sealed
 * first: what was tampered with must not get a seal by being looked at.
 */
export const checks: readonly Check[] = [
  {
    name: "Books",
    rules: bookRules,
    find: async (db) => ({ faults: await verifyBooks(db) }),
  },
  {
    name: "Sums of histories",
    rules: sumRules,
    find: async (db) => ({ faults: await verifySums(db) }),
  },
  {
    name: "Ledger seals",
    rules: sealRules,
    find: async (db) => {
      const { faults, sealed, seals, unsealed, head } = await verifySeals(db);
      const note = `${sealed} postings under ${seals} seals, not sealed yet: ${unsealed}`;
      return { faults, note, head: `${head.seq} ${head.hash}` };
    },
  },
  {
    name: "Audit log",
    rules: [everyRowStands],
    find: async (db) => {
      const { faults, rows, head } = await verifyLog(db);
      return {
        faults: faults.map((where) => ({ rule: everyRowStands, where })),
        note: `${rows} rows`,
        head: `${head.seq} ${head.hash}`,
      };
    },
  },
];
