import type { Credential } from "@rokad/contract/credentials";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";

interface CredentialRowProps {
  label: string;
  owner: string;
  credential: Credential;
  onAsk: (removes: boolean) => void;
}

export function CredentialRow({ label, owner, credential, onAsk }: CredentialRowProps) {
  const { source } = credential;
  const what = `${owner} ${label}`;
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="text-dense font-medium">{label}</p>
        <p className="text-xs text-muted">{standing(credential)}</p>
      </div>
      {source !== "environment" && (
        <div className="ml-auto flex gap-2">
          {source === "stored" && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Remove ${what}`}
              onClick={() => onAsk(true)}
            >
              Remove
            </Button>
          )}
          <Button
            size="sm"
            variant="secondary"
            aria-label={`${source === "stored" ? "Change" : "Set"} ${what}`}
            onClick={() => onAsk(false)}
          >
            {source === "stored" ? "Change" : "Set"}
          </Button>
        </div>
      )}
    </li>
  );
}

function standing({ source, ends_in: end, set_at: at, set_by: by }: Credential): string {
  if (source === "missing") return "Not set";
  if (source === "environment") return "From the environment of the server";
  const shown = end ? `Set, ends in ${end}` : "Set";
  return at ? `${shown}, by ${by?.name ?? ""} on ${formatDayAndTime(at)}` : shown;
}
