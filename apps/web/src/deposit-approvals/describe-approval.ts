import type { DepositQueue, ReviewedDeposit } from "@rokad/contract/deposit-reviews";
import { formatMoney } from "@rokad/money/format";
import { t } from "../super-admin-language.ts";
import type { StatedArrival } from "../common/reviews/review.ts";
import { toMoney } from "../ui/parse-rupees.ts";

/** Above these amounts two people must approve; null for no limit. */
export type ApprovalLimits = Pick<
  DepositQueue,
  "second_approval_above" | "bulk_second_approval_above"
>;

export const noLimits: ApprovalLimits = {
  second_approval_above: null,
  bulk_second_approval_above: null,
};

/** What an approval of these deposits does, by the server's rule. */
export function describeApproval(
  rows: readonly ReviewedDeposit[],
  arrival: StatedArrival | undefined,
  limits: ApprovalLimits,
): string {
  const [only, another] = rows;
  return only && !another ? describeOne(only, arrival, limits) : describeSeveral(rows, limits);
}

/** The stated amount of one deposit, otherwise the sum of the requested ones. */
export function sumOf(rows: readonly ReviewedDeposit[], arrival?: StatedArrival): string {
  return formatMoney({ amount: statedPaise(arrival) ?? paiseOf(rows), currency: "INR" });
}

function describeOne(
  row: ReviewedDeposit,
  arrival: StatedArrival | undefined,
  limits: ApprovalLimits,
): string {
  const credit = t`${sumOf([row], arrival)} is credited to the wallet of ${row.tenant.name} immediately`;
  switch (effectOf(row, statedPaise(arrival) ?? row.amount.amount, limits)) {
    case "credited":
      return t`${credit}.`;
    case "second":
      return t`${credit}, if ${row.first_approval?.by.name ?? ""} may still approve. Otherwise it waits for another super admin.`;
    case "first":
      return t`This is the first of two approvals: nothing is credited until another super admin approves.`;
    case "replaced":
      return t`This replaces the first approval, which has another amount: nothing is credited until another super admin approves.`;
  }
}

function describeSeveral(rows: readonly ReviewedDeposit[], limits: ApprovalLimits): string {
  const batchLimit = limits.bulk_second_approval_above;
  const isLargeBatch = batchLimit !== null && paiseOf(rows) > batchLimit.amount;
  const effects = rows.map((row) => effectOf(row, row.amount.amount, limits, isLargeBatch));
  // An amount that a first approver stated is approved on its own.
  const credited = rows.filter((_, at) => effects[at] === "credited" || effects[at] === "second");
  const firsts = rows.length - credited.length;
  const condition = effects.includes("second")
    ? t` Those whose first approver may no longer approve wait for another super admin.`
    : "";
  const sentence = t`${sumOf(credited)} is credited to the tenants' wallets immediately, each deposit separately.${condition}`;
  if (firsts === 0) return sentence;
  const together = isLargeBatch ? t` Together they are above ${formatMoney(batchLimit)}.` : "";
  const waiting = t`${firsts} will then wait for a second approval.${together}`;
  return credited.length === 0 ? t`Nothing is credited yet: ${waiting}` : `${sentence} ${waiting}`;
}

/**
 * `second`: completes the first approval, if its person may still approve and is not too new, which
 * only the server knows. `replaced`: the first approval is of another amount, so this is the first.
 */
type Effect = "credited" | "first" | "second" | "replaced";

function effectOf(
  { amount, first_approval: first }: ReviewedDeposit,
  paise: number,
  { second_approval_above: limit }: ApprovalLimits,
  isOfLargeBatch = false,
): Effect {
  const isLarge = limit !== null && Math.max(paise, amount.amount) > limit.amount;
  if (!isLarge && !isOfLargeBatch) return "credited";
  if (!first) return "first";
  return (first.received_amount ?? amount).amount === paise ? "second" : "replaced";
}

/** Undefined unless another amount is entered. */
function statedPaise(arrival: StatedArrival | undefined): number | undefined {
  return arrival?.isOther ? toMoney(arrival.rupees)?.amount : undefined;
}

function paiseOf(rows: readonly ReviewedDeposit[]): number {
  return rows.reduce((sum, { amount }) => sum + amount.amount, 0);
}
