import type { ReviewOutcome } from "@rokad/contract/reviews";
import {
  approveDeposit,
  approveDeposits,
  rejectDeposits,
  type ReviewedDeposit,
} from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { send } from "../api/client.ts";
import type { Review } from "../common/reviews/review.ts";
import { DepositFacts } from "./deposit-facts.tsx";
import { nameOfDeposit } from "./name-of-deposit.ts";

/** The review of deposits: details, decisions and reasons. @param userId the reviewer. */
export function depositReview(userId: string | undefined): Review<ReviewedDeposit> {
  return {
    one: "deposit",
    many: "deposits",
    nameOf: nameOfDeposit,
    details: (row) => <DepositFacts of={row} />,
    sumOf,
    consequence,
    blocked: (row) =>
      row.approvals_needed === 2 && row.first_approval?.by.id === userId
        ? "You gave the first approval. Another super admin must give the second."
        : undefined,
    reasons: [
      "We did not receive this transfer",
      "The amount differs from the transfer",
      "The transfer came from another account",
    ],
    decide: async (decision) => {
      const { ids } = decision;
      const [only, another] = ids;
      // The bulk call refuses deposits of revoked accounts: each is approved on its own.
      if (
        decision.how === "approve" &&
        decision.warnings.includes(revokedWarning) &&
        only &&
        !another
      )
        return approveRevoked(only, decision.note);
      const { data } =
        decision.how === "approve"
          ? await send(approveDeposits, { body: { ids, note: decision.note } })
          : await send(rejectDeposits, { body: { ids, reason: decision.reason } });
      return data;
    },
  };
}

const revokedWarning = "ACCOUNT_REVOKED";

async function approveRevoked(id: string, note: string | undefined): Promise<ReviewOutcome[]> {
  const body = { note, accept_revoked_account: true };
  const { data, message } = await send(approveDeposit, { params: { id }, body });
  const outcome = data.outcome === "credited" ? "approved" : data.outcome;
  return [{ id, outcome, message, code: null }];
}

function sumOf(rows: readonly ReviewedDeposit[]): string {
  const paise = rows.reduce((sum, { amount }) => sum + amount.amount, 0);
  return formatMoney({ amount: paise, currency: "INR" });
}

function consequence(rows: readonly ReviewedDeposit[]): string {
  const firsts = rows.filter((row) => row.approvals_needed === 2 && !row.first_approval);
  const [only, another] = rows;
  if (only && !another)
    return firsts.length === 1
      ? "This is the first of two approvals: nothing is credited until another super admin approves."
      : `${formatMoney(only.amount)} is credited to the wallet of ${only.tenant.name} immediately.`;
  const isRevoked = (row: ReviewedDeposit) =>
    row.warnings.some(({ code }) => code === revokedWarning);
  const alone = rows.filter(isRevoked).length;
  if (alone > 0)
    return `${alone === 1 ? "1 deposit is" : `${alone} deposits are`} from a revoked bank account and stay waiting: decide each on its own. The others are approved, each separately.`;
  const credited = rows.filter((row) => !firsts.includes(row));
  const sentence = `${sumOf(credited)} is credited to the tenants' wallets immediately, each deposit separately.`;
  if (firsts.length === 0) return sentence;
  const waiting = `${firsts.length} will then wait for a second approval.`;
  return credited.length === 0 ? `Nothing is credited yet: ${waiting}` : `${sentence} ${waiting}`;
}
