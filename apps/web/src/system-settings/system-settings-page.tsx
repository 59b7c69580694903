import { useNavigate, useSearch } from "@tanstack/react-router";
import type { SettingKey } from "@rokad/contract/setting-rules";
import { lazy, Suspense } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useUser } from "../api/session.ts";
import { AloneNotice } from "../common/proposals/alone-notice.tsx";
import { useProposals } from "../common/proposals/use-proposals.ts";
import { useLast } from "../common/proposals/use-last.ts";
import { WaitingNotice } from "../common/proposals/waiting-notice.tsx";
import { WaitingProposals } from "../common/proposals/waiting-proposals.tsx";
import { superAdminPaths } from "../paths.ts";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { describeChange } from "./describe-change.ts";
import { charges, payoutLimits, sessionsAndCodes } from "./setting-groups.ts";
import type { readSettingsSearch } from "./settings-search.ts";
import { SettingsCards } from "./settings-cards.tsx";
import { SettingsSkeleton } from "./settings-skeleton.tsx";
import { useSettings } from "./use-settings.ts";

const ProposalDialog = lazy(async () => ({
  default: (await import("../common/proposals/proposal-dialog.tsx")).ProposalDialog,
}));

function Loading() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <SettingsSkeleton group={charges} />
      <div className="grid min-w-0 gap-4">
        <SettingsSkeleton group={payoutLimits} />
        <SettingsSkeleton group={sessionsAndCodes} />
      </div>
    </div>
  );
}

export function SystemSettingsPage() {
  const { settings, error, retrying, reload, save } = useSettings();
  const person = useUser();
  const proposals = useProposals();
  const { proposal: opened, search = "" } = useSearch({
    from: "/signed-in/super-admin/super-admin/settings",
  });
  const shown = useLast(opened);
  const navigate = useNavigate();
  const go = (change: ReturnType<typeof readSettingsSearch>, replace = false) =>
    void navigate({
      to: superAdminPaths.settings,
      search: (before) => ({ ...before, ...change }),
      resetScroll: false,
      replace,
    });
  const open = (id: string | undefined) => go({ proposal: id });

  function waitingNotice(key: SettingKey) {
    const proposal = proposals.waitingFor("settings", key);
    const change = proposal?.changes.find(({ subject }) => subject === key);
    if (!proposal || !change) return undefined;
    const [shownChange] = describeChange(change);
    return (
      <WaitingNotice
        proposal={proposal}
        name={shownChange?.name ?? key}
        value={shownChange?.after ?? ""}
        onReview={() => open(proposal.id)}
      />
    );
  }

  return (
    <>
      <PageHeader
        title={t`System Settings`}
        description={t`Settings of this installation. Those that guard money need two super admins.`}
      />
      {error ? (
        <Card>
          <ErrorPanel
            message={t`Failed to load the settings`}
            detail={messageOf(error, "")}
            onRetry={() => void reload()}
            busy={retrying}
          />
        </Card>
      ) : settings && !proposals.isLoading ? (
        <>
          <AloneNotice effect={proposals.effectOf("settings")} hasOthers={proposals.hasOthers} />
          <WaitingProposals proposals={proposals} personId={person?.id} onReview={open} />
          <SettingsCards
            settings={settings}
            save={save}
            reload={reload}
            proposals={proposals}
            onReview={open}
            waitingNotice={waitingNotice}
            search={search}
            onSearch={(words) => go({ search: words || undefined }, true)}
          />
        </>
      ) : (
        <Loading />
      )}
      <Suspense>
        {person && shown && (
          <ProposalDialog
            key={shown}
            id={shown}
            open={opened !== undefined}
            person={person}
            describe={describeChange}
            onClose={() => open(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
