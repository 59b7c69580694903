import { listProposals, type Proposal, type ProposalKind } from "@rokad/contract/proposals";
import { useApi } from "../../api/use-api.ts";

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
    /** True when nobody else can confirm: changes apply at once. */
    isAlone: data?.summary.other_super_admins === 0,
    /** The waiting proposal that changes this setting or credential. */
    waitingFor: (kind: ProposalKind, subject: string) =>
      waiting.find(
        (one) => one.kind === kind && one.changes.some((change) => change.subject === subject),
      ),
  };
}
