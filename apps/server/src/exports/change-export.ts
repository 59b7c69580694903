import type { PreparedExport } from "@rokad/contract/exports";
import { limits } from "@rokad/contract/limits";
import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { exportNotFailed, notFound, tooManyExports } from "../errors.ts";
import { announceJobs } from "../jobs/announce-jobs.ts";
import { askAgain, countUnderWay } from "../kept-files/ask-for-file.ts";
import { exportFiles, stateOf } from "../kept-files/kept-file.ts";
import { forgetJob, lockOwnFile } from "../kept-files/lock-file.ts";
import type { Tenant } from "../sign-in/person.ts";
import { asExport, exportJob, ownExport } from "./export.ts";

/**
 * Has an export that failed made again.
 * @throws 404 when it is not this tenant's, 409 `EXPORT_NOT_FAILED` when it has not failed.
 */
export function retryExport(tenant: Tenant, id: string): Promise<PreparedExport> {
  return transaction(async (db) => {
    const underWay = await countUnderWay(db, tenant, exportFiles);
    const row = await lockOwnFile(db, tenant, exportFiles, id);
    if (!row) throw notFound("This export");
    // Of two who press at once the second finds that it is under way.
    if (stateOf(row) !== "failed") throw exportNotFailed();
    if (underWay >= limits.exportsUnderWayMax) throw tooManyExports();
    await forgetJob(db, row);
    await askAgain(db, tenant, exportJob, id);
    const again = await ownExport(db, tenant.id, id);
    if (!again) throw notFound("This export");
    const subject = { kind: "export", id };
    await record(db, { act: "export.requested", by: tenant, subject, after: { kind: row.kind } });
    return asExport(again);
  });
}

/**
 * Deletes an export with its file; one that is being made is not made any further.
 * @throws 404 when it is not this tenant's.
 */
export function deleteExport(tenant: Tenant, id: string): Promise<void> {
  return transaction(async (db) => {
    const row = await lockOwnFile(db, tenant, exportFiles, id);
    if (!row) throw notFound("This export");
    await db.deleteFrom("kept_files").where("id", "=", id).execute();
    await forgetJob(db, row);
    await announceJobs(db, tenant.id);
    const subject = { kind: "export", id };
    await record(db, { act: "export.deleted", by: tenant, subject, before: { kind: row.kind } });
  });
}
