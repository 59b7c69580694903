import type { PlatformReport } from "@rokad/contract/platform-reports";
import { record } from "../../identity/audit/record.ts";
import { transaction } from "../../database/db.ts";
import { jobNotDead, notFound } from "../../kernel/errors.ts";
import { requestFileAgain } from "../../worker/stored-files/request-file.ts";
import { reportFiles, fileState } from "../../worker/stored-files/stored-file.ts";
import { deleteFileJob, lockOwnFile } from "../../worker/stored-files/lock-stored-file.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { asReport, ownReport, reportJob } from "./report.ts";

/**
 * Creates a failed report again.
 * @throws 404 when it is not this person's, 409 `JOB_NOT_DEAD` when it has not failed.
 */
export function retryReport(person: SuperAdmin, id: string): Promise<PlatformReport> {
  return transaction(async (db) => {
    const report = await lockOwnFile(db, person, reportFiles, id);
    if (!report) throw notFound("This report");
    // Closes the race between two retries: the second sees the state after the first.
    if (fileState(report) !== "failed") throw jobNotDead();
    await deleteFileJob(db, report);
    await requestFileAgain(db, person, reportJob, id);
    const again = await ownReport(db, person.member.id, id);
    if (!again) throw notFound("This report");
    await record(db, { act: "job.retried", by: person, subject: { kind: "report", id } });
    return asReport(again);
  });
}
