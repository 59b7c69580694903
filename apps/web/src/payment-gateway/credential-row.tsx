import type { changeCredential, Credential } from "@rokad/contract/credentials";
import type { Proposal } from "@rokad/contract/proposals";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";

export interface CredentialRowProps {
  label: string;
  owner: string;
  credential: Credential;
  /** The change that waits for a second super admin, or for its time. */
  waiting: Proposal | undefined;
  onChange: (removes: boolean) => void;
  onReview: () => void;
}

export function CredentialRow(props: CredentialRowProps) {
  const { label, owner, credential, waiting, onChange, onReview } = props;
  const { source } = credential;
  const name = `${owner} ${label}`;
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="text-dense font-medium">{label}</p>
        <p className="text-xs text-muted">{describeCredential(credential)}</p>
      </div>
      {waiting && (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {waiting.takes_effect_at === null ? (
            <Badge tone="warn">{t`Waiting for a second person`}</Badge>
          ) : (
            <Badge tone="bad">{t`Takes effect ${formatDayAndTime(waiting.takes_effect_at)}`}</Badge>
          )}
          <Button
            size="sm"
            variant="secondary"
            aria-label={t`Review the change of ${name}`}
            onClick={onReview}
          >
            {t`Review`}
          </Button>
        </div>
      )}
      {source !== "environment" && !waiting && (
        <Permitted<typeof changeCredential> needs="manage">
          <div className="ml-auto flex gap-2">
            {source === "stored" && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t`Remove ${name}`}
                onClick={() => onChange(true)}
              >
                {t`Remove`}
              </Button>
            )}
            <Button
              size="sm"
              variant="secondary"
              aria-label={`${source === "stored" ? t`Change` : t`Set`} ${name}`}
              onClick={() => onChange(false)}
            >
              {source === "stored" ? t`Change` : t`Set`}
            </Button>
          </div>
        </Permitted>
      )}
    </li>
  );
}

/** "Set, ends in k3Qd, by Meera Iyer on 21 Nov 2026, 11:30". */
export function describeCredential({
  source,
  ends_in: end,
  set_at: at,
  set_by: by,
}: Credential): string {
  if (source === "missing") return t`Not set`;
  if (source === "environment") return t`Set in the server's environment`;
  const value = end ? t`Set, ends in ${end}` : t`Set`;
  return at ? t`${value}, by ${by?.name ?? ""} on ${formatDayAndTime(at)}` : value;
}
