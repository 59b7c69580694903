import type { PreparedExport } from "@rokad/contract/exports";
import { limits } from "@rokad/contract/limits";
import { record } from "../../identity/audit/record.ts";
import { transaction } from "../../database/db.ts";
import { exportNotFailed, notFound, tooManyExports } from "../../kernel/errors.ts";
import { requestFileAgain, countFilesInProgress } from "../../worker/stored-files/request-file.ts";
import { exportFiles, fileState } from "../../worker/stored-files/stored-file.ts";
import { deleteFileJob, lockOwnFile } from "../../worker/stored-files/lock-stored-file.ts";
import type { Tenant } from "../../kernel/person.ts";
import { asExport, exportJob, ownExport } from "./export.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Requests a failed export again.
 * @throws 404 when it is not this tenant's; 409 `EXPORT_NOT_FAILED` when it has not failed.
 */
export function retryExport(tenant: Tenant, id: string): Promise<PreparedExport> {
  return transaction(async (db) => {
    const inProgress = await countFilesInProgress(db, tenant, exportFiles);
    const row = await lockOwnFile(db, tenant, exportFiles, id);
    if (!row) throw notFound("This export");
    // Closes the race between two retries: under the lock the second sees a job in progress.
    if (fileState(row) !== "failed") throw exportNotFailed();
    if (inProgress >= limits.exportsInProgressMax) throw tooManyExports();
    await deleteFileJob(db, row);
    await requestFileAgain(db, tenant, exportJob, id);
    const updated = await ownExport(db, tenant.tenantId, id);
    if (!updated) throw notFound("This export");
    const subject = { kind: "export", id };
    await record(db, { act: "export.requested", by: tenant, subject, after: { kind: row.kind } });
    return asExport(updated);
  });
}

/**
 * Deletes an export with its file; stops one in progress.
 * @throws 404 when it is not this tenant's.
 */
export function deleteExport(tenant: Tenant, id: string): Promise<void> {
  return transaction(async (db) => {
    const row = await lockOwnFile(db, tenant, exportFiles, id);
    if (!row) throw notFound("This export");
    await db.deleteFrom("stored_files").where("id", "=", id).execute();
    await deleteFileJob(db, row);
    await publishToSuperAdmins(db, ["jobs"], tenant.tenantId);
    const subject = { kind: "export", id };
    await record(db, { act: "export.deleted", by: tenant, subject, before: { kind: row.kind } });
  });
}
