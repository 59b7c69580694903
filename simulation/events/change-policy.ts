import { getApprovalPolicy } from "@rokad/contract/approval-policies";
import { count } from "../client-records.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import { savePolicy } from "../teams.ts";
import type { World } from "../world.ts";

/** The owner changes the policy. What waits for approvals keeps the version that it was submitted under. */
export async function changePolicy(
  { teams, clients }: World,
  { policy }: Extract<SimulationEvent, { kind: "policy change" }>,
): Promise<void> {
  const team = teams.find(({ hasPolicy }) => hasPolicy);
  if (!team) throw new Error("No team has a policy");
  const read = await team.owner.call(getApprovalPolicy, {});
  if (!read.ok) return;
  if (await savePolicy(team, policy, read.body.data.in_force?.version ?? null))
    count(clients, `approval policies: ${policy}`);
}
