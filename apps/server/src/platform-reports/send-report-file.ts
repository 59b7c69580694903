import { database } from "../db.ts";
import { notFound, reportExpired, reportNotReady } from "../errors.ts";
import { sendKeptFile } from "../kept-files/send-kept-file.ts";
import type { KeptFile } from "../send-file.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { fileNameOf, ownReport } from "./report.ts";

/** @throws 404 when it is not this person's, 409 `REPORT_NOT_READY`, 410 `REPORT_EXPIRED`. */
export async function sendReportFile(person: SuperAdmin, id: string): Promise<KeptFile> {
  const report = await ownReport(database(), person.id, id);
  if (!report) throw notFound("This report");
  const refusals = { notReady: reportNotReady, expired: reportExpired };
  return sendKeptFile(report, fileNameOf(report), refusals);
}
