import type { Gstr1Section } from "@rokad/contract/tax-invoices";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { csvFile, type Cell } from "../../files/csv-file.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { gstr1Columns, gstr1Rows } from "./gstr1-rows.ts";
import { readInvoiceEnvironment } from "./invoice-environment.ts";
import { selectDocuments } from "./list-documents.ts";
import { daysOfMonth } from "./month-days.ts";

/** A section of GSTR-1 for the GST offline tool: the documents dated in the month (`YYYY-MM`). */
export async function exportGstr1(month: string, section: Gstr1Section): Promise<StreamedFile> {
  const { from, to } = daysOfMonth(month);
  const db = database();
  const { environment } = await readInvoiceEnvironment(db);
  const documents = await selectDocuments(
    db,
    sql`document.environment = ${environment} and document.document_date between ${from}::date and ${to}::date
      order by document.kind, document.number`,
  );
  return csvFile(
    `gstr1-${section}-${month}.csv`,
    gstr1Columns[section],
    asyncOf(gstr1Rows(section, documents)),
  );
}

async function* asyncOf(rows: readonly (readonly Cell[])[]) {
  yield* rows;
}
