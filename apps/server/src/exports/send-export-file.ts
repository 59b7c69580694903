import { database } from "../db.ts";
import { exportExpired, exportNotReady, notFound } from "../errors.ts";
import { sendKeptFile } from "../kept-files/send-kept-file.ts";
import type { KeptFile } from "../send-file.ts";
import type { Tenant } from "../sign-in/person.ts";
import { fileNameOf, ownExport } from "./export.ts";

/** @throws 404 when it is not this tenant's, 409 `EXPORT_NOT_READY`, 410 `EXPORT_EXPIRED`. */
export async function sendExportFile(tenant: Tenant, id: string): Promise<KeptFile> {
  const row = await ownExport(database(), tenant.id, id);
  if (!row) throw notFound("This export");
  return sendKeptFile(row, fileNameOf(row), { notReady: exportNotReady, expired: exportExpired });
}
