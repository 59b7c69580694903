import { limits } from "@rokad/contract/limits";
import type { PlatformReport, ReportRequest } from "@rokad/contract/platform-reports";
import { record } from "../../identity/audit/record.ts";
import type { Tx } from "../../database/db.ts";
import { notFound, tooManyReports } from "../../kernel/errors.ts";
import { requestFile, countFilesInProgress } from "../../worker/stored-files/request-file.ts";
import { reportFiles } from "../../worker/stored-files/stored-file.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { asReport, ownReport, reportJob } from "./report.ts";

/**
 * Records a report request and enqueues its job.
 * @throws 422 `TOO_MANY_REPORTS` while ten reports of this person are in progress.
 */
export async function requestReport(
  db: Tx,
  person: SuperAdmin,
  { kind, format, from, to }: ReportRequest,
): Promise<PlatformReport> {
  const inProgress = await countFilesInProgress(db, person, reportFiles);
  if (inProgress >= limits.platformReportsWaitingMax) throw tooManyReports();
  const filter = { from, to };
  const id = await requestFile(db, person, { kind, format, filter, job: reportJob });
  const row = await ownReport(db, person.member.id, id);
  if (!row) throw notFound("The report");
  await record(db, {
    act: "report.requested",
    by: person,
    subject: { kind: "report", id },
    after: { kind, format, from, to },
  });
  return asReport(row);
}
