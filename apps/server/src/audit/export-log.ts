import { auditActs, type AuditAct } from "@rokad/contract/audit";
import { csvFile } from "../csv-file.ts";
import { today } from "../days.ts";
import type { MadeFile } from "../send-file.ts";
import {
  countRows,
  findStretch,
  logRows,
  peopleOf,
  type Asked,
  type AuditFilter,
} from "./queries.ts";

const titles = [
  "Row",
  "Time",
  "Who",
  "Mobile",
  "Act",
  "Subject",
  "Subject id",
  "Subject name",
  "Reason",
  "Before",
  "After",
  "Address",
  "Browser",
  "Hash",
];

const rowsAtOnce = 500;

/** The whole filter as CSV, newest first, a few rows at a time by their numbers. */
export async function exportLog(filter: AuditFilter): Promise<MadeFile> {
  const [people, stretch] = await Promise.all([peopleOf(filter), findStretch(filter)]);
  const asked = stretch && { filter, people, stretch };
  const count = asked ? await countRows(asked) : 0n;
  return csvFile(`security-log-${today()}.csv`, titles, rowsOf(asked), count);
}

async function* rowsOf(asked: Asked | null) {
  if (asked === null) return;
  for (let before: bigint | undefined; ;) {
    const rows = await logRows(asked, before, rowsAtOnce);
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
    if (rows.length < rowsAtOnce) return;
    before = rows.at(-1)?.seq;
  }
}
