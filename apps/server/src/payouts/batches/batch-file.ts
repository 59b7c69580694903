import { batchFields, batchFieldTitles } from "@rokad/contract/batch-columns";
import type { TableFormat } from "@rokad/contract/table-format";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { tableFile } from "../../files/table-file.ts";
import { today } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";
import { findRowsAfter } from "./list-rows.ts";
import { readBatch, type StoredBatch } from "./stored-batch.ts";

const columns = batchFields.map((field) => ({
  title: batchFieldTitles[field],
  ...(field === "amount" && { kind: "paise" as const }),
}));
const titled = (title: string) => ({ title });
const outcomes = ["Status", "Reference", "UTR", "Reason"].map(titled);
const rowsPerPage = 500;

/**
 * The rows of a batch: those of a draft as a file that can be uploaded again, without the removed
 * ones; all of any other batch with what became of them. Account numbers are masked for people who do
 * not see them.
 * @throws 404; 429 `EXPORTS_BUSY`.
 */
export async function batchFile(
  person: Tenant,
  id: string,
  format: TableFormat,
): Promise<StreamedFile> {
  const batch = await readBatch(database(), person.tenantId, id);
  const isDraft = batch.state === "draft";
  const name = batch.file_name.replace(/\.[a-z]+$/i, "").replaceAll(/[^\w .-]/g, "_");
  return tableFile({
    format,
    name: `${name}-${isDraft ? "corrected" : "results"}`,
    sheetName: isDraft ? "Payouts" : "Results",
    columns: isDraft ? columns : [titled("Line"), ...columns, ...outcomes],
    rows: readRows(person, batch),
  });
}

async function* readRows(
  person: Tenant,
  batch: StoredBatch,
): AsyncGenerator<(string | bigint | null)[]> {
  const isDraft = batch.state === "draft";
  let after = 0;
  for (;;) {
    const rows = await findRowsAfter(person, batch, after, rowsPerPage);
    for (const { number, fields, amount, state, payout, failure_reason: reason } of rows) {
      const cells = batchFields.map((field) =>
        field === "amount" && amount !== null ? BigInt(amount.amount) : (fields[field] ?? null),
      );
      const isCancelled = state === "cancelled";
      yield isDraft
        ? cells
        : [
            String(number),
            ...cells,
            words[state],
            payout?.reference_id ?? null,
            payout?.utr_number ?? null,
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
export function batchTemplate(
  person: Tenant,
  { saved, format }: { readonly saved: "yes" | "no"; readonly format: TableFormat },
): StreamedFile {
  return tableFile({
    format,
    name: `bulk-payouts-template-${today()}`,
    sheetName: "Payouts",
    // A person fills the amounts in: numbers, as in any column of theirs.
    columns,
    rows: saved === "yes" ? readSaved(person) : none(),
  });
}

async function* none(): AsyncGenerator<never> {}

async function* readSaved(person: Tenant): AsyncGenerator<(string | null)[]> {
  let after = { name: "", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const { rows } = await sql<{ id: string; name: string; sort_name: string }>`
      select id, name, sort_name from beneficiaries
      where tenant_id = ${person.tenantId} and archived_at is null
        and (sort_name, id) > (${after.name}, ${after.id}::uuid)
      order by sort_name, id limit ${rowsPerPage}
    `.execute(database());
    for (const { name } of rows)
      yield batchFields.map((field) => (field === "beneficiary_name" ? name : null));
    const last = rows.at(-1);
    if (!last) return;
    after = { name: last.sort_name, id: last.id };
  }
}
