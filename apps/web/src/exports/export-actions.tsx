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
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import {
  RetryButton,
  DownloadButton,
  FileActions,
  useFileAction,
} from "../common/stored-files/stored-file-actions.tsx";
import { isInProgress } from "../common/stored-files/stored-files.tsx";
import { Button } from "../ui/button.tsx";

interface ExportActionsProps {
  file: PreparedExport;
  /** Opens the confirmation to delete or cancel. */
  onDelete: (file: PreparedExport) => void;
}

/** The actions that the export's state allows. */
export function ExportActions({ file, onDelete }: ExportActionsProps) {
  const params = { id: file.id };
  return (
    <FileActions file={file}>
      {file.state === "ready" && (
        <DownloadButton
          file={file}
          noun={t`export`}
          fetchFile={(options) => download(downloadExport, { params }, file.file_name, options)}
        />
      )}
      {(file.state === "failed" || file.state === "expired") && (
        <RetryButton
          file={file}
          noun={t`export`}
          list={listExports}
          retry={() => send(retryExport, { params })}
          requestAgain={() =>
            sendIdempotent(requestExport, {
              body: { kind: file.kind, filter: file.filter } as ExportRequest,
            })
          }
        />
      )}
      <DeleteButton file={file} onDelete={onDelete} />
    </FileActions>
  );
}

function DeleteButton({ file, onDelete }: ExportActionsProps) {
  const { busy, act } = useFileAction(listExports);
  const isCancellation = isInProgress(file);
  const label = isCancellation ? t`Cancel` : t`Delete`;
  const needsConfirmation = isCancellation || file.state === "ready";
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={isCancellation ? <X /> : <Trash2 />}
      busy={busy}
      aria-label={`${label}: ${file.file_name}`}
      onClick={() =>
        needsConfirmation
          ? onDelete(file)
          : // The file is already gone, so there is nothing to lose.
            void act(
              () => send(deleteExport, { params: { id: file.id } }),
              t`Failed to delete the export`,
            )
      }
    >
      {label}
    </Button>
  );
}
