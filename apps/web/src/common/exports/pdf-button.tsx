import { FileText } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "../../language.ts";
import type { DownloadOptions } from "../../api/download.ts";
import { Button } from "../../ui/button.tsx";
import { downloadState } from "./download-state.ts";
import { runExport, runningExports } from "./running-exports.ts";

interface PdfButtonProps {
  /** Identifies the download among those that run at once. */
  name: string;
  label: string;
  onDownload: (options: DownloadOptions) => Promise<void>;
  /** The toast after a success. */
  successText: string;
  /** The toast after a failure without a server message. */
  failureText: string;
  disabled?: boolean;
}

/** Downloads a PDF; the download continues while the user visits other pages. */
export function PdfButton({ name, label, onDownload, disabled, ...texts }: PdfButtonProps) {
  const running = useSyncExternalStore(runningExports.subscribe, () =>
    runningExports.current(name),
  );
  return (
    <Button
      variant="secondary"
      icon={<FileText />}
      {...downloadState(disabled)}
      busy={running !== undefined}
      busyLabel={t`Creating the PDF...`}
      onClick={() => void runExport(name, onDownload, texts)}
    >
      {label}
    </Button>
  );
}
