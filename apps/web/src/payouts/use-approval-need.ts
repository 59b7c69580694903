import { beneficiaryAges, type BeneficiaryAge } from "@rokad/contract/approval-policies";
import { simulateApproval } from "@rokad/contract/approval-simulation";
import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { useEffect, useState } from "react";
import { t } from "../language.ts";
import { send } from "../api/client.ts";

const settleMs = 400;

type Simulation = Answer<typeof simulateApproval>["data"];

/** What the policy asks of a payout; it can differ for a beneficiary who was never paid. */
export type ApprovalNeed = Readonly<Record<BeneficiaryAge, Simulation>>;

/**
 * The approvals that a payout of this amount would need, asked again when the person stops typing.
 * @returns undefined without a valid amount, and while no answer has arrived.
 */
export function useApprovalNeed(
  method: PayoutForm["method"],
  rupees: number | undefined,
  paiseMax: number = limits.payoutPaiseMax,
): ApprovalNeed | undefined {
  const [need, setNeed] = useState<{ key: string; value: ApprovalNeed }>();
  const paise = Math.round((rupees ?? 0) * 100);
  const isValid = paise >= limits.payoutPaiseMin && paise <= paiseMax;
  const key = `${method} ${paise}`;

  useEffect(() => {
    if (!isValid || rupees === undefined) return;
    let isStale = false;
    const timer = setTimeout(() => {
      const asked = beneficiaryAges.map(async (beneficiary) => {
        const body = { amount: rupees, method, source: "console" as const, beneficiary };
        return [beneficiary, (await send(simulateApproval, { body })).data] as const;
      });
      Promise.all(asked).then(
        (answers) =>
          !isStale && setNeed({ key, value: Object.fromEntries(answers) as ApprovalNeed }),
        // The server decides in any case; without an answer the form offers the usual payout.
        () => !isStale && setNeed(undefined),
      );
    }, settleMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [key, isValid, method, rupees]);

  return isValid && need?.key === key ? need.value : undefined;
}

/** True if every payout of this amount needs approval; false if none or only some do. */
export function isApprovalCertain(need: ApprovalNeed | undefined): boolean {
  return need !== undefined && beneficiaryAges.every((age) => asksApproval(need[age]));
}

/** Without a policy, who may pay sends alone. */
export function asksApproval({ band, steps }: Simulation): boolean {
  return band !== null && steps.length > 0;
}

/**
 * One sentence for each kind of beneficiary, or one for both.
 * @param isRequest true for a payout that is submitted for approval: one approver is always asked.
 */
export function describeNeed(need: ApprovalNeed, isRequest: boolean): string[] {
  const sentenceOf = ({ steps, sentence }: Simulation) =>
    isRequest && steps.length === 0 ? t`Needs 1 approval by another owner or approver` : sentence;
  const sentences = { new: sentenceOf(need.new), known: sentenceOf(need.known) };
  if (sentences.new === sentences.known) return [sentences.new];
  return [
    t`To a beneficiary you paid before: ${lowerFirst(sentences.known)}`,
    t`To a new beneficiary: ${lowerFirst(sentences.new)}`,
  ];
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
