import {
  downloadPlatformReport,
  listPlatformReports,
  requestPlatformReport,
  retryPlatformReport,
  type PlatformReport,
} from "@rokad/contract/platform-reports";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { sendOnce } from "../api/send-once.ts";
import { AgainButton, DownloadButton, FileActions } from "../shell/kept-file-actions.tsx";

/** What can be done with a report as it stands. */
export function ReportActions({ report }: { report: PlatformReport }) {
  const params = { id: report.id };
  const { kind, format, from, to } = report;
  return (
    <FileActions file={report}>
      {report.state === "ready" && (
        <DownloadButton
          file={report}
          noun="report"
          fetchFile={(options) =>
            download(downloadPlatformReport, { params }, report.file_name, options)
          }
        />
      )}
      {(report.state === "failed" || report.state === "expired") && (
        <AgainButton
          file={report}
          noun="report"
          list={listPlatformReports}
          retry={() => send(retryPlatformReport, { params })}
          makeAgain={() => sendOnce(requestPlatformReport, { body: { kind, format, from, to } })}
        />
      )}
    </FileActions>
  );
}
