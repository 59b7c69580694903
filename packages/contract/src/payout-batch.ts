import * as z from "zod/mini";
import { accountCheck } from "./account-check.ts";
import { count, instant, money } from "./call.ts";
import { batchColumns, batchFields } from "./batch-columns.ts";
import {
  batchActs,
  batchFundings,
  batchRowStates,
  batchStates,
  accountChecksStates,
} from "./batch-states.ts";
import { approvingRoles } from "./approval-policies.ts";
import { day, id, idName } from "./fields.ts";
import { contentHash } from "./payment-requests.ts";
import { payoutStatuses } from "./payouts.ts";
import { givenApproval, waitingFor } from "./waiting-for.ts";

/* The shapes of a batch of payouts and of its rows. */

const person = idName;
/** Rows and their amounts, without charges. */
const part = z.object({ count: count(), amount: money });

/**
 * What the batch will do, computed from all its rows before anything moves. Removed rows count only
 * as removed.
 */
const check = z.object({
  rows: count(),
  ready: count(),
  wrong: count(),
  removed: count(),
  repaired: count(),
  /** Ready rows with something to check: lost zeros, an IFSC, one account under two names. */
  warned: count(),
  /** Ready rows whose new account no bank was asked about yet. */
  unchecked: count(),
  /** Ready rows with a different name at the bank, and those of them that nobody confirmed. */
  different_names: count(),
  unconfirmed: count(),
  /** Rows with the account and amount of an earlier row. */
  repeated_in_file: count(),
  /**
   * Rows whose account was paid the same amount in the last 90 days, or will be: by a payout in progress,
   * or by a payment that waits for funds, approval or its turn.
   */
  repeated_before: count(),
  /** Rows whose account was never paid. */
  new_payees: count(),
  amount: money,
  txn_fee: money,
  gst_amount: money,
  total: money,
  /** What the wallet has now. */
  available: money,
  /** What it pays before them: rows of running batches, and what waits for funds. */
  needed_first: money,
  /** What it has after that and all rows; zero if it does not cover them. */
  closing_balance: money,
  /** What the wallet lacks for that and all rows; zero if it covers them. */
  missing_amount: money,
  /** The ready rows that the wallet does not cover, counted in their order. */
  uncovered_rows: count(),
  /** Ready rows for which the approval policy asks approvals. */
  rows_to_approve: count(),
  /** Whether the policy asks approvals for a row, or for the total as for one payout. */
  needs_approval: z.boolean(),
});

/** `total = paid + failed + cancelled + waiting` at every moment. */
const progress = z.object({
  total: part,
  paid: part,
  /** Of `paid`: rows of which the bank returned a part, and these parts. */
  returned: part,
  failed: part,
  cancelled: part,
  /** Without an outcome: no payout yet, or a payout that is not settled. */
  waiting: part,
  /** Rows that became a payout, whatever its outcome. */
  created: part,
});

const approval = z.object({
  submitted_at: instant(),
  steps: z.array(
    z.object({
      approvals: z.int(),
      roles: z.array(z.enum(approvingRoles)),
      people: z.array(person),
      given: z.array(givenApproval),
    }),
  ),
  /** Who can approve it next, such as `Waits for Asha Rao`; null once it runs. */
  waiting_for: z.nullable(z.string()),
  /** The same with the step, the people, and since when. */
  next: z.nullable(waitingFor),
});

export const payoutBatch = z
  .object({
    id,
    file_name: z.string(),
    state: z.enum(batchStates),
    /** Grows with each change of its rows. */
    revision: z.int(),
    /** SHA-256 of all that will be paid; null while a row is wrong or none is left. */
    content_hash: z.nullable(contentHash),
    funding: z.enum(batchFundings),
    /** Whether each beneficiary with an e-mail address gets a payment advice once paid. */
    send_advices: z.boolean(),
    created_at: instant(),
    started_at: z.nullable(instant()),
    ended_at: z.nullable(instant()),
    /** For a program's batch: who answers for its key. */
    maker: person,
    /** The key of the program that made it; null for a person's. */
    api_key: z.nullable(idName),
    started_by: z.nullable(person),
    /** What the policy asked when it was submitted; null for a batch that one person may run. */
    approval: z.nullable(approval),
    /** Who sent it back to be corrected, and why; `by` is null if its time was over; null unless it is a draft that came back. */
    returned: z.nullable(
      z.object({ by: z.nullable(person), reason: z.nullable(z.string()), at: instant() }),
    ),
    /** The batch whose failed rows it retries. */
    parent: z.nullable(z.object({ id, file_name: z.string() })),
    /** The schedule that prepared it, and for which day. */
    schedule: z.nullable(z.object({ id, due_on: day })),
    rows: count(),
    amount: money,
    /** Null for a draft. */
    progress: z.nullable(progress),
    /** Why it creates no payouts now: an error code, or `PAUSED` until a person resumes it. */
    pause: z.nullable(z.object({ code: z.string(), message: z.string(), at: instant() })),
    cancel_reason: z.nullable(z.string()),
    /** What the caller can do with it now. */
    can: z.array(z.enum(batchActs)),
  })
  .register(z.globalRegistry, { id: "PayoutBatch" });
export type PayoutBatch = z.output<typeof payoutBatch>;

export const payoutBatchDetail = z
  .extend(payoutBatch, {
    /** The columns that were read from the file. */
    columns: batchColumns,
    /** Null unless it is a draft or waits for approval. */
    check: z.nullable(check),
    /** How far the checks of new accounts are; null unless it is a draft or waits for approval. */
    account_checks: z.nullable(
      z.object({
        state: z.enum(accountChecksStates),
        /** Why they stopped; null otherwise. */
        reason: z.nullable(z.string()),
        /** Ready rows with an account that is not checked. */
        left: count(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "PayoutBatchDetail" });
export type PayoutBatchDetail = z.output<typeof payoutBatchDetail>;

/** A row's cells as text; a field that is left out is empty. */
export const batchRowFields = z.partialRecord(z.enum(batchFields), z.optional(z.string()));
export type BatchRowFields = z.output<typeof batchRowFields>;

export const batchRow = z
  .object({
    /** The line in the file, from 1. */
    number: z.int(),
    state: z.enum(batchRowStates),
    /** As read and repaired, or as corrected. Account numbers are masked for a super admin. */
    fields: batchRowFields,
    /** Null for a row that is wrong. */
    method: z.nullable(z.enum(["upi", "imps"])),
    /** Why this method, of a row with an account and a UPI ID; null otherwise. */
    method_reason: z.nullable(z.string()),
    amount: z.nullable(money),
    txn_fee: z.nullable(money),
    gst_amount: z.nullable(money),
    /** Why it can't be paid, and the fields to correct. */
    problem: z.nullable(z.string()),
    problem_fields: z.array(z.enum(batchFields)),
    /** What was corrected in it, such as `Amount without ₹ and commas`. */
    repairs: z.array(z.string()),
    /** The cells that were corrected, as the file has them. */
    written: batchRowFields,
    /** What to check: repeats, lost zeros, an IFSC, a name that differs from the saved one. */
    warnings: z.array(z.string()),
    is_new_payee: z.boolean(),
    /** Whether its account is to be checked with the bank before the batch is paid. */
    is_unchecked: z.boolean(),
    /** The bank's answer about a new account; null for a known one, and before the check. */
    account_check: z.nullable(accountCheck),
    /** Who pays under the entered name although the bank has another one. */
    name_confirmed: z.nullable(z.object({ by: person, at: instant() })),
    beneficiary: z.nullable(z.object({ id, destination_id: id })),
    /** Its payout, or null. */
    payout: z.nullable(
      z.object({
        id,
        reference_id: z.string(),
        status: z.enum(payoutStatuses),
        utr_number: z.nullable(z.string()),
      }),
    ),
    /** Why it failed or was cancelled; null otherwise. */
    failure_reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "BatchRow" });
export type BatchRow = z.output<typeof batchRow>;
