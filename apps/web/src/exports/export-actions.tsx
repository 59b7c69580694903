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
import { AgainButton, DownloadButton, useAct } from "../shell/kept-file-actions.tsx";
import { isUnderWay } from "../shell/kept-files.tsx";
import { Button } from "../ui/button.tsx";

/** What can be done with an export as it stands. */
export function ExportActions({ file }: { file: PreparedExport }) {
  const params = { id: file.id };
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 md:flex-nowrap">
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
      <DeleteButton file={file} />
    </div>
  );
}

function DeleteButton({ file }: { file: PreparedExport }) {
  const { busy, act } = useAct(listExports);
  const cancels = isUnderWay(file);
  const word = cancels ? "Cancel" : "Delete";
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={cancels ? <X /> : <Trash2 />}
      busy={busy}
      aria-label={`${word}: ${file.file_name}`}
      onClick={() =>
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
