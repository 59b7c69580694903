import type { PreparedExport } from "@rokad/contract/exports";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { exportFiles, pageOfFiles } from "../../worker/stored-files/stored-file.ts";
import type { Tenant } from "../../kernel/person.ts";
import { asExport, ownExport } from "./export.ts";

/** A page of this tenant's exports, newest first. */
export async function listExports(tenant: Tenant, page: { page: number; limit: number }) {
  const { rows, ...rest } = await pageOfFiles(tenant.tenantId, exportFiles, page);
  return { data: rows.map(asExport), ...rest };
}

/** @throws 404, also for another tenant's export. */
export async function readExport(tenant: Tenant, id: string): Promise<PreparedExport> {
  const row = await ownExport(database(), tenant.tenantId, id);
  if (!row) throw notFound("This export");
  return asExport(row);
}
