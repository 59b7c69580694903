import { batchFields, batchFieldTitles } from "@rokad/contract/batch-columns";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { csvFile } from "../../files/csv-file.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { today } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";
import { findRowsAfter } from "./list-rows.ts";
import { readBatch, type StoredBatch } from "./stored-batch.ts";

const titles = batchFields.map((field) => batchFieldTitles[field]);
const rowsPerPage = 500;

/**
 * The rows of a batch as CSV: those of a draft as a file that can be uploaded again, those of any
 * other batch with what became of them. Account numbers are masked for people who do not see them.
 * @throws 404; 429 `EXPORTS_BUSY`.
 */
export async function batchFile(person: Tenant, id: string): Promise<StreamedFile> {
  const batch = await readBatch(database(), person.id, id);
  const isDraft = batch.state === "draft";
  const name = batch.file_name.replace(/\.[a-z]+$/i, "").replaceAll(/[^\w .-]/g, "_");
  const header = isDraft ? titles : ["Line", ...titles, "Status", "Reference", "UTR", "Reason"];
  return csvFile(`${name}-${isDraft ? "mended" : "results"}.csv`, header, readRows(person, batch));
}

async function* readRows(person: Tenant, batch: StoredBatch): AsyncGenerator<(string | null)[]> {
  const isDraft = batch.state === "draft";
  let after = 0;
  for (;;) {
    const rows = await findRowsAfter(person, batch, after, rowsPerPage);
    for (const { number, fields, state, payout, failure_reason: reason } of rows) {
      const cells = batchFields.map((field) => fields[field] ?? "");
      const isCancelled = state === "cancelled";
      yield isDraft
        ? cells
        : [
            String(number),
            ...cells,
            words[state],
            payout?.reference_id ?? "",
            payout?.utr_number ?? "",
            isCancelled ? (reason ?? batch.cancel_reason) : reason,
          ];
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
  }
}

const words = {
  ready: "Ready",
  wrong: "Wrong",
  removed: "Removed",
  waiting: "Waiting",
  sent: "Sent",
  paid: "Paid",
  failed: "Failed",
  cancelled: "Cancelled",
} as const;

/** The header alone, or a row for each saved beneficiary, whom a row pays by the name. */
export function batchTemplate(person: Tenant, isSaved: boolean): StreamedFile {
  return csvFile(
    `bulk-payouts-template-${today()}.csv`,
    titles,
    isSaved ? readSaved(person) : none(),
  );
}

async function* none(): AsyncGenerator<string[]> {}

async function* readSaved(person: Tenant): AsyncGenerator<string[]> {
  let after = { name: "", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const { rows } = await sql<{ id: string; name: string; sort_name: string }>`
      select id, name, sort_name from beneficiaries
      where tenant_id = ${person.id} and archived_at is null
        and (sort_name, id) > (${after.name}, ${after.id}::uuid)
      order by sort_name, id limit ${rowsPerPage}
    `.execute(database());
    for (const { name } of rows)
      yield batchFields.map((field) => (field === "beneficiary_name" ? name : ""));
    const last = rows.at(-1);
    if (!last) return;
    after = { name: last.sort_name, id: last.id };
  }
}
