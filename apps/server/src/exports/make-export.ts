import { limits } from "@rokad/contract/limits";
import { copiedCsv } from "../copied-csv.ts";
import { database, type Tx } from "../db.ts";
import { exportTooLarge } from "../errors.ts";
import type { Work } from "../jobs/job.ts";
import { keepFile } from "../kept-files/keep-file.ts";
import { announce } from "../live/announce.ts";
import { notify } from "../notifications/notify.ts";
import type { Tenant } from "../sign-in/person.ts";
import { fileNameOf, histories, type ExportRow } from "./export.ts";

/** Makes the export that a job is about, and keeps its file. Made already, it stays as it is. */
export const makeExport: Work = async (job, { progress, signal }) => {
  const { file_id: id } = job.payload as { readonly file_id: string };
  const row = (await database()
    .selectFrom("kept_files")
    .selectAll()
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .executeTakeFirst()) as ExportRow | undefined;
  if (!row) return;
  // Nobody but the tenant can ask for it, so it is made as for their own eyes.
  const owner = { id: row.asked_by } as Tenant;
  const { db, csv, count } = await histories[row.kind](owner, row.filter as never);
  const total = await count();
  progress(0n, total);
  const copying = copiedCsv(db, csv, limits.exportSecondsMax);
  await keepFile(id, job, told(), {
    bytesMax: limits.exportBytesMax,
    tooLarge: exportTooLarge,
    rowCount: () => copying.rows(),
    tell: (tx) => tellTenant(tx, row),
  });

  async function* told(): AsyncGenerator<Buffer> {
    for await (const piece of copying) {
      signal.throwIfAborted();
      const done = copying.rows();
      progress(done, done > total ? done : total);
      yield piece;
    }
  }
};

async function tellTenant(db: Tx, row: ExportRow): Promise<void> {
  const { asked_by: personId, id: subjectId } = row;
  await notify(db, [{ personId, kind: "export_ready", subjectId, detail: fileNameOf(row) }]);
  await announce(db, [personId], ["notifications", "jobs"]);
}
