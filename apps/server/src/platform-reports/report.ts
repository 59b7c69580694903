import { platformReportTitles, type PlatformReport } from "@rokad/contract/platform-reports";
import type { Db } from "../db.ts";
import {
  filesOf,
  ownFile,
  reportFiles,
  standingOf,
  type FileRow,
} from "../kept-files/kept-file.ts";
import type { Period } from "./table.ts";

export type ReportRow = FileRow<(typeof reportFiles)[number]>;

/** The work on a report, by its name in `work-of-jobs.ts`. */
export const reportJob = "platform_report";

export const reportsOf = (db: Db, personId: string) => filesOf(db, personId, reportFiles);

export const ownReport = (db: Db, personId: string, id: string) =>
  ownFile(db, personId, reportFiles, id);

/** The days that a report is of, as its request had them. */
export function periodOf({ filter }: Pick<ReportRow, "filter">): Period {
  return filter as unknown as Period;
}

/** A report as the console knows it. */
export function asReport(row: ReportRow): PlatformReport {
  const { from, to } = periodOf(row);
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    from,
    to,
    file_name: fileNameOf(row),
    ...standingOf(row),
  };
}

/** `platform-statement-2026-11-01-to-2026-11-21.xlsx`. */
export function fileNameOf(row: Pick<ReportRow, "kind" | "filter" | "format">) {
  const name = platformReportTitles[row.kind].toLowerCase().replaceAll(" ", "-");
  const { from, to } = periodOf(row);
  return `${name}-${from}-to-${to}.${row.format}`;
}
