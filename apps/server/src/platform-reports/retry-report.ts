import type { PlatformReport } from "@rokad/contract/platform-reports";
import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { jobNotDead, notFound } from "../errors.ts";
import { askAgain } from "../kept-files/ask-for-file.ts";
import { reportFiles, stateOf } from "../kept-files/kept-file.ts";
import { forgetJob, lockOwnFile } from "../kept-files/lock-file.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { asReport, ownReport, reportJob } from "./report.ts";

/**
 * Has a report that failed made again.
 * @throws 404 when it is not this person's, 409 `JOB_NOT_DEAD` when it has not failed.
 */
export function retryReport(person: SuperAdmin, id: string): Promise<PlatformReport> {
  return transaction(async (db) => {
    const report = await lockOwnFile(db, person, reportFiles, id);
    if (!report) throw notFound("This report");
    // Of two who press at once the second finds that it is under way.
    if (stateOf(report) !== "failed") throw jobNotDead();
    await forgetJob(db, report);
    await askAgain(db, person, reportJob, id);
    const again = await ownReport(db, person.id, id);
    if (!again) throw notFound("This report");
    await record(db, { act: "job.retried", by: person, subject: { kind: "report", id } });
    return asReport(again);
  });
}
