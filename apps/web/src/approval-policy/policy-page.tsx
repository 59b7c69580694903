import { getApprovalPolicy, type ApprovalPolicy } from "@rokad/contract/approval-policies";
import type { Answer } from "@rokad/contract/call";
import { listMemberLimits } from "@rokad/contract/member-limits";
import { getRequestHolds } from "@rokad/contract/request-holds";
import { getFundsQueue } from "@rokad/contract/funds-queue";
import { getAdviceSettings } from "@rokad/contract/payment-advices";
import { Pencil, ShieldCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { may, useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { SignatureHost } from "../common/signing/signature-host.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AdviceCard } from "./advice-card.tsx";
import { isSelf } from "./find-self.ts";
import { FundsQueueCard } from "./funds-queue-card.tsx";
import { LimitsCard } from "./limits-card.tsx";
import { PolicyBands } from "./policy-bands.tsx";
import { policyDraftOf, formOf, type PolicyDraft } from "./policy-draft.ts";
import { ProposedCard } from "./proposed-card.tsx";
import { RequestHoldsCard } from "./request-holds-card.tsx";
import { SimulatorCard } from "./simulator-card.tsx";
import { VersionsCard } from "./versions-card.tsx";

const PolicyEditor = lazy(async () => ({
  default: (await import("./policy-editor.tsx")).PolicyEditor,
}));

type Policy = Answer<typeof getApprovalPolicy>["data"];

export function PolicyPage() {
  const { data, error, isValidating, mutate } = useApi(getApprovalPolicy, {});
  const [draft, setDraft] = useState<PolicyDraft>();
  const user = useUser();
  const canManage = may(user, "manage_policy") && !currentViewing();
  const policy = data?.data;
  const canEdit = canManage && policy !== undefined && !policy.proposed && !draft;
  const edit = () => setDraft(policyDraftOf(policy?.in_force));
  const approvers = policy?.people.filter((person) => person.can_approve) ?? [];

  return (
    <>
      <PageHeader
        title={t`Approval Policy`}
        description={t`Which payouts others approve before they are sent`}
        actions={
          canEdit &&
          policy.in_force && (
            <Button icon={<Pencil />} onClick={edit}>
              {t`Edit Policy`}
            </Button>
          )
        }
      />
      {error && !policy ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load the approval policy`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {policy && !draft && <Warnings policy={policy} canManage={canManage} />}
            {policy?.proposed && (
              <ProposedCard
                proposed={policy.proposed}
                inForce={policy.in_force}
                confirmers={policy.can_confirm.map(({ name }) => name)}
                canDecide={canManage}
                isOwn={isSelf(policy.proposed.proposed_by.name, user?.name, policy.people)}
              />
            )}
            {draft && policy ? (
              <Suspense fallback={<LoadingCard />}>
                <PolicyEditor
                  inForce={policy.in_force}
                  approvers={approvers}
                  otherOwners={policy.other_owners}
                  draft={draft}
                  onDraft={setDraft}
                  onClose={() => setDraft(undefined)}
                />
              </Suspense>
            ) : policy ? (
              <InForce policy={policy.in_force} onCreate={canEdit ? edit : undefined} />
            ) : (
              <LoadingCard />
            )}
            {!draft && <VersionsCard />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-19">
            {/* Not before the policy: on a phone it stands above them. */}
            {policy && (
              <SimulatorCard
                bands={draft && formOf(draft.bands)}
                countsDay={(draft ? draft.countsDay : policy.in_force?.counts_day) ?? false}
                makers={policy.people.filter((person) => person.can_prepare)}
              />
            )}
            {policy && !draft && <SettingCards canEdit={canManage} />}
          </div>
        </div>
      )}
      <SignatureHost />
    </>
  );
}

/** All at once, when the last has loaded: none moves another. */
function SettingCards({ canEdit }: { canEdit: boolean }) {
  const loads = [
    useApi(listMemberLimits, {}),
    useApi(getRequestHolds, {}),
    useApi(getFundsQueue, {}),
    useApi(getAdviceSettings, {}),
  ];
  if (loads.some(({ data, error }) => !data && !error)) return null;
  return (
    <>
      <LimitsCard canEdit={canEdit} />
      <RequestHoldsCard canEdit={canEdit} />
      <FundsQueueCard canEdit={canEdit} />
      <AdviceCard canEdit={canEdit} />
    </>
  );
}

interface InForceProps {
  policy: ApprovalPolicy | null;
  onCreate: (() => void) | undefined;
}

function InForce({ policy, onCreate }: InForceProps) {
  if (!policy) {
    return (
      <Card>
        <EmptyState
          icon={<ShieldCheck />}
          title={t`There is no approval policy`}
          description={t`Owners send payouts alone. What a preparer submits needs one approver.`}
          action={onCreate && <Button onClick={onCreate}>{t`Create Policy`}</Button>}
        />
      </Card>
    );
  }
  const by = policy.decided_by
    ? t`${policy.proposed_by.name} and ${policy.decided_by.name}`
    : policy.proposed_by.name;
  return (
    <Card>
      <CardHeader
        ruled
        title={t`In force`}
        description={t`Version ${policy.version} · ${by}, ${formatDayAndTime(policy.decided_at ?? policy.proposed_at)}`}
      />
      <PolicyBands policy={policy} />
    </Card>
  );
}

/** What would leave a payout without anyone who can approve it. */
function Warnings({ policy, canManage }: { policy: Policy; canManage: boolean }) {
  const { people, in_force: inForce, other_owners: otherOwners } = policy;
  const approvers = people.filter((person) => person.can_approve);
  const makers = people.filter((person) => person.can_prepare);
  const [sole] = approvers;
  const asksApproval = inForce?.bands.some((band) => band.steps.length > 0) ?? false;
  if (approvers.length === 0) {
    return (
      <Notice tone="bad" title={t`Nobody can approve requests`}>
        {t`Give someone the role of owner or approver.`}
      </Notice>
    );
  }
  if (asksApproval && approvers.length === 1 && makers.some(({ id }) => id === sole?.id)) {
    return (
      <Notice tone="bad" title={t`Only ${sole?.name} can approve`}>
        {t`Nobody approves their own request, so what ${sole?.name} prepares waits for a second approver.`}
      </Notice>
    );
  }
  if (canManage && inForce && otherOwners === 0) {
    return (
      <Notice tone="warn" title={t`Nobody else checks changes of this policy`}>
        {t`You are the only owner. Add a second owner, so that each change needs two people.`}
      </Notice>
    );
  }
  return null;
}

function LoadingCard() {
  return (
    <Card aria-busy className="grid min-h-96 content-start gap-4 p-5 max-lg:min-h-160">
      <Skeleton className="h-4 w-24" />
      {Array.from({ length: 4 }, (_, line) => (
        <Skeleton key={line} className="h-3.5 w-full" />
      ))}
    </Card>
  );
}
