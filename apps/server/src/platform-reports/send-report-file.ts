import { database } from "../db.ts";
import { notFound, reportExpired, reportNotReady } from "../errors.ts";
import type { File } from "../serve.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { streamedFile } from "../streamed-file.ts";
import { fileNameOf, ownReport, stateOf, type ReportRow } from "./report.ts";

/**
 * The file of a report, part by part, whichever server made it.
 * @throws 404 when it is not this person's, 409 `REPORT_NOT_READY`, 410 `REPORT_EXPIRED`.
 */
export async function sendReportFile(person: SuperAdmin, id: string): Promise<File> {
  const report = await ownReport(database(), person.id, id);
  if (!report) throw notFound("This report");
  const state = stateOf(report);
  if (state === "expired") throw reportExpired();
  if (state !== "ready") throw reportNotReady();
  const file = streamedFile(report.format, fileNameOf(report), partsOf(report));
  return { ...file, kind: report.format };
}

/** One that is deleted meanwhile breaks the download off: nobody takes half a file for a whole. */
async function* partsOf(report: ReportRow): AsyncGenerator<Buffer> {
  let left = report.byte_count ?? 0n;
  for (let part = 0; left > 0n; part += 1) {
    const found = await database()
      .selectFrom("platform_report_parts")
      .select("content")
      .where("report_id", "=", report.id)
      .where("made_by_try", "=", report.made_by_try)
      .where("part", "=", part)
      .executeTakeFirst();
    if (!found) throw new Error(`Report ${report.id} has lost part ${part}`);
    left -= BigInt(found.content.length);
    yield found.content;
  }
}
