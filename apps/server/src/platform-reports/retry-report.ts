import type { PlatformReport } from "@rokad/contract/platform-reports";
import { record } from "../audit/record.ts";
import { database, transaction } from "../db.ts";
import { jobNotDead, notFound } from "../errors.ts";
import { retryJob } from "../jobs/review-dead-job.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { asReport, ownReport, stateOf } from "./report.ts";
import { enqueueReport } from "./request-report.ts";

/**
 * Has a report that failed made again.
 * @throws 404 when it is not this person's, 409 `JOB_NOT_DEAD` when it has not failed.
 */
export async function retryReport(person: SuperAdmin, id: string): Promise<PlatformReport> {
  const report = await ownReport(database(), person.id, id);
  if (!report) throw notFound("This report");
  if (report.job_id) await retryJob(person, report.job_id);
  else await beginAnew(person, id);
  const now = await ownReport(database(), person.id, id);
  if (!now) throw notFound("This report");
  return asReport(now);
}

/** Its job was discarded: it gets another one. */
function beginAnew(person: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    // Of two who press at once the second finds that it has a job.
    await db
      .selectFrom("platform_reports")
      .select("id")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    const report = await ownReport(db, person.id, id);
    if (!report || report.job_id || stateOf(report) !== "failed") throw jobNotDead();
    const job_id = await enqueueReport(db, person, id);
    await db.updateTable("platform_reports").set({ job_id }).where("id", "=", id).execute();
    await record(db, { act: "job.retried", by: person, subject: { kind: "report", id } });
  });
}
