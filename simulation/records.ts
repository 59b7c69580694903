import type { TrialBalance } from "@rokad/contract/books";
import type { Db } from "../apps/server/src/database/db.ts";
import type { BankBooks } from "./bank-books.ts";
import type { ClientRecords } from "./client-records.ts";

/** The independent records that the verification compares. */
export interface Records {
  readonly db: Db;
  readonly clients: ClientRecords;
  readonly banks: BankBooks;
  /** What the Books page showed when everything had finished. */
  readonly trialBalance: TrialBalance;
  /** Every line that a process printed or logged. */
  readonly logs: readonly string[];
  /** PostgreSQL's own log of errors, which also has those that a worker repeated after. */
  readonly databaseLog: string;
  /** Payouts, webhooks and jobs that did not finish. */
  readonly unfinished: readonly string[];
  /** What the processes did without a request: a crash, a stop that took too long. */
  readonly processAnomalies: readonly string[];
}

export interface InvariantResult {
  readonly invariant: string;
  /** What was compared, with counts. */
  readonly checked: string;
  readonly violations: readonly string[];
}
