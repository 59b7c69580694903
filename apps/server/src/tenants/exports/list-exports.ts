import type { PreparedExport } from "@rokad/contract/exports";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { exportFiles } from "../../worker/stored-files/stored-file.ts";
import { pageOf } from "../../kernel/page.ts";
import type { Tenant } from "../../kernel/person.ts";
import { asExport, exportsOf, ownExport } from "./export.ts";

/** A page of this tenant's exports, newest first. */
export async function listExports(tenant: Tenant, page: { page: number; limit: number }) {
  const [rows, { count }] = await Promise.all([
    exportsOf(database(), tenant.tenantId)
      .orderBy("stored_files.created_at", "desc")
      .orderBy("stored_files.id", "desc")
      .limit(page.limit)
      .offset((page.page - 1) * page.limit)
      .execute(),
    database()
      .selectFrom("stored_files")
      .select((eb) => eb.fn.countAll<bigint>().as("count"))
      .where("owner_id", "=", tenant.tenantId)
      .where("kind", "in", [...exportFiles])
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(asExport), pagination: pageOf(page, count), total: Number(count) };
}

/** @throws 404, also for another tenant's export. */
export async function readExport(tenant: Tenant, id: string): Promise<PreparedExport> {
  const row = await ownExport(database(), tenant.tenantId, id);
  if (!row) throw notFound("This export");
  return asExport(row);
}
