import { listPolicyVersions, type PolicyState } from "@rokad/contract/approval-policies";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { describePolicy } from "./band-sentences.ts";

const labels: Readonly<Record<PolicyState, readonly [text: string, tone: BadgeTone]>> = {
  proposed: [t`Proposed`, "warn"],
  in_force: [t`In force`, "good"],
  replaced: [t`Replaced`, "outline"],
  rejected: [t`Rejected`, "bad"],
  withdrawn: [t`Withdrawn`, "outline"],
};

/** Every version, newest first, each with its bands on demand. */
export function VersionsCard() {
  const { data, error, isValidating, mutate } = useApi(listPolicyVersions, {});
  const versions = data?.data;
  if (error && !versions) {
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load the versions`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </Card>
    );
  }
  if (!versions || versions.length === 0) return null;
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Versions`}
        description={t`A request keeps the version it was submitted under`}
      />
      <ul className="divide-y divide-line text-sm">
        {versions.map((version) => {
          const [text, tone] = labels[version.state];
          return (
            <li key={version.id} className="px-5 py-3">
              <div className="flex items-start justify-between gap-4">
                <p className="min-w-0 font-medium break-words">
                  {t`Version ${version.version}: ${version.reason}`}
                </p>
                <Badge tone={tone}>{text}</Badge>
              </div>
              <p className="mt-0.5 text-dense text-muted">
                {version.proposed_by.name}, {formatDayAndTime(version.proposed_at)}
                {version.decided_by &&
                  version.decided_at &&
                  ` · ${version.decided_by.name}, ${formatDayAndTime(version.decided_at)}`}
              </p>
              <details className="mt-1.5">
                <summary className="w-fit cursor-pointer text-dense text-brand-ink">
                  {version.bands.length === 1 ? t`1 rule` : t`${version.bands.length} rules`}
                  <span className="sr-only"> {t`of version ${version.version}`}</span>
                </summary>
                <ol className="mt-1.5 grid list-decimal gap-1 pl-5 text-dense marker:text-muted">
                  {describePolicy(version).map((sentence) => (
                    <li key={sentence} className="break-words">
                      {sentence}
                    </li>
                  ))}
                </ol>
              </details>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
