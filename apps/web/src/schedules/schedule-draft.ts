import { todayInIndia } from "@rokad/contract/fields";
import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { payoutOfSchedule } from "@rokad/contract/payout-schedules";
import {
  blankRule,
  readRule,
  ruleDraftOf,
  type RuleDraft,
} from "../common/schedules/rule-draft.ts";

/** Whom a schedule pays, as the form shows it. */
export interface ChosenPayee {
  readonly destinationId: string;
  readonly name: string;
  readonly account: string;
}

/** The form of a schedule as it is typed. */
export interface ScheduleDraft extends RuleDraft {
  readonly payee: ChosenPayee | undefined;
  readonly amount: number | undefined;
  readonly purpose: string;
  readonly remarks: string;
}

export function blankDraft(): ScheduleDraft {
  return { ...blankRule(), payee: undefined, amount: undefined, purpose: "", remarks: "" };
}

/**
 * The form of a change: what is signed now. It starts on the next day of the rule, which keeps "every
 * 3 months" in step. A count is asked for again once payouts were made: a change counts from one.
 */
export function draftOf(
  schedule: Pick<
    PayoutScheduleDetail,
    | "rule"
    | "upcoming"
    | "started_at"
    | "beneficiary"
    | "beneficiary_name"
    | "account"
    | "amount"
    | "purpose"
    | "remarks"
  >,
): ScheduleDraft {
  const rule = ruleDraftOf(schedule.rule);
  const nextDay = schedule.upcoming[0]?.rule_day;
  return {
    ...rule,
    startsOn: nextDay !== undefined && nextDay > todayInIndia() ? nextDay : rule.startsOn,
    count: schedule.started_at === null ? rule.count : undefined,
    payee: {
      destinationId: schedule.beneficiary.destination_id,
      name: schedule.beneficiary_name,
      account: schedule.account,
    },
    amount: schedule.amount.amount / 100,
    purpose: schedule.purpose ?? "",
    remarks: schedule.remarks ?? "",
  };
}

/** The request of a draft. @returns the messages by field instead, as the server would. */
export function readDraft(draft: ScheduleDraft) {
  const payout = payoutOfSchedule.safeParse({
    destination_id: draft.payee?.destinationId ?? "",
    amount: draft.amount,
    ...(draft.purpose && { purpose: draft.purpose }),
    ...(draft.remarks && { remarks: draft.remarks }),
  });
  const { rule, errors: ruleErrors } = readRule(draft);
  if (payout.success && rule) return { body: { ...payout.data, rule }, errors: {} };
  const errors: Record<string, string> = { ...ruleErrors };
  for (const { path, message } of payout.error?.issues ?? []) errors[path.join(".")] ??= message;
  return { body: undefined, errors };
}
