import type { Call } from "@rokad/contract/call";
import { Download, RotateCw } from "lucide-react";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { messageOf } from "../api/api-error.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import type { KeptFile } from "./kept-file-state.tsx";
import { runExport, runningExports, type ExportWork } from "./running-exports.ts";

/** The buttons of one file; by its id the focus finds back to them. */
export function FileActions({ file, children }: { file: KeptFile; children: ReactNode }) {
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
  file: KeptFile;
  /** What it is: "export". */
  noun: string;
  fetchFile: ExportWork;
}

/** Fetches the file; it goes on, and shows so, when somebody leaves the page and comes back. */
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
      aria-label={`Download ${file.file_name}`}
      onClick={() =>
        void runExport(file.id, fetchFile, {
          done: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} downloaded successfully`,
          failed: `Failed to download the ${noun}`,
        })
      }
    >
      Download
    </Button>
  );
}

interface AgainButtonProps {
  file: KeptFile;
  noun: string;
  /** The list that shows it. */
  list: Call & { readonly method: "GET" };
  /** A failed one goes on as the same file. */
  retry: () => Promise<Told>;
  /** An expired one is asked for anew. */
  makeAgain: () => Promise<Told>;
}

export function AgainButton({ file, noun, list, retry, makeAgain }: AgainButtonProps) {
  const { busy, act } = useAct(list);
  const isFailed = file.state === "failed";
  const word = isFailed ? "Retry" : "Make again";
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<RotateCw />}
      busy={busy}
      aria-label={`${word}: ${file.file_name}`}
      onClick={() => void act(isFailed ? retry : makeAgain, `Failed to ask for the ${noun}`)}
    >
      {word}
    </Button>
  );
}

interface Told {
  readonly message?: string | undefined;
}

/** Does something about a file, says how it ended, and shows the list as it is then. */
export function useAct(list: Call & { readonly method: "GET" }) {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async act(work: () => Promise<Told>, failed: string) {
      setBusy(true);
      try {
        const { message } = await work();
        if (message) toast.success(message);
      } catch (error) {
        toast.error(messageOf(error, failed));
      } finally {
        setBusy(false);
        await refreshApi(list);
      }
    },
  };
}
