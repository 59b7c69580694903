import type { ApprovalBand, PayoutSource } from "@rokad/contract/approval-policies";
import { formatMoney } from "@rokad/money/format";
import type { Money } from "@rokad/money/money";
import { joinOr } from "../ui/join-words.ts";
import { t } from "../language.ts";
import { describeSteps, type AskedStep } from "../common/approvals/step-words.ts";

export const sourceNames: Readonly<Record<PayoutSource, string>> = {
  console: t`Console`,
  api: "API",
  bulk: t`Bulk upload`,
  schedule: t`Schedule`,
};

export const methodNames = { upi: "UPI", imps: "IMPS" } as const;

/** A band as the policy has it, or as it is being edited. */
export interface DescribedBand extends Pick<ApprovalBand, "methods" | "sources" | "beneficiary"> {
  readonly amount_up_to: Money | null;
  readonly steps: readonly AskedStep[];
}

/** "Up to ₹25,000 by IMPS to known beneficiaries: no approval". */
export function describeBand(band: DescribedBand): string {
  return `${describeConditions(band)}: ${describeSteps(band.steps)}`;
}

/** "Up to ₹25,000 by IMPS to known beneficiaries"; "Every other payout" without conditions. */
export function describeConditions(band: Omit<DescribedBand, "steps">): string {
  const { amount_up_to: most, methods, sources, beneficiary } = band;
  const parts = [
    methods && t`by ${joinOr(methods.map((method) => methodNames[method]))}`,
    sources && t`from ${joinOr(sources.map((source) => sourceNames[source]))}`,
    beneficiary && (beneficiary === "new" ? t`to new beneficiaries` : t`to known beneficiaries`),
  ].filter((part) => part !== null);
  if (!most && parts.length === 0) return t`Every other payout`;
  const amount = most ? t`Up to ${formatMoney(most, { trailingZeros: false })}` : t`Any amount`;
  return [amount, ...parts].join(" ");
}

/** The bands of a policy in order; the sole band of a policy applies to every payout. */
export function describeBands(bands: readonly DescribedBand[]): string[] {
  return bands.map((band, index) => {
    const sentence = describeBand(band);
    return index === 0 ? sentence.replace(t`Every other payout`, t`Every payout`) : sentence;
  });
}

/** What a new account is paid at most, and for how many hours. */
interface DescribedCooling {
  readonly amount: Money;
  readonly hours: number;
}

/** The rules of a policy, as they are described. */
export interface DescribedPolicy {
  readonly bands: readonly DescribedBand[];
  readonly cooling: DescribedCooling | null;
  readonly counts_day: boolean;
}

/** The bands in order, and the rules beside them. */
export function describePolicy(policy: DescribedPolicy): string[] {
  return [...describeBands(policy.bands), ...describeRules(policy)];
}

/** A sentence for each rule beside the bands. */
export function describeRules({ cooling, counts_day }: Omit<DescribedPolicy, "bands">): string[] {
  return [
    ...(cooling ? [describeCooling(cooling)] : []),
    ...(counts_day ? [t`Payments to one account on one day count together`] : []),
  ];
}

/** "New accounts: at most ₹50,000 in total in the first 24 hours". */
function describeCooling({ amount, hours }: DescribedCooling): string {
  const most = formatMoney(amount, { trailingZeros: false });
  return hours === 1
    ? t`New accounts: at most ${most} in total in the first hour`
    : t`New accounts: at most ${most} in total in the first ${hours} hours`;
}
