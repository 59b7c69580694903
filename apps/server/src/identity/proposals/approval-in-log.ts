import type { Approval } from "./proposal.ts";

/** Both people of an applied proposal for the audit log; nothing where one was enough. */
export function approvalInLog({ proposalId, proposerId, by }: Approval): Record<string, string> {
  if (proposalId === null) return {};
  return { proposal: proposalId, proposed_by: proposerId, confirmed_by: by.id };
}
