import { FileText } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { DownloadOptions } from "../api/download.ts";
import { Button } from "../ui/button.tsx";
import { runExport, runningExports } from "./running-exports.ts";

interface PdfButtonProps {
  /** Which file this is, among those that may be on their way at once. */
  name: string;
  label: string;
  onDownload: (options: DownloadOptions) => Promise<void>;
  /** The toast afterwards. */
  done: string;
  /** The toast when the server gives no reason of its own. */
  failed: string;
  disabled?: boolean;
}

/** Downloads a PDF; it goes on while its person looks at something else. */
export function PdfButton({ name, label, onDownload, disabled, ...words }: PdfButtonProps) {
  const running = useSyncExternalStore(runningExports.subscribe, () =>
    runningExports.current(name),
  );
  return (
    <Button
      variant="secondary"
      icon={<FileText />}
      disabled={disabled}
      busy={running !== undefined}
      busyLabel="Making the PDF..."
      onClick={() => void runExport(name, onDownload, words)}
    >
      {label}
    </Button>
  );
}
