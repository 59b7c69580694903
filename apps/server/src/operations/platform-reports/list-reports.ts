import { database } from "../../database/db.ts";
import { reportFiles } from "../../worker/stored-files/stored-file.ts";
import { pageOf } from "../../kernel/page.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { asReport, reportsOf } from "./report.ts";

/** A page of the reports that this super admin requested, newest first. */
export async function listReports(person: SuperAdmin, page: { page: number; limit: number }) {
  const [rows, { count }] = await Promise.all([
    reportsOf(database(), person.member.id)
      .orderBy("stored_files.created_at", "desc")
      .orderBy("stored_files.id", "desc")
      .limit(page.limit)
      .offset((page.page - 1) * page.limit)
      .execute(),
    database()
      .selectFrom("stored_files")
      .select((eb) => eb.fn.countAll<bigint>().as("count"))
      .where("owner_id", "=", person.member.id)
      .where("kind", "in", [...reportFiles])
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(asReport), pagination: pageOf(page, count), total: Number(count) };
}
