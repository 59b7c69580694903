import type { Invitation, TeamMember } from "@rokad/contract/team";
import { t } from "../language.ts";
import { formatPhone } from "../common/people/person.ts";
import { roleLabel, type TeamRole } from "../common/people/role-names.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatDayOfMonth } from "../ui/dates.ts";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import type { TeamKind } from "./team-kind.ts";

/** What the page opens for a row. */
export type TeamAct =
  | { readonly kind: "invite" }
  | {
      readonly kind: "roles" | "deputies" | "disable" | "enable";
      readonly member: TeamMember;
    }
  | { readonly kind: "repeat" | "cancel"; readonly invitation: Invitation };

/** @param onAct undefined for those who may not change the team. */
export function memberColumns(
  onAct: ((act: TeamAct) => void) | undefined,
  { hasDeputies }: Pick<TeamKind, "hasDeputies">,
): Column<TeamMember>[] {
  return [
    {
      id: "name",
      header: t`Name`,
      card: "title",
      cell: (member) => <Person name={member.name} mobile={member.mobile} isYou={member.is_you} />,
    },
    {
      id: "status",
      header: t`Status`,
      card: "value",
      cell: ({ is_active: isActive, has_left: hasLeft }) => (
        <Badge tone={isActive ? "good" : "neutral"}>
          {isActive ? t`Active` : hasLeft ? t`Left` : t`Disabled`}
        </Badge>
      ),
    },
    { id: "roles", header: t`Roles`, card: "status", cell: ({ roles }) => <Roles of={roles} /> },
    ...(hasDeputies
      ? [{ id: "deputies", header: t`Deputies`, card: "line", cell: deputiesOf } as const]
      : []),
    { id: "since", header: t`Since`, card: "line", cell: ({ since }) => <When at={since} /> },
    {
      id: "seen",
      header: t`Last signed in`,
      card: "line",
      cell: ({ last_signed_in_at: at }) => (at ? <When at={at} /> : t`Never`),
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (member) =>
        onAct &&
        !member.is_you &&
        // Who left comes back by a new invitation.
        !member.has_left && (
          <span className="flex flex-wrap justify-end gap-2">
            {hasDeputies && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={t`Deputies of ${member.name}`}
                onClick={() => onAct({ kind: "deputies", member })}
              >
                {t`Deputies`}
              </Button>
            )}
            {member.is_active && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={t`Change roles of ${member.name}`}
                onClick={() => onAct({ kind: "roles", member })}
              >
                {t`Change roles`}
              </Button>
            )}
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${member.is_active ? t`Disable` : t`Enable`} ${member.name}`}
              onClick={() => onAct({ kind: member.is_active ? "disable" : "enable", member })}
            >
              {member.is_active ? t`Disable` : t`Enable`}
            </Button>
          </span>
        ),
    },
  ];
}

function deputiesOf({ deputies, away_from: from, away_until: until }: TeamMember) {
  if (deputies.length === 0) return <span className="text-muted">{t`None`}</span>;
  return (
    <span className="grid min-w-0">
      <span className="break-words">{deputies.map(({ name }) => name).join(", ")}</span>
      {from && until && (
        <span className="text-xs text-muted">
          {t`Away ${formatDayOfMonth(from)} to ${formatDayOfMonth(until)}`}
        </span>
      )}
    </span>
  );
}

/** @param onAct as in `memberColumns`. */
export function invitationColumns(
  onAct: ((act: TeamAct) => void) | undefined,
): Column<Invitation>[] {
  return [
    {
      id: "name",
      header: t`Name`,
      card: "title",
      cell: ({ name, mobile }) => <Person name={name} mobile={mobile} />,
    },
    {
      id: "status",
      header: t`Status`,
      card: "value",
      cell: ({ is_expired: isExpired }) => (
        <Badge tone={isExpired ? "warn" : "info"}>{isExpired ? t`Expired` : t`Invited`}</Badge>
      ),
    },
    { id: "roles", header: t`Roles`, card: "status", cell: ({ roles }) => <Roles of={roles} /> },
    { id: "by", header: t`Invited by`, card: "line", cell: ({ invited_by: by }) => by },
    {
      id: "until",
      header: t`Valid until`,
      card: "line",
      cell: ({ expires_at: at }) => <When at={at} />,
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (invitation) =>
        onAct && (
          <span className="flex flex-wrap justify-end gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-label={t`Repeat the invitation of ${invitation.name}`}
              onClick={() => onAct({ kind: "repeat", invitation })}
            >
              {t`Repeat`}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t`Cancel the invitation of ${invitation.name}`}
              onClick={() => onAct({ kind: "cancel", invitation })}
            >
              {t`Cancel`}
            </Button>
          </span>
        ),
    },
  ];
}

interface PersonProps {
  name: string;
  mobile: string;
  isYou?: boolean;
}

function Person({ name, mobile, isYou = false }: PersonProps) {
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-2 font-medium">
        <span className="min-w-0 break-words">{name}</span>
        {isYou && <Badge tone="brand">{t`You`}</Badge>}
      </span>
      <span className="text-muted tabular-nums">{formatPhone(mobile)}</span>
    </span>
  );
}

function Roles({ of }: { of: readonly TeamRole[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {of.map((role) => (
        <Badge key={role} tone={role === "owner" ? "brand" : "outline"}>
          {roleLabel(role)}
        </Badge>
      ))}
    </span>
  );
}
