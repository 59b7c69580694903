import { database } from "../../database/db.ts";
import { notFound, reportExpired, reportNotReady } from "../../kernel/errors.ts";
import { sendStoredFile } from "../../worker/stored-files/send-stored-file.ts";
import type { StoredFileContent } from "../../files/send-file.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { fileNameOf, ownReport } from "./report.ts";

/** @throws 404 when it is not this person's, 409 `REPORT_NOT_READY`, 410 `REPORT_EXPIRED`. */
export async function sendReportFile(person: SuperAdmin, id: string): Promise<StoredFileContent> {
  const report = await ownReport(database(), person.member.id, id);
  if (!report) throw notFound("This report");
  const errors = { notReady: reportNotReady, expired: reportExpired };
  return sendStoredFile(report, fileNameOf(report), errors);
}
