import type { ExportRequest, PreparedExport } from "@rokad/contract/exports";
import { limits } from "@rokad/contract/limits";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { notFound, tooManyExports, tooManyStoredExports } from "../../kernel/errors.ts";
import { requestFile, countFilesInProgress } from "../../worker/stored-files/request-file.ts";
import { exportFiles } from "../../worker/stored-files/stored-file.ts";
import type { Tenant } from "../../kernel/person.ts";
import { asExport, exportJob, exportsOf, ownExport } from "./export.ts";

/**
 * Records an export request and enqueues its job.
 * @throws 422 `TOO_MANY_EXPORTS` while too many of this tenant's exports are in progress or stored.
 */
export async function requestExport(
  db: Tx,
  tenant: Tenant,
  { kind, filter }: ExportRequest,
): Promise<PreparedExport> {
  const inProgress = await countFilesInProgress(db, tenant, exportFiles);
  if (inProgress >= limits.exportsInProgressMax) throw tooManyExports();
  const stored = await exportsOf(db, tenant.tenantId).where("expires_at", ">", now()).execute();
  if (stored.length >= limits.exportsStoredMax) throw tooManyStoredExports();
  const id = await requestFile(db, tenant, { kind, format: "csv", filter, job: exportJob });
  const row = await ownExport(db, tenant.tenantId, id);
  if (!row) throw notFound("This export");
  await record(db, {
    act: "export.requested",
    by: tenant,
    subject: { kind: "export", id },
    after: { kind, ...filter },
  });
  return asExport(row);
}
