import type { Call } from "@rokad/contract/call";
import { Download, RotateCw } from "lucide-react";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { capitalise } from "../../ui/capitalise.ts";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { refreshApi } from "../../api/use-api.ts";
import { currentViewing } from "../../api/viewing.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import type { StoredFile } from "./stored-file-state.tsx";
import { runExport, runningExports, type ExportWork } from "../exports/running-exports.ts";

/** The buttons of one file; `data-file` lets the focus return to them. None in a read-only view. */
export function FileActions({ file, children }: { file: StoredFile; children: ReactNode }) {
  if (currentViewing()) return null;
  return (
    <div
      data-file={file.id}
      className="flex flex-wrap items-center justify-end gap-2 md:flex-nowrap"
    >
      {children}
    </div>
  );
}

interface DownloadButtonProps {
  file: StoredFile;
  /** The kind of file: "export". */
  noun: string;
  fetchFile: ExportWork;
}

/** Downloads the file; the download continues and stays visible across page changes. */
export function DownloadButton({ file, noun, fetchFile }: DownloadButtonProps) {
  const running = useSyncExternalStore(runningExports.subscribe, () =>
    runningExports.current(file.id),
  );
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Download />}
      busy={running !== undefined}
      aria-label={t`Download ${file.file_name}`}
      onClick={() =>
        void runExport(file.id, fetchFile, {
          successText: t`${capitalise(noun)} downloaded successfully`,
          failureText: t`Failed to download the ${noun}`,
        })
      }
    >
      {t`Download`}
    </Button>
  );
}

interface RetryButtonProps {
  file: StoredFile;
  noun: string;
  /** The list to reload. */
  list: Call & { readonly method: "GET" };
  /** Retries a failureText file under the same id. */
  retry: () => Promise<ActionResult>;
  /** Requests an expired file again. */
  requestAgain: () => Promise<ActionResult>;
}

export function RetryButton({ file, noun, list, retry, requestAgain }: RetryButtonProps) {
  const { busy, act } = useFileAction(list);
  const isFailed = file.state === "failed";
  const label = isFailed ? t`Retry` : t`Create again`;
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<RotateCw />}
      busy={busy}
      aria-label={`${label}: ${file.file_name}`}
      onClick={() => void act(isFailed ? retry : requestAgain, t`Failed to request the ${noun}`)}
    >
      {label}
    </Button>
  );
}

interface ActionResult {
  readonly message?: string | undefined;
}

/** Runs an action on a file, reports the result in a toast and reloads the list. */
export function useFileAction(list: Call & { readonly method: "GET" }) {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async act(work: () => Promise<ActionResult>, failureText: string) {
      setBusy(true);
      try {
        const { message } = await work();
        if (message) toast.success(message);
      } catch (error) {
        toast.error(messageOf(error, failureText));
      } finally {
        setBusy(false);
        await refreshApi(list);
      }
    },
  };
}
