import { Download } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { FileProgress } from "../api/read-file.ts";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { runExport, runningExports, type ExportWork } from "./running-exports.ts";

interface ExportButtonProps {
  /** Which export this is, among those that may run at once. */
  name: string;
  /** Downloads the whole filter, not the page. */
  onExport: ExportWork;
  /** The toast afterwards. */
  done: string;
  /** The toast when the server gives no reason of its own. */
  failed: string;
  disabled?: boolean;
  label?: string;
}

/** "Export CSV", and for a long export how far it is with a way to stop it. */
export function ExportButton(props: ExportButtonProps) {
  const { name, onExport, done, failed, disabled, label = "Export CSV" } = props;
  const running = useSyncExternalStore(runningExports.subscribe, () =>
    runningExports.current(name),
  );
  return (
    <>
      <div
        className={cn(
          "relative overflow-hidden rounded-control",
          // A line of its own on a phone, so that its words are whole.
          running?.progress && "max-sm:min-w-full",
        )}
      >
        <Button
          variant="secondary"
          wide
          icon={<Download />}
          disabled={disabled}
          busy={running !== undefined}
          busyLabel={running?.progress ? wordsOf(running.progress) : "Exporting..."}
          onClick={() => void runExport(name, onExport, { done, failed })}
        >
          {label}
        </Button>
        {running?.progress?.rowsTotal !== undefined && <Bar {...running.progress} />}
      </div>
      {running?.progress && (
        <Button variant="secondary" onClick={running.cancel}>
          Cancel export
        </Button>
      )}
    </>
  );
}

function wordsOf({ rows, rowsTotal }: FileProgress): string {
  const total = rowsTotal === undefined ? "" : ` of ${rowsTotal.toLocaleString("en-IN")}`;
  return `Exporting... ${rows.toLocaleString("en-IN")}${total} rows`;
}

function Bar({ rows, rowsTotal = 0 }: FileProgress) {
  return (
    <div
      role="progressbar"
      aria-label="Export"
      aria-valuemin={0}
      aria-valuemax={rowsTotal}
      aria-valuenow={rows}
      className="absolute inset-x-0 bottom-0 h-1 bg-line"
    >
      <div
        className="h-full origin-left bg-brand transition-[scale] duration-200"
        style={{ scale: `${rowsTotal > 0 ? rows / rowsTotal : 0} 1` }}
      />
    </div>
  );
}
