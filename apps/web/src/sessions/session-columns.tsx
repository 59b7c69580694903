import type { OwnSession } from "@rokad/contract/sessions";
import { t } from "../language.ts";
import { currentViewing } from "../api/viewing.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";

export function sessionColumns(onEnd: (session: OwnSession) => void): Column<OwnSession>[] {
  return [
    {
      id: "device",
      header: t`Device`,
      card: "title",
      cell: ({ device, is_current: isCurrent }) => (
        <span className="flex items-center gap-2 font-medium">
          {device ?? t`Unknown device`}
          {isCurrent && <Badge tone="brand">{t`This device`}</Badge>}
        </span>
      ),
    },
    {
      id: "address",
      header: t`Address`,
      card: "line",
      cell: ({ address }) => <span className="tabular-nums">{address ?? t`Unknown`}</span>,
    },
    {
      id: "since",
      header: t`Signed in`,
      card: "line",
      cell: ({ signed_in_at: at }) => <When at={at} />,
    },
    {
      id: "active",
      header: t`Last active`,
      card: "line",
      cell: ({ last_active_at: at }) => <When at={at} />,
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (session) =>
        !session.is_current &&
        !currentViewing() && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={t`Sign out ${session.device ?? t`this device`}`}
            onClick={() => onEnd(session)}
          >
            {t`Sign out`}
          </Button>
        ),
    },
  ];
}
