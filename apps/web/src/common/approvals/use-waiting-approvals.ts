import { listWaitingApprovals } from "@rokad/contract/waiting-approvals";
import { may, useUser } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";

/** What waits for the person's approval; undefined while it loads, and for one who never approves. */
export function useWaitingApprovals() {
  const isApprover = may(useUser(), "approve");
  const { data } = useApi(listWaitingApprovals, isApprover ? {} : null, { dedupeSeconds: 30 });
  return data?.data;
}
