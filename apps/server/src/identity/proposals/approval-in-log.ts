import type { Approval } from "./proposal.ts";

/** Both people of an applied proposal for the audit log; nothing where there was none. */
export function approvalInLog({
  proposalId,
  proposerId,
  confirmedById,
}: Approval): Record<string, string | null> {
  if (proposalId === null) return {};
  return { proposal: proposalId, proposed_by: proposerId, confirmed_by: confirmedById };
}
