import {
  deleteExport,
  downloadExport,
  listExports,
  requestExport,
  retryExport,
  type ExportRequest,
  type PreparedExport,
} from "@rokad/contract/exports";
import { Download, RotateCw, Trash2, X } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { sendOnce } from "../api/send-once.ts";
import { refreshApi } from "../api/use-api.ts";
import { runExport, runningExports } from "../shell/running-exports.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

/** What can be done with an export as it stands. */
export function ExportActions({ file }: { file: PreparedExport }) {
  const isUnderWay = file.state === "waiting" || file.state === "making";
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 md:flex-nowrap">
      {file.state === "ready" && <DownloadButton file={file} />}
      {(file.state === "failed" || file.state === "expired") && <AgainButton file={file} />}
      <DeleteButton file={file} isUnderWay={isUnderWay} />
    </div>
  );
}

function DownloadButton({ file }: { file: PreparedExport }) {
  const running = useSyncExternalStore(runningExports.subscribe, () =>
    runningExports.current(file.id),
  );
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Download />}
      busy={running !== undefined}
      aria-label={`Download ${file.file_name}`}
      onClick={() =>
        void runExport(
          file.id,
          (options) =>
            download(downloadExport, { params: { id: file.id } }, file.file_name, options),
          { done: "Export downloaded successfully", failed: "Failed to download the export" },
        )
      }
    >
      Download
    </Button>
  );
}

/** Does something about an export, says how it ended, and shows the list as it is then. */
function useAct() {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async act(work: () => Promise<{ message?: string | undefined }>, failed: string) {
      setBusy(true);
      try {
        const { message } = await work();
        if (message) toast.success(message);
      } catch (error) {
        toast.error(messageOf(error, failed));
      } finally {
        setBusy(false);
        await refreshApi(listExports);
      }
    },
  };
}

/** A failed one goes on as the same export, an expired one is asked for anew. */
function AgainButton({ file }: { file: PreparedExport }) {
  const { busy, act } = useAct();
  const isFailed = file.state === "failed";
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<RotateCw />}
      busy={busy}
      aria-label={`${isFailed ? "Retry" : "Make again"}: ${file.file_name}`}
      onClick={() =>
        void act(
          () =>
            isFailed
              ? send(retryExport, { params: { id: file.id } })
              : sendOnce(requestExport, {
                  body: { kind: file.kind, filter: file.filter } as ExportRequest,
                }),
          "Failed to ask for the export",
        )
      }
    >
      {isFailed ? "Retry" : "Make again"}
    </Button>
  );
}

function DeleteButton({ file, isUnderWay }: { file: PreparedExport; isUnderWay: boolean }) {
  const { busy, act } = useAct();
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={isUnderWay ? <X /> : <Trash2 />}
      busy={busy}
      aria-label={`${isUnderWay ? "Cancel" : "Delete"}: ${file.file_name}`}
      onClick={() =>
        void act(
          () => send(deleteExport, { params: { id: file.id } }),
          "Failed to delete the export",
        )
      }
    >
      {isUnderWay ? "Cancel" : "Delete"}
    </Button>
  );
}
