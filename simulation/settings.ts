import type { SettingChangeRequest } from "@rokad/contract/settings";
import type { Plan } from "./plan.ts";

/** A deposit above this amount needs two approvals. */
const secondApprovalPaise = 2_00_000_00;

type Setting = readonly [SettingChangeRequest["key"], current: unknown, wanted: unknown];
const settings: readonly Setting[] = [
  ["second_approval_above_paise", null, secondApprovalPaise],
  ["outcome_decision_hours", 72, 1],
  ["sign_in_codes_per_hour", 10, 1_000],
  ["payout_codes_per_hour", 60, 10_000],
  ["code_calls_per_address_per_hour", 600, 1_00_000],
];

/** Whether a partial return brings fee and GST back: in every second plan. */
export const refundsCharges = ({ seed }: Plan): boolean => seed % 2 === 1;

/** What the super admins of a plan change before anything else. */
export function settingsOf(plan: Plan): SettingChangeRequest[] {
  const ofReturns: Setting[] = refundsCharges(plan)
    ? [["partial_return_charges", "keep", "refund"]]
    : [];
  return [...settings, ...ofReturns].map(([key, seen, value]) => ({ key, seen, value }));
}
