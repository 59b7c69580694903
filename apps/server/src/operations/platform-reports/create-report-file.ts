import { limits } from "@rokad/contract/limits";
import { platformReportTitles, type PlatformReportKind } from "@rokad/contract/platform-reports";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { dayInIndia } from "../../kernel/days.ts";
import { reportTooLarge } from "../../kernel/errors.ts";
import type { JobHandler } from "../../worker/jobs/job.ts";
import { storeFile } from "../../worker/stored-files/store-file.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { depositsByDayTable } from "./deposits-by-day.ts";
import { feesAndGstTable } from "./fees-and-gst.ts";
import { periodOf } from "./report.ts";
import { payoutRegisterTable } from "./payout-register.ts";
import { payoutsByDayTable } from "./payouts-by-day.ts";
import { platformStatementTable } from "./platform-statement.ts";
import type { ReportContext, Row, Table } from "../../files/report-table.ts";
import { writeTable } from "./write-table.ts";
import { productName } from "../../identity/settings/read-branding.ts";

const tables: Record<PlatformReportKind, (request: ReportContext) => Table | Promise<Table>> = {
  platform_statement: platformStatementTable,
  fees_and_gst: feesAndGstTable,
  deposits_by_day: depositsByDayTable,
  payouts_by_day: payoutsByDayTable,
  payout_register: payoutRegisterTable,
};

/** The job that creates and stores a report file. It does nothing when the file exists. */
export const createReportFile: JobHandler = async (job, { progress, signal }) => {
  const { file_id: id } = job.payload as { readonly file_id: string };
  const report = await database()
    .selectFrom("stored_files")
    .selectAll()
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .$narrowType<{ kind: PlatformReportKind }>()
    .executeTakeFirst();
  if (!report) return;
  const { kind, format } = report;
  const { from, to } = periodOf(report);
  const table = await tables[kind]({
    from,
    to,
    progress: (done, total) => progress(BigInt(done), BigInt(total)),
  });
  const heading = {
    product: await productName(),
    title: platformReportTitles[kind],
    period: `${dayInIndia(from)} to ${dayInIndia(to)}`,
    createdAt: now(),
  };
  let rowCount = 0n;
  const rows = countRows(table.rows);
  const bytes = writeTable(format, heading, { ...table, rows });
  await storeFile(id, job, bytes, {
    bytesMax: limits.platformReportBytesMax,
    tooLarge: () => reportTooLarge("Report files are limited to 64 MB. Choose a shorter period."),
    rowCount: () => rowCount,
    notify: (db) =>
      notifySuperAdmins(db, {
        kind: "report_ready",
        subjectId: id,
        detail: platformReportTitles[kind],
        onlyPersonId: report.owner_id,
      }),
  });

  async function* countRows(all: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of all) {
      signal.throwIfAborted();
      rowCount += 1n;
      yield row;
    }
  }
};
