import { pageOfFiles, reportFiles } from "../../worker/stored-files/stored-file.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { asReport } from "./report.ts";

/** A page of the reports that this super admin requested, newest first. */
export async function listReports(person: SuperAdmin, page: { page: number; limit: number }) {
  const { rows, ...rest } = await pageOfFiles(person.member.id, reportFiles, page);
  return { data: rows.map(asReport), ...rest };
}
