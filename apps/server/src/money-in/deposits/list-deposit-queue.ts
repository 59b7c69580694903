import type { DepositQueue, ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { database } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import type { PageRequest } from "../../rollups/find-page-range.ts";
import { asDecidedDeposit } from "./deposit.ts";
import { idsOfPage, pageDeposits } from "./page-deposits.ts";
import type { DepositFilter } from "./queries.ts";
import {
  selectForReview,
  sumDecidedToday,
  sumPending,
  type LockedDeposit,
} from "./review-queries.ts";
import { selectReviewFacts, type ReviewFacts } from "./review-facts.ts";
import { warningsOf } from "./review-warnings.ts";
import { statementEvidence } from "./statement-evidence.ts";
import { countOf } from "./total-deposits.ts";

/** A page of the review queue: five statements for any number of rows. */
export async function listDepositQueue(filter: DepositFilter & PageRequest) {
  const db = database();
  const [{ rows, totals }, pending, today, settings] = await Promise.all([
    pageDeposits(db, { tenantId: null, filter }, selectForReview(db, idsOfPage)),
    sumPending(db),
    sumDecidedToday(db),
    readSettings(),
  ]);
  const total = countOf(filter, totals);
  const facts = await selectReviewFacts(db, rows);
  const { second_approval_above_paise: limit, bulk_second_approval_above_paise: bulkLimit } =
    settings;
  const summary: DepositQueue = {
    waiting: Number(pending.count),
    waiting_amount: inr(pending.paise),
    half_approved: Number(pending.half_approved),
    oldest_waiting_at: pending.oldest_at?.toISOString() ?? null,
    approved_today: Number(today.approved),
    approved_today_amount: inr(today.approved_paise),
    rejected_today: Number(today.rejected),
    second_approval_above: limit === null ? null : inr(BigInt(limit)),
    bulk_second_approval_above: bulkLimit === null ? null : inr(BigInt(bulkLimit)),
  };
  return {
    data: rows.map((row) => asReviewedDeposit(row, factsOf(facts, row), limit)),
    pagination: pageOf(filter, total),
    total: Number(total),
    summary,
  };
}

function factsOf(facts: ReadonlyMap<string, ReviewFacts>, { id }: LockedDeposit): ReviewFacts {
  const own = facts.get(id);
  if (!own) throw new Error(`Deposit ${id} has no review facts`);
  return own;
}

function asReviewedDeposit(
  row: LockedDeposit,
  facts: ReviewFacts,
  limitPaise: number | null,
): ReviewedDeposit {
  const { last_at, last_paise, last_status } = facts;
  const evidence =
    row.status === "pending" ? statementEvidence(row.amount_paise, facts) : undefined;
  const isLarge = limitPaise !== null && largest(row) > BigInt(limitPaise);
  return {
    ...asDecidedDeposit(row),
    bank_account_id: row.bank_account_id,
    approvals_needed: isLarge || row.first_approval_in_bulk ? 2 : 1,
    statement_amount: evidence && evidence.paise !== row.amount_paise ? inr(evidence.paise) : null,
    statement: evidence
      ? {
          booked_on: evidence.bookedOn,
          amount: inr(evidence.paise),
          verdict: evidence.verdict,
          message: evidence.message,
        }
      : null,
    decided_by: row.reviewer_name,
    review_note: row.review_note,
    earlier: {
      completed: Number(facts.completed),
      failed: Number(facts.failed),
      last:
        last_at === null || last_status === null
          ? null
          : { created_at: last_at.toISOString(), amount: inr(last_paise), status: last_status },
    },
    warnings: row.status === "pending" ? warningsOf(row, facts) : [],
  };
}

/** The larger of the requested amount and the one that a first approver stated. */
function largest({ amount_paise: requested, first_approval_paise: stated }: LockedDeposit): bigint {
  return stated !== null && stated > requested ? stated : requested;
}
