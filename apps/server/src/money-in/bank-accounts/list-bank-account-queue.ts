import type { BankAccountQueue, ReviewedBankAccount } from "@rokad/contract/bank-account-reviews";
import { selectChecks, type CheckRow } from "../../payouts/account-checks/check-queries.ts";
import { database } from "../../database/db.ts";
import { pageOf } from "../../kernel/page.ts";
import { findBank } from "../../identity/settings/find-bank.ts";
import { asDecidedBankAccount } from "./bank-account.ts";
import { selectReviewFacts, type ReviewFacts } from "./review-facts.ts";
import {
  countForReview,
  selectForReview,
  countDecidedToday,
  countPending,
  type LockedBankAccount,
  type ReviewFilter,
} from "./review-queries.ts";
import { warningsOf } from "./review-warnings.ts";

/** A page of the review queue: six statements for any number of rows. */
export async function listBankAccountQueue(filter: ReviewFilter) {
  const db = database();
  const [rows, total, pending, today] = await Promise.all([
    selectForReview(db, filter),
    countForReview(db, filter),
    countPending(db),
    countDecidedToday(db),
  ]);
  const [facts, checks] = await Promise.all([
    selectReviewFacts(db, rows),
    selectChecks(
      db,
      rows.map((row) => row.account_check_id),
    ),
  ]);
  const summary: BankAccountQueue = {
    waiting: Number(pending.count),
    oldest_waiting_at: pending.oldest_at?.toISOString() ?? null,
    approved_today: Number(today.approved),
    rejected_today: Number(today.rejected),
  };
  return {
    data: rows.map((row) =>
      asReviewedBankAccount(row, facts.get(row.id), checks.get(row.account_check_id ?? "")),
    ),
    pagination: pageOf(filter, total),
    total: Number(total),
    summary,
  };
}

function asReviewedBankAccount(
  row: LockedBankAccount,
  facts: ReviewFacts | undefined,
  check: CheckRow | undefined,
): ReviewedBankAccount {
  if (!facts) throw new Error(`Bank account ${row.id} has no review facts`);
  const bank = findBank(row.ifsc_code);
  const decided = asDecidedBankAccount(row, check);
  return {
    ...decided,
    decided_by: row.reviewer_name,
    review_note: row.review_note,
    revoked: row.revoked_at && { by: row.revoker_name, at: row.revoked_at.toISOString() },
    ifsc_bank: bank?.bank_name ?? null,
    warnings: row.status === "pending" ? warningsOf(row, bank, facts, decided.account_check) : [],
  };
}
