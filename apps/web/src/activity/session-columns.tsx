import type { OpenSession, revokeSession, revokeSessionsOf } from "@rokad/contract/activity-lists";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { formatAge } from "./format-age.ts";

const roles = { superadmin: t`Super admin`, operator: t`Operator`, retailer: t`Retailer` } as const;

interface ColumnOptions {
  now: number;
  onRevoke: (session: OpenSession) => void;
  onRevokeAll: (session: OpenSession) => void;
}

export function sessionColumns({
  now,
  onRevoke,
  onRevokeAll,
}: ColumnOptions): Column<OpenSession>[] {
  return [
    {
      id: "person",
      header: t`Person`,
      card: "title",
      className: "max-w-52",
      cell: ({ person, is_own: own }) => (
        <>
          <span className="flex items-center gap-2 font-medium">
            <span className="truncate" title={person.name}>
              {person.name}
            </span>
            {own && <Badge tone="brand">{t`This session`}</Badge>}
          </span>
          <span className="text-xs text-muted">{roles[person.role]}</span>
        </>
      ),
    },
    {
      id: "device",
      header: t`Device`,
      card: "line",
      cell: ({ device }) => device ?? <span className="text-muted">{t`Unknown`}</span>,
    },
    {
      id: "address",
      header: t`Address`,
      card: "line",
      className: "max-w-52",
      cell: ({ address }) => (
        <span className="block truncate tabular-nums" title={address ?? undefined}>
          {address ?? t`Unknown`}
        </span>
      ),
    },
    {
      id: "since",
      header: t`Signed in`,
      card: "line",
      cell: ({ created_at: at }) => <When at={at} />,
    },
    {
      id: "last_seen",
      header: t`Last seen`,
      card: "line",
      align: "end",
      cell: ({ last_seen_at: at }) => t`${formatAge(at, now)} ago`,
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (session) => (
        <Permitted<typeof revokeSession | typeof revokeSessionsOf> needs="manage">
          <span className="inline-flex gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-label={t`Revoke this session of ${session.person.name}`}
              onClick={() => onRevoke(session)}
            >
              {t`Revoke`}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={t`Revoke all sessions of ${session.person.name}`}
              onClick={() => onRevokeAll(session)}
            >
              {t`Revoke all`}
            </Button>
          </span>
        </Permitted>
      ),
    },
  ];
}
