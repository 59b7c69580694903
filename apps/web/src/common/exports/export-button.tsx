import { Download } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "../../language.ts";
import type { FileProgress } from "../../api/read-file.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { downloadState } from "./download-state.ts";
import { runExport, runningExports, type ExportWork } from "./running-exports.ts";

interface ExportButtonProps {
  /** Identifies the export among those that run at once. */
  name: string;
  /** Downloads all filtered rows, not only the page. */
  onExport: ExportWork;
  /** The toast after a success. */
  successText: string;
  /** The toast after a failure without a server message. */
  failureText: string;
  disabled?: boolean;
  label?: string;
}

/** "Export CSV"; during a long export also its progress and a cancel button. */
export function ExportButton(props: ExportButtonProps) {
  const { name, onExport, successText, failureText, disabled, label = t`Export CSV` } = props;
  const running = useSyncExternalStore(runningExports.subscribe, () =>
    runningExports.current(name),
  );
  return (
    <>
      <div
        className={cn(
          "relative min-w-max overflow-hidden rounded-control",
          // Full width on a phone, so that the progress text fits.
          running?.progress && "max-sm:min-w-full",
        )}
      >
        <Button
          variant="secondary"
          wide
          icon={<Download />}
          {...downloadState(disabled)}
          busy={running !== undefined}
          busyLabel={running?.progress ? progressText(running.progress) : t`Exporting...`}
          onClick={() => void runExport(name, onExport, { successText, failureText })}
        >
          {label}
        </Button>
        {running?.progress?.rowsTotal !== undefined && <Bar {...running.progress} />}
      </div>
      {running?.progress && (
        <Button variant="secondary" onClick={running.cancel}>
          {t`Cancel export`}
        </Button>
      )}
    </>
  );
}

function progressText({ rows, rowsTotal }: FileProgress): string {
  const total = rowsTotal === undefined ? "" : t` of ${rowsTotal.toLocaleString("en-IN")}`;
  return t`Exporting... ${rows.toLocaleString("en-IN")}${total} rows`;
}

function Bar({ rows, rowsTotal = 0 }: FileProgress) {
  return (
    <div
      role="progressbar"
      aria-label={t`Export`}
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
