import { platformReportTitles, type PlatformReportKind } from "@rokad/contract/platform-reports";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import { dayInIndia } from "../days.ts";
import type { Work } from "../jobs/job.ts";
import { depositsByDayTable } from "./deposits-by-day.ts";
import { feesAndGstTable } from "./fees-and-gst.ts";
import { keepFile } from "./keep-file.ts";
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
  const { report_id: id } = job.payload as { readonly report_id: string };
  const report = await database()
    .selectFrom("platform_reports")
    .selectAll()
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .executeTakeFirst();
  if (!report) return;
  const { kind, format, from_day: from, to_day: to } = report;
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
  await keepFile(report, job, bytes, () => rowCount);

  async function* counted(all: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of all) {
      signal.throwIfAborted();
      rowCount += 1n;
      yield row;
    }
  }
};
