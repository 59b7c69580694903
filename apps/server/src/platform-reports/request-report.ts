import { limits } from "@rokad/contract/limits";
import type { PlatformReport, ReportRequest } from "@rokad/contract/platform-reports";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { notFound, tooManyReports } from "../errors.ts";
import { newId } from "../ids.ts";
import { enqueueJob } from "../jobs/enqueue-job.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { asReport, ownReport, reportsOf } from "./report.ts";

/**
 * Records that a report is wanted, and the job that makes it.
 * @throws 422 `TOO_MANY_REPORTS` while ten of this person's are under way.
 */
export async function requestReport(
  db: Tx,
  person: SuperAdmin,
  { kind, format, from, to }: ReportRequest,
): Promise<PlatformReport> {
  // Two that this person asks for at the same moment are counted one after the other.
  await db
    .selectFrom("people")
    .select("id")
    .where("id", "=", person.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const underWay = await reportsOf(db, person.id)
    .where("background_jobs.status", "in", ["waiting", "running"])
    .limit(limits.platformReportsWaitingMax)
    .execute();
  if (underWay.length >= limits.platformReportsWaitingMax) throw tooManyReports();
  const id = newId();
  const job_id = await enqueueReport(db, person, id);
  await db
    .insertInto("platform_reports")
    .values({
      id,
      asked_by: person.id,
      kind,
      format,
      from_day: from,
      to_day: to,
      job_id,
      created_at: now(),
    })
    .execute();
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

export function enqueueReport(db: Tx, person: SuperAdmin, id: string): Promise<string> {
  return enqueueJob(db, { kind: "platform_report", payload: { report_id: id }, by: person });
}
