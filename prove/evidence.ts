import type { Db } from "../apps/server/src/db.ts";
import type { BankBooks } from "./banks.ts";
import type { Journal } from "./journal.ts";

/** All that is held against one another: our database, and what others know without it. */
export interface Evidence {
  readonly db: Db;
  readonly journal: Journal;
  readonly bank: BankBooks;
  /** What every process printed and logged, line by line. */
  readonly logs: readonly string[];
  /** What did not come to rest. */
  readonly open: readonly string[];
  /** What a process did that nobody asked it to. */
  readonly surprises: readonly string[];
}

/** What a person reads of one invariant. */
export interface Finding {
  readonly invariant: string;
  /** How much of what was held against what. */
  readonly checked: string;
  readonly faults: readonly string[];
}
