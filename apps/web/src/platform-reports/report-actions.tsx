import {
  downloadPlatformReport,
  listPlatformReports,
  requestPlatformReport,
  retryPlatformReport,
  type PlatformReport,
} from "@rokad/contract/platform-reports";
import { Download, RotateCw } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { sendOnce } from "../api/send-once.ts";
import { refreshApi } from "../api/use-api.ts";
import { runExport, runningExports } from "../shell/running-exports.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

/** What can be done with a report as it stands. */
export function ReportActions({ report }: { report: PlatformReport }) {
  if (report.state === "ready") return <DownloadButton report={report} />;
  if (report.state === "failed" || report.state === "expired") {
    return <AgainButton report={report} />;
  }
  return null;
}

function DownloadButton({ report }: { report: PlatformReport }) {
  const running = useSyncExternalStore(runningExports.subscribe, () =>
    runningExports.current(report.id),
  );
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Download />}
      busy={running !== undefined}
      aria-label={`Download ${report.file_name}`}
      onClick={() =>
        void runExport(
          report.id,
          (options) =>
            download(
              downloadPlatformReport,
              { params: { id: report.id } },
              report.file_name,
              options,
            ),
          { done: "Report downloaded successfully", failed: "Failed to download the report" },
        )
      }
    >
      Download
    </Button>
  );
}

/** A failed one goes on as the same report, an expired one is asked for anew. */
function AgainButton({ report }: { report: PlatformReport }) {
  const [busy, setBusy] = useState(false);
  const isFailed = report.state === "failed";

  async function again() {
    setBusy(true);
    try {
      const { kind, format, from, to } = report;
      const { message } = isFailed
        ? await send(retryPlatformReport, { params: { id: report.id } })
        : await sendOnce(requestPlatformReport, { body: { kind, format, from, to } });
      toast.success(message ?? "Your report is being made");
    } catch (error) {
      toast.error(messageOf(error, "Failed to ask for the report"));
    } finally {
      setBusy(false);
      await refreshApi(listPlatformReports);
    }
  }

  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<RotateCw />}
      busy={busy}
      aria-label={`${isFailed ? "Retry" : "Make again"}: ${report.file_name}`}
      onClick={() => void again()}
    >
      {isFailed ? "Retry" : "Make again"}
    </Button>
  );
}
