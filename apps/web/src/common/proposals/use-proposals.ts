import { listProposals, type Proposal, type ProposalKind } from "@rokad/contract/proposals";
import { useApi } from "../../api/use-api.ts";
import type { ChangeEffect } from "./change-effect.ts";

/** One proposal at most waits for each setting, credential or account, so one page has them all. */
const everyWaiting = { status: "waiting", limit: 100 } as const;

/** The changes that wait for a second super admin, with live updates. */
export function useProposals() {
  const { data, error, isValidating, mutate } = useApi(listProposals, { query: everyWaiting });
  const waiting: readonly Proposal[] = data?.data ?? [];
  return {
    waiting,
    isLoading: !data && !error,
    error: data ? undefined : error,
    retrying: isValidating,
    reload: () => void mutate(),
    /** True when there are other super admins, who may have been added too recently to confirm. */
    hasOthers: (data?.summary.other_super_admins ?? 0) > 0,
    /** How a change of this kind takes effect that the person proposes now. */
    effectOf: (kind: ProposalKind): ChangeEffect => ({
      how: data?.summary.takes_effect[kind] ?? "second_person",
      waitingHours: data?.summary.waiting_hours ?? 0,
    }),
    /** The waiting proposal that changes this setting or credential. */
    waitingFor: (kind: ProposalKind, subject: string) =>
      waiting.find(
        (one) => one.kind === kind && one.changes.some((change) => change.subject === subject),
      ),
  };
}
