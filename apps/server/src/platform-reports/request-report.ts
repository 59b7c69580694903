import { limits } from "@rokad/contract/limits";
import type { PlatformReport, ReportRequest } from "@rokad/contract/platform-reports";
import { record } from "../audit/record.ts";
import type { Tx } from "../db.ts";
import { notFound, tooManyReports } from "../errors.ts";
import { askForFile, countUnderWay } from "../kept-files/ask-for-file.ts";
import { reportFiles } from "../kept-files/kept-file.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { asReport, ownReport, reportJob } from "./report.ts";

/**
 * Records that a report is wanted, and the job that makes it.
 * @throws 422 `TOO_MANY_REPORTS` while ten of this person's are under way.
 */
export async function requestReport(
  db: Tx,
  person: SuperAdmin,
  { kind, format, from, to }: ReportRequest,
): Promise<PlatformReport> {
  const underWay = await countUnderWay(db, person, reportFiles);
  if (underWay >= limits.platformReportsWaitingMax) throw tooManyReports();
  const filter = { from, to };
  const id = await askForFile(db, person, { kind, format, filter, job: reportJob });
  const row = await ownReport(db, person.id, id);
  if (!row) throw notFound("The report");
  await record(db, {
    act: "report.requested",
    by: person,
    subject: { kind: "report", id },
    after: { kind, format, from, to },
  });
  return asReport(row);
}
