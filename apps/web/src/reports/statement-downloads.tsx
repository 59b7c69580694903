import { dateRangeErrors } from "@rokad/contract/fields";
import {
  exportStatement,
  exportStatementForTally,
  exportStatementForZoho,
  printStatement,
} from "@rokad/contract/reports";
import { BookOpenCheck, FileCode, FileText } from "lucide-react";
import { t } from "../language.ts";
import { download, type DownloadOptions } from "../api/download.ts";
import { DownloadMenu } from "../common/exports/download-menu.tsx";
import { ExportButton } from "../common/exports/export-button.tsx";
import { PdfButton } from "../common/exports/pdf-button.tsx";
import { runExport } from "../common/exports/running-exports.ts";
import type { Period } from "./periods.ts";

const accountingFiles = [
  {
    label: t`TallyPrime (XML)`,
    icon: <FileCode />,
    call: exportStatementForTally,
    ending: "-tally.xml",
  },
  {
    label: t`Zoho Books (CSV)`,
    icon: <FileText />,
    call: exportStatementForZoho,
    ending: "-zoho.csv",
  },
] as const;

const exportTexts = {
  successText: t`Statement exported successfully`,
  failureText: t`Failed to export the statement`,
};

/** The statement of a period as files. */
export function StatementDownloads({ period }: { period: Period }) {
  const name = `statement-${period.from}-to-${period.to}`;
  const isInvalid = Object.keys(dateRangeErrors(period)).length > 0;
  const items = accountingFiles.map(({ label, icon, call, ending }) => ({
    label,
    icon,
    onSave: () =>
      void runExport(
        `statement${ending}`,
        (options) => download(call, { query: period }, `${name}${ending}`, options),
        exportTexts,
      ),
  }));
  return (
    <>
      <PdfButton
        name="statement-pdf"
        label={t`Statement PDF`}
        disabled={isInvalid}
        onDownload={(options: DownloadOptions) =>
          download(printStatement, { query: period }, `${name}.pdf`, options)
        }
        successText={t`Statement downloaded successfully`}
        failureText={t`Failed to download the statement`}
      />
      <ExportButton
        name="statement-csv"
        label={t`Statement CSV`}
        disabled={isInvalid}
        onExport={(options) => download(exportStatement, { query: period }, `${name}.csv`, options)}
        {...exportTexts}
      />
      <DownloadMenu
        label={t`Accounting files`}
        icon={<BookOpenCheck />}
        disabled={isInvalid}
        items={items}
      />
    </>
  );
}
