import {
  deleteExport,
  downloadExport,
  listExports,
  requestExport,
  retryExport,
  type ExportRequest,
  type PreparedExport,
} from "@rokad/contract/exports";
import { Trash2, X } from "lucide-react";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { sendOnce } from "../api/send-once.ts";
import { AgainButton, DownloadButton, FileActions, useAct } from "../shell/kept-file-actions.tsx";
import { isUnderWay } from "../shell/kept-files.tsx";
import { Button } from "../ui/button.tsx";

interface ExportActionsProps {
  file: PreparedExport;
  /** Asks before something is lost: a file that is ready, or what was made of one. */
  onAsk: (file: PreparedExport) => void;
}

/** What can be done with an export as it stands. */
export function ExportActions({ file, onAsk }: ExportActionsProps) {
  const params = { id: file.id };
  return (
    <FileActions file={file}>
      {file.state === "ready" && (
        <DownloadButton
          file={file}
          noun="export"
          fetchFile={(options) => download(downloadExport, { params }, file.file_name, options)}
        />
      )}
      {(file.state === "failed" || file.state === "expired") && (
        <AgainButton
          file={file}
          noun="export"
          list={listExports}
          retry={() => send(retryExport, { params })}
          makeAgain={() =>
            sendOnce(requestExport, {
              body: { kind: file.kind, filter: file.filter } as ExportRequest,
            })
          }
        />
      )}
      <DeleteButton file={file} onAsk={onAsk} />
    </FileActions>
  );
}

function DeleteButton({ file, onAsk }: ExportActionsProps) {
  const { busy, act } = useAct(listExports);
  const cancels = isUnderWay(file);
  const word = cancels ? "Cancel" : "Delete";
  const isKept = cancels || file.state === "ready";
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={cancels ? <X /> : <Trash2 />}
      busy={busy}
      aria-label={`${word}: ${file.file_name}`}
      onClick={() =>
        isKept
          ? onAsk(file)
          : // Nothing but its line is left of it.
            void act(
              () => send(deleteExport, { params: { id: file.id } }),
              "Failed to delete the export",
            )
      }
    >
      {word}
    </Button>
  );
}
