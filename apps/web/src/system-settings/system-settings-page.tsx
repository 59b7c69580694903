import { messageOf } from "../api/api-error.ts";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { charges, payoutLimits, sessionsAndCodes } from "./setting-groups.ts";
import { SettingsCards } from "./settings-cards.tsx";
import { SettingsSkeleton } from "./settings-skeleton.tsx";
import { useSettings } from "./use-settings.ts";

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
  return (
    <>
      <PageHeader
        title="System Settings"
        description="Settings of this installation. Changes take effect immediately and stay in the history."
      />
      {error ? (
        <Card>
          <ErrorPanel
            message="Failed to load the settings"
            detail={messageOf(error, "")}
            onRetry={() => void reload()}
            busy={retrying}
          />
        </Card>
      ) : settings ? (
        <SettingsCards settings={settings} save={save} reload={reload} />
      ) : (
        <Loading />
      )}
    </>
  );
}
