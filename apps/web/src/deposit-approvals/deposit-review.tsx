import {
  approveDeposit,
  approveDeposits,
  rejectDeposits,
  type ReviewedDeposit,
} from "@rokad/contract/deposit-reviews";
import type { ReviewOutcome } from "@rokad/contract/reviews";
import { t } from "../super-admin-language.ts";
import { ApiError } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import type { Review, StatedArrival } from "../common/reviews/review.ts";
import { describeApproval, sumOf, type ApprovalLimits } from "./describe-approval.ts";
import { arrivalBody, depositArrival, isOtherwise, revokedWarning } from "./arrival-fields.tsx";
import { DepositFacts } from "./deposit-facts.tsx";
import { nameOfDeposit } from "./name-of-deposit.ts";

/**
 * The review of deposits: details, decisions and reasons.
 * @param userId the reviewer.
 */
export function depositReview(
  userId: string | undefined,
  approvalLimits: ApprovalLimits,
): Review<ReviewedDeposit> {
  return {
    one: "deposit",
    many: "deposits",
    nameOf: nameOfDeposit,
    details: (row) => <DepositFacts of={row} />,
    sumOf,
    consequence: (rows, arrival) => describeApproval(rows, arrival, approvalLimits),
    arrival: depositArrival,
    confirmed: ({ statement }) =>
      statement?.verdict === "agrees"
        ? { label: t`On statement`, message: statement.message }
        : undefined,
    blocked: (row) =>
      row.approvals_needed === 2 && row.first_approval?.by.id === userId
        ? t`You gave the first approval. Another super admin must give the second.`
        : undefined,
    reasons: [
      t`We did not receive this transfer`,
      t`The amount differs from the transfer`,
      t`The transfer came from another account`,
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
