import { auditActs, type AuditAct } from "@rokad/contract/audit";
import { csvFile } from "../../files/csv-file.ts";
import { today } from "../../kernel/days.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import {
  countLogRows,
  prepareLogQuery,
  selectLogRows,
  type LogQuery,
  type AuditFilter,
} from "./queries.ts";

const titles = [
  "Row",
  "Time",
  "Person",
  "Mobile",
  "Action",
  "Subject",
  "Subject ID",
  "Subject name",
  "Reason",
  "Before",
  "After",
  "IP address",
  "Browser",
  "Hash",
];

const pageRows = 500;

/** All rows of a filter as CSV, newest first, read in pages by row number. */
export async function exportLog(filter: AuditFilter): Promise<StreamedFile> {
  const query = await prepareLogQuery(filter);
  const count = query ? await countLogRows(query) : 0n;
  return csvFile(`security-log-${today()}.csv`, titles, rowsOf(query), count);
}

async function* rowsOf(query: LogQuery | null) {
  if (query === null) return;
  for (let before: bigint | undefined; ;) {
    const rows = await selectLogRows(query, before, pageRows);
    for (const row of rows) {
      yield [
        String(row.seq),
        row.at,
        row.actor_name,
        row.actor_mobile,
        row.act in auditActs ? auditActs[row.act as AuditAct] : row.act,
        row.subject_kind,
        row.subject_id,
        row.subject_name,
        row.reason,
        row.before === null ? null : JSON.stringify(row.before),
        row.after === null ? null : JSON.stringify(row.after),
        row.address,
        row.user_agent,
        row.hash.toString("hex"),
      ];
    }
    if (rows.length < pageRows) return;
    before = rows.at(-1)?.seq;
  }
}
