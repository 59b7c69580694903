import { limits } from "@rokad/contract/limits";
import { platformReportTitles, type PlatformReportKind } from "@rokad/contract/platform-reports";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import { dayInIndia } from "../days.ts";
import { reportTooLarge } from "../errors.ts";
import type { Work } from "../jobs/job.ts";
import { keepFile } from "../kept-files/keep-file.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { depositsByDayTable } from "./deposits-by-day.ts";
import { feesAndGstTable } from "./fees-and-gst.ts";
import { periodOf } from "./report.ts";
import { payoutRegisterTable } from "./payout-register.ts";
import { payoutsByDayTable } from "./payouts-by-day.ts";
import { platformStatementTable } from "./platform-statement.ts";
import type { Making, Row, Table } from "./table.ts";
import { writeTable } from "./write-table.ts";
import { productName } from "../platform/read-branding.ts";

const tables: Record<PlatformReportKind, (making: Making) => Table | Promise<Table>> = {
  platform_statement: platformStatementTable,
  fees_and_gst: feesAndGstTable,
  deposits_by_day: depositsByDayTable,
  payouts_by_day: payoutsByDayTable,
  payout_register: payoutRegisterTable,
};

/** Makes the report that a job is about, and keeps its file. Made already, it stays as it is. */
export const makeReport: Work = async (job, { progress, signal }) => {
  const { file_id: id } = job.payload as { readonly file_id: string };
  const report = await database()
    .selectFrom("kept_files")
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
    madeAt: now(),
  };
  let rowCount = 0n;
  const rows = counted(table.rows);
  const bytes = writeTable(format, heading, { ...table, rows });
  await keepFile(id, job, bytes, {
    bytesMax: limits.platformReportBytesMax,
    tooLarge: () => reportTooLarge("The file would be larger than 64 MB. Choose a shorter period."),
    rowCount: () => rowCount,
    tell: (db) =>
      tellSuperAdmins(db, {
        kind: "report_ready",
        subjectId: id,
        detail: platformReportTitles[kind],
        only: report.asked_by,
      }),
  });

  async function* counted(all: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of all) {
      signal.throwIfAborted();
      rowCount += 1n;
      yield row;
    }
  }
};
