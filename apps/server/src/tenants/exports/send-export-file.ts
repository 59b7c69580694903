import { database } from "../../database/db.ts";
import { exportExpired, exportNotReady, notFound } from "../../kernel/errors.ts";
import { sendStoredFile } from "../../worker/stored-files/send-stored-file.ts";
import type { StoredFileContent } from "../../files/send-file.ts";
import type { Tenant } from "../../kernel/person.ts";
import { fileNameOf, ownExport } from "./export.ts";

/** @throws 404 when it is not this tenant's; 409 `EXPORT_NOT_READY`, 410 `EXPORT_EXPIRED`. */
export async function sendExportFile(tenant: Tenant, id: string): Promise<StoredFileContent> {
  const row = await ownExport(database(), tenant.tenantId, id);
  if (!row) throw notFound("This export");
  return sendStoredFile(row, fileNameOf(row), { notReady: exportNotReady, expired: exportExpired });
}
