import {
  approveDeposit,
  approveDeposits,
  rejectDeposits,
  type ReviewedDeposit,
} from "@rokad/contract/deposit-reviews";
import type { ReviewOutcome } from "@rokad/contract/reviews";
import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";
import { ApiError } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import type { Review, StatedArrival } from "../common/reviews/review.ts";
import { toMoney } from "../ui/parse-rupees.ts";
import { arrivalBody, depositArrival, isOtherwise, revokedWarning } from "./arrival-fields.tsx";
import { DepositFacts } from "./deposit-facts.tsx";
import { nameOfDeposit } from "./name-of-deposit.ts";

/**
 * The review of deposits: details, decisions and reasons.
 * @param userId the reviewer.
 * @param batchLimit two people must approve several deposits above it together; null for no limit.
 */
export function depositReview(
  userId: string | undefined,
  batchLimit: Money | null,
): Review<ReviewedDeposit> {
  return {
    one: "deposit",
    many: "deposits",
    nameOf: nameOfDeposit,
    details: (row) => <DepositFacts of={row} />,
    sumOf,
    consequence: (rows, arrival) => consequence(rows, arrival, batchLimit),
    arrival: depositArrival,
    confirmed: ({ statement }) =>
      statement?.verdict === "agrees"
        ? { label: "On statement", message: statement.message }
        : undefined,
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
      const [id, another] = ids;
      if (decision.how === "approve" && id && !another) {
        const { note, arrival } = decision;
        const isRevoked = decision.warnings.includes(revokedWarning);
        if (isRevoked || (arrival && isOtherwise(arrival)))
          return [await approveOne(id, { note, arrival, isRevoked })];
      }
      const { data } =
        decision.how === "approve"
          ? await sendIdempotent(
              approveDeposits,
              { body: { ids, note: decision.note } },
              { keptMs: approvalKeptMs },
            )
          : await send(rejectDeposits, { body: { ids, reason: decision.reason } });
      return data;
    },
  };
}

interface OneApproval {
  note: string | undefined;
  arrival: StatedArrival | undefined;
  /** The reviewer was warned that the bank account was revoked. */
  isRevoked: boolean;
}

/** One approval, with what arrived. A refusal is an outcome, as of several. */
async function approveOne(
  id: string,
  { note, arrival, isRevoked }: OneApproval,
): Promise<ReviewOutcome> {
  const body = {
    note,
    ...(arrival && arrivalBody(arrival)),
    ...(isRevoked && { accept_revoked_account: true }),
  };
  try {
    const { message, data } = await sendIdempotent(
      approveDeposit,
      { params: { id }, body },
      { keptMs: approvalKeptMs },
    );
    const outcome = data.outcome === "credited" ? ("approved" as const) : data.outcome;
    return { id, outcome, message, code: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    return { id, outcome: "refused", message: error.message, code: error.code };
  }
}

/** The stated amount of one deposit, otherwise the sum of the requested ones. */
function sumOf(rows: readonly ReviewedDeposit[], arrival?: StatedArrival): string {
  const stated = arrival?.isOther ? toMoney(arrival.rupees) : undefined;
  if (stated) return formatMoney(stated);
  return formatMoney({ amount: paiseOf(rows), currency: "INR" });
}

function paiseOf(rows: readonly ReviewedDeposit[]): number {
  return rows.reduce((sum, { amount }) => sum + amount.amount, 0);
}

function consequence(
  rows: readonly ReviewedDeposit[],
  arrival: StatedArrival | undefined,
  batchLimit: Money | null,
): string {
  const isLargeBatch = batchLimit !== null && rows.length > 1 && paiseOf(rows) > batchLimit.amount;
  const firsts = rows.filter(
    (row) => (isLargeBatch || row.approvals_needed === 2) && !row.first_approval,
  );
  const [only, another] = rows;
  if (only && !another)
    return firsts.length === 1
      ? "This is the first of two approvals: nothing is credited until another super admin approves."
      : `${sumOf(rows, arrival)} is credited to the wallet of ${only.tenant.name} immediately.`;
  const credited = rows.filter((row) => !firsts.includes(row));
  const sentence = `${sumOf(credited)} is credited to the tenants' wallets immediately, each deposit separately.`;
  if (firsts.length === 0) return sentence;
  const together = isLargeBatch ? ` Together they are above ${formatMoney(batchLimit)}.` : "";
  const waiting = `${firsts.length} will then wait for a second approval.${together}`;
  return credited.length === 0 ? `Nothing is credited yet: ${waiting}` : `${sentence} ${waiting}`;
}
