import type { Passkey } from "@rokad/contract/passkeys";
import { t } from "../language.ts";
import { currentViewing } from "../api/viewing.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";

interface PasskeyActions {
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

export function passkeyColumns({ onRename, onRemove }: PasskeyActions): Column<Passkey>[] {
  return [
    {
      id: "name",
      header: t`Name`,
      card: "title",
      cell: ({ name, works_here: worksHere, host }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          {!worksHere && <Badge tone="warn">{t`Only at ${host}`}</Badge>}
        </span>
      ),
    },
    {
      id: "kind",
      header: t`Stored`,
      card: "line",
      cell: ({ is_synced: isSynced }) => (isSynced ? t`Synced to your devices` : t`On one device`),
    },
    {
      id: "added",
      header: t`Added`,
      card: "line",
      cell: ({ created_at: at }) => <When at={at} />,
    },
    {
      id: "used",
      header: t`Last used`,
      card: "line",
      cell: ({ last_used_at: at }) => (at === null ? t`Never` : <When at={at} />),
    },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (passkey) =>
        !currentViewing() && (
          <span className="inline-flex gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-label={t`Rename ${passkey.name}`}
              onClick={() => onRename(passkey)}
            >
              {t`Rename`}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t`Remove ${passkey.name}`}
              onClick={() => onRemove(passkey)}
            >
              {t`Remove`}
            </Button>
          </span>
        ),
    },
  ];
}
