import {
  deleteExport,
  exportTitles,
  listExports,
  type PreparedExport,
} from "@rokad/contract/exports";
import { useEffect, useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { focusTargetAt, positionOfFile } from "../common/stored-files/file-position.ts";
import { isInProgress } from "../common/stored-files/stored-files.tsx";
import { toast } from "../ui/toast.ts";
import { describeFilter } from "./describe-filter.ts";

interface DeleteExportProps {
  /** The export when the person selected Delete or Cancel. */
  selected: PreparedExport;
  /** The export now; undefined after it was deleted. */
  current: PreparedExport | undefined;
  onClosed: () => void;
}

/** Asks for confirmation before a ready or unfinished file is deleted. */
export function DeleteExport({ selected, current, onClosed }: DeleteExportProps) {
  const [open, setOpen] = useState(true);
  const [position] = useState(() => positionOfFile(selected.id));
  const isCancellation = isInProgress(selected);
  // A request to cancel must not delete a file that is ready by now.
  const hasEnded = current !== undefined && isCancellation && !isInProgress(current);

  useEffect(() => {
    if (hasEnded) toast.info(t`The export finished before you cancelled it`);
  }, [hasEnded]);

  async function remove() {
    const answer = await send(deleteExport, { params: { id: selected.id } });
    return isCancellation ? { message: t`Export cancelled` } : answer;
  }

  return (
    <ConfirmDialog
      open={open && !hasEnded}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      finalFocus={() => focusTargetAt(position)}
      title={isCancellation ? t`Cancel export?` : t`Delete export?`}
      label={isCancellation ? t`Cancel export` : t`Delete export`}
      busyLabel={isCancellation ? t`Cancelling...` : t`Deleting...`}
      keepLabel={t`Keep export`}
      onConfirm={remove}
      refresh={() => refreshApi(listExports)}
    >
      <div className="grid gap-3">
        <div>
          <p className="font-medium">{translateText(exportTitles[selected.kind])}</p>
          <p className="wrap-anywhere text-muted">{describeFilter(selected.filter)}</p>
        </div>
        <p>
          {isCancellation ? describeCancellation(current ?? selected) : describeDeletion(selected)}
        </p>
      </div>
    </ConfirmDialog>
  );
}

function describeCancellation({ progress: { done, total } }: PreparedExport): string {
  const finished =
    done > 0 && total
      ? t`${formatRows(done)} of ${total.toLocaleString("en-IN")} are finished. `
      : "";
  return t`${finished}No file will be created. Your history does not change, and you can export it again.`;
}

function describeDeletion({ file_name: name, rows }: PreparedExport): string {
  const size = rows === null ? "" : t` with ${formatRows(rows)}`;
  return t`${name}${size} will be deleted. Your history does not change, and you can export it again.`;
}

function formatRows(count: number): string {
  return count === 1
    ? t`${count.toLocaleString("en-IN")} row`
    : t`${count.toLocaleString("en-IN")} rows`;
}
