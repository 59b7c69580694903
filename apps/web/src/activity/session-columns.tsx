import type { OpenSession, revokeSession, revokeSessionsOf } from "@rokad/contract/activity-lists";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { formatAge } from "./format-age.ts";

const roles = { superadmin: "Super admin", operator: "Operator", retailer: "Retailer" } as const;

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
      header: "Person",
      card: "title",
      className: "max-w-52",
      cell: ({ person, is_own: own }) => (
        <>
          <span className="flex items-center gap-2 font-medium">
            <span className="truncate" title={person.name}>
              {person.name}
            </span>
            {own && <Badge tone="brand">This session</Badge>}
          </span>
          <span className="text-xs text-muted">{roles[person.role]}</span>
        </>
      ),
    },
    {
      id: "device",
      header: "Device",
      card: "line",
      cell: ({ device }) => device ?? <span className="text-muted">Unknown</span>,
    },
    {
      id: "address",
      header: "Address",
      card: "line",
      className: "max-w-52",
      cell: ({ address }) => (
        <span className="block truncate tabular-nums" title={address ?? undefined}>
          {address ?? "Unknown"}
        </span>
      ),
    },
    {
      id: "since",
      header: "Signed in",
      card: "line",
      cell: ({ created_at: at }) => <When at={at} />,
    },
    {
      id: "last_seen",
      header: "Last seen",
      card: "line",
      align: "end",
      cell: ({ last_seen_at: at }) => `${formatAge(at, now)} ago`,
    },
    {
      id: "act",
      header: "Actions",
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (session) => (
        <Permitted<typeof revokeSession | typeof revokeSessionsOf> needs="manage">
          <span className="inline-flex gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Revoke this session of ${session.person.name}`}
              onClick={() => onRevoke(session)}
            >
              Revoke
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Revoke all sessions of ${session.person.name}`}
              onClick={() => onRevokeAll(session)}
            >
              Revoke all
            </Button>
          </span>
        </Permitted>
      ),
    },
  ];
}
