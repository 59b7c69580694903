import type { AuditEntry } from "@rokad/contract/security-log";
import { t } from "../super-admin-language.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { actorFallback, actionTone, actionLabel, browserName } from "./describe-entry.ts";
import { SubjectCell } from "./subject.tsx";

export function logColumns(onDetails: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  return [
    { id: "at", header: t`Time`, card: "line", cell: ({ at }) => <When at={at} exact /> },
    {
      id: "act",
      header: t`Action`,
      card: "title",
      cell: ({ act }) => <Badge tone={actionTone(act)}>{actionLabel(act)}</Badge>,
    },
    {
      id: "who",
      header: t`Person`,
      card: "line",
      className: "md:max-w-44",
      cell: (entry) => <Who {...entry} />,
    },
    {
      id: "subject",
      header: t`Subject`,
      card: "line",
      className: "md:max-w-44",
      cell: (entry) => <SubjectCell {...entry} />,
    },
    { id: "from", header: t`From`, card: "line", cell: (entry) => <From {...entry} /> },
    {
      id: "reason",
      header: t`Reason`,
      card: "line",
      className: "md:max-w-44",
      cell: ({ reason }) =>
        reason ? (
          <span className="block truncate max-md:whitespace-normal" title={reason}>
            {reason}
          </span>
        ) : (
          <span className="text-muted">—</span>
        ),
    },
    {
      id: "details",
      header: t`Details`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (entry) => (
        <Button
          variant="ghost"
          size="sm"
          aria-label={t`Details of row ${entry.seq}`}
          onClick={() => onDetails(entry)}
        >
          {t`Details`}
        </Button>
      ),
    },
  ];
}

function Who(entry: Pick<AuditEntry, "actor" | "address">) {
  const { actor } = entry;
  if (!actor) return <span className="text-muted">{actorFallback(entry)}</span>;
  return (
    <>
      <span className="block truncate max-md:inline max-md:whitespace-normal" title={actor.name}>
        {actor.name}
      </span>{" "}
      <span className="text-xs text-muted tabular-nums">{actor.phone}</span>
    </>
  );
}

function From({ address, user_agent }: Pick<AuditEntry, "address" | "user_agent">) {
  if (!address) return <span className="text-muted">—</span>;
  return (
    <>
      <span className="block tabular-nums max-md:inline">{address}</span>{" "}
      <span className="text-xs text-muted">{browserName(user_agent) ?? t`Unknown browser`}</span>
    </>
  );
}
