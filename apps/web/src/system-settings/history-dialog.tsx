import { settingNames, type SettingKey } from "@rokad/contract/setting-rules";
import { listSettingHistory, type Setting, type SettingChange } from "@rokad/contract/settings";
import { History, Undo2 } from "lucide-react";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Dialog, DialogBody } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Pager } from "../ui/pager.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { WantedChange } from "./changes.ts";
import { describeSetting } from "./setting-text.ts";

interface HistoryDialogProps {
  open: boolean;
  setting: Setting;
  /** Undefined if the person's roles permit no change. */
  onRestore: ((change: WantedChange) => void) | undefined;
  onClose: () => void;
}

/** A setting's changes with author, time and values, and a button to restore each value. */
export function HistoryDialog({ open, setting, onRestore, onClose }: HistoryDialogProps) {
  const { key } = setting;
  const [page, setPage] = useState(1);
  const { data, error, isValidating, mutate } = useApi(
    listSettingHistory,
    { params: { key }, query: { page } },
    { keepPrevious: true },
  );
  const pages = data?.pagination;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`History of “${translateText(settingNames[key])}”`}
      description={t`Now ${describeSetting(key, setting.value)}`}
      size="lg"
    >
      <DialogBody>
        {error && !data ? (
          <ErrorPanel
            message={t`Failed to load the history`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : data && data.total === 0 ? (
          <EmptyState
            icon={<History />}
            title={t`Never changed`}
            description={t`It has its default, ${describeSetting(key, setting.default)}. Changes appear here.`}
          />
        ) : (
          <ul aria-busy={!data} className="grid gap-3">
            {data
              ? data.data.map((change) => (
                  <Change key={change.id} of={change} setting={setting} onRestore={onRestore} />
                ))
              : [1, 2, 3].map((row) => <Skeleton key={row} className="h-16" />)}
          </ul>
        )}
      </DialogBody>
      {pages && pages.total_pages > 1 && (
        <Pager
          page={pages.current_page}
          totalPages={pages.total_pages}
          summary={t`${pages.total_records} changes`}
          middle={t`Page ${pages.current_page} of ${pages.total_pages}`}
          onPage={setPage}
        />
      )}
    </Dialog>
  );
}

interface ChangeProps {
  of: SettingChange;
  setting: Setting;
  onRestore: HistoryDialogProps["onRestore"];
}

function Change({ of: change, setting, onRestore }: ChangeProps) {
  const { key } = setting;
  const to = describeSetting(key, change.to);
  const isCurrent = to === describeSetting(key, setting.value);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line px-4 py-3 text-sm">
      <div className="min-w-0">
        <p className="font-medium break-words tabular-nums">
          {to}
          {change.to_default && t` (the default)`}
        </p>
        <p className="text-dense break-words text-muted tabular-nums">
          {t`was ${describeSetting(key, change.from)} · ${change.changed_by?.name ?? t`Command line`}, ${formatDayAndTime(change.changed_at)}`}
          {change.confirmed_by && t`, confirmed by ${change.confirmed_by.name}`}
        </p>
      </div>
      {isCurrent ? (
        <span className="text-dense text-muted">{t`Current value`}</span>
      ) : (
        onRestore && (
          <Button
            variant="secondary"
            size="sm"
            icon={<Undo2 />}
            aria-label={t`Restore ${to}`}
            onClick={() => onRestore(restoring(key, change))}
          >
            {t`Restore this value`}
          </Button>
        )
      )}
    </li>
  );
}

function restoring(key: SettingKey, change: SettingChange): WantedChange {
  return { key, value: change.to };
}
