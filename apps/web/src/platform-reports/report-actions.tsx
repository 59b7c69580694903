import {
  downloadPlatformReport,
  listPlatformReports,
  requestPlatformReport,
  retryPlatformReport,
  type PlatformReport,
} from "@rokad/contract/platform-reports";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { download } from "../api/download.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { Permitted } from "../common/people/permitted.tsx";
import {
  RetryButton,
  DownloadButton,
  FileActions,
} from "../common/stored-files/stored-file-actions.tsx";

/** The actions that the report's state allows. */
export function ReportActions({ report }: { report: PlatformReport }) {
  const params = { id: report.id };
  const { kind, format, from, to } = report;
  return (
    <FileActions file={report}>
      {report.state === "ready" && (
        <DownloadButton
          file={report}
          noun={t`report`}
          fetchFile={(options) =>
            download(downloadPlatformReport, { params }, report.file_name, options)
          }
        />
      )}
      {(report.state === "failed" || report.state === "expired") && (
        <Permitted<typeof retryPlatformReport | typeof requestPlatformReport> needs="finance">
          <RetryButton
            file={report}
            noun={t`report`}
            list={listPlatformReports}
            retry={() => send(retryPlatformReport, { params })}
            requestAgain={() =>
              sendIdempotent(requestPlatformReport, { body: { kind, format, from, to } })
            }
          />
        </Permitted>
      )}
    </FileActions>
  );
}
