import type { ApprovingRole } from "@rokad/contract/approval-policies";
import { joinOr } from "../../ui/join-words.ts";
import { t } from "../../language.ts";

/** What a step asks, in the policy, a request or the simulator. */
export interface AskedStep {
  readonly approvals: number;
  readonly roles: readonly ApprovingRole[];
  readonly people: readonly { readonly name: string }[];
}

const one: Record<ApprovingRole, string> = { owner: t`an owner`, approver: t`an approver` };
const several: Record<ApprovingRole, string> = { owner: t`owners`, approver: t`approvers` };

/** "1 approval by an owner or Asha Rao", "2 approvals by approvers". */
export function describeStep({ approvals, roles, people }: AskedStep): string {
  const words = approvals === 1 ? one : several;
  const approvers = [...roles.map((role) => words[role]), ...people.map(({ name }) => name)];
  return t`${countApprovals(approvals)} by ${joinOr(approvers)}`;
}

/** "1 approval by an approver, then 1 approval by Ravi Sharma"; "no approval" without steps. */
export function describeSteps(steps: readonly AskedStep[]): string {
  return steps.length === 0 ? t`no approval` : steps.map(describeStep).join(t`, then `);
}

/** "1 approval", "2 approvals". */
export function countApprovals(count: number): string {
  return count === 1 ? t`1 approval` : t`${count} approvals`;
}

/** "Ravi Sharma", or "Ravi Sharma (for Asha Rao)" for a deputy. */
export function nameWithPlace(of: {
  readonly name: string;
  readonly in_place_of: { readonly name: string } | null;
}): string {
  return of.in_place_of ? t`${of.name} (for ${of.in_place_of.name})` : of.name;
}
