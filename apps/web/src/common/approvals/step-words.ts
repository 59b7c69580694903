import type { ApprovingRole } from "@rokad/contract/approval-policies";

/** What a step asks, in the policy, a request or the simulator. */
export interface AskedStep {
  readonly approvals: number;
  readonly roles: readonly ApprovingRole[];
  readonly people: readonly { readonly name: string }[];
}

const one: Record<ApprovingRole, string> = { owner: "an owner", approver: "an approver" };
const several: Record<ApprovingRole, string> = { owner: "owners", approver: "approvers" };

const or = new Intl.ListFormat("en-IN", { type: "disjunction" });

/** "1 approval by an owner or Asha Rao", "2 approvals by approvers". */
export function describeStep({ approvals, roles, people }: AskedStep): string {
  const words = approvals === 1 ? one : several;
  const approvers = [...roles.map((role) => words[role]), ...people.map(({ name }) => name)];
  return `${countApprovals(approvals)} by ${or.format(approvers)}`;
}

/** "1 approval by an approver, then 1 approval by Ravi Sharma"; "no approval" without steps. */
export function describeSteps(steps: readonly AskedStep[]): string {
  return steps.length === 0 ? "no approval" : steps.map(describeStep).join(", then ");
}

/** "1 approval", "2 approvals". */
export function countApprovals(count: number): string {
  return `${count} ${count === 1 ? "approval" : "approvals"}`;
}

/** "Ravi Sharma", or "Ravi Sharma (for Asha Rao)" for a deputy. */
export function nameWithPlace(of: {
  readonly name: string;
  readonly in_place_of: { readonly name: string } | null;
}): string {
  return of.in_place_of ? `${of.name} (for ${of.in_place_of.name})` : of.name;
}

/** "Asha Rao or Ravi Sharma". */
export function listOr(names: readonly string[]): string {
  return or.format(names);
}
