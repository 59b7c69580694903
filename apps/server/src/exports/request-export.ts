import type { ExportRequest, PreparedExport } from "@rokad/contract/exports";
import { limits } from "@rokad/contract/limits";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { notFound, tooManyExports, tooManyKeptExports } from "../errors.ts";
import { askForFile, countUnderWay } from "../kept-files/ask-for-file.ts";
import { exportFiles } from "../kept-files/kept-file.ts";
import type { Tenant } from "../sign-in/person.ts";
import { asExport, exportJob, exportsOf, ownExport } from "./export.ts";

/**
 * Records that an export is wanted, and the job that makes it.
 * @throws 422 `TOO_MANY_EXPORTS` while too many of this tenant's are under way or kept.
 */
export async function requestExport(
  db: Tx,
  tenant: Tenant,
  { kind, filter }: ExportRequest,
): Promise<PreparedExport> {
  const underWay = await countUnderWay(db, tenant, exportFiles);
  if (underWay >= limits.exportsUnderWayMax) throw tooManyExports();
  const kept = await exportsOf(db, tenant.id).where("expires_at", ">", now()).execute();
  if (kept.length >= limits.exportsKeptMax) throw tooManyKeptExports();
  const id = await askForFile(db, tenant, { kind, format: "csv", filter, job: exportJob });
  const row = await ownExport(db, tenant.id, id);
  if (!row) throw notFound("This export");
  await record(db, {
    act: "export.requested",
    by: tenant,
    subject: { kind: "export", id },
    after: { kind, ...filter },
  });
  return asExport(row);
}
