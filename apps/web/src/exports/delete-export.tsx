import {
  deleteExport,
  exportTitles,
  listExports,
  type PreparedExport,
} from "@rokad/contract/exports";
import { useEffect, useState } from "react";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { ConfirmDialog } from "../shell/confirm-dialog.tsx";
import { elementAt, placeOfFile } from "../shell/kept-file-place.ts";
import { isUnderWay } from "../shell/kept-files.tsx";
import { toast } from "../ui/toast.ts";
import { wordsOfFilter } from "./filter-words.ts";

interface DeleteExportProps {
  /** As it stood when it was pressed. */
  asked: PreparedExport;
  /** As it stands; undefined once it is gone, from here or from elsewhere. */
  now: PreparedExport | undefined;
  onClosed: () => void;
}

/** Asks before a ready file, or what was made of one, is lost. */
export function DeleteExport({ asked, now, onClosed }: DeleteExportProps) {
  const [open, setOpen] = useState(true);
  const [place] = useState(() => placeOfFile(asked.id));
  const cancels = isUnderWay(asked);
  // Who meant to stop it has not said that a file which became ready meanwhile may go.
  const hasEnded = now !== undefined && cancels && !isUnderWay(now);

  useEffect(() => {
    if (hasEnded) toast.info("The export had ended before it was cancelled");
  }, [hasEnded]);

  async function remove(): Promise<string> {
    const { message } = await send(deleteExport, { params: { id: asked.id } });
    await refreshApi(listExports);
    return cancels ? "Export cancelled" : message;
  }

  return (
    <ConfirmDialog
      open={open && !hasEnded}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      finalFocus={() => elementAt(place)}
      title={cancels ? "Cancel this export?" : "Delete this export?"}
      label={cancels ? "Cancel the export" : "Delete the file"}
      busyLabel={cancels ? "Cancelling..." : "Deleting..."}
      keepLabel={cancels ? "Let it go on" : "Keep the file"}
      onConfirm={remove}
    >
      <div className="grid gap-3">
        <div>
          <p className="font-medium">{exportTitles[asked.kind]}</p>
          <p className="wrap-anywhere text-muted">{wordsOfFilter(asked.filter)}</p>
        </div>
        <p>{cancels ? lostByCancelling(now ?? asked) : lostByDeleting(asked)}</p>
      </div>
    </ConfirmDialog>
  );
}

function lostByCancelling({ progress: { done, total } }: PreparedExport): string {
  const made =
    done > 0 && total ? `${rowsOf(done)} of ${total.toLocaleString("en-IN")} are made. ` : "";
  return `${made}What is made so far is lost, and there will be no file. Your history stays as it is, and you can ask for the export again.`;
}

function lostByDeleting({ file_name: name, rows }: PreparedExport): string {
  const size = rows === null ? "" : ` with ${rowsOf(rows)}`;
  return `${name}${size} can’t be downloaded any more. Your history stays as it is, and you can ask for the export again.`;
}

function rowsOf(count: number): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? "row" : "rows"}`;
}
