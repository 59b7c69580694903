import { limits } from "@rokad/contract/limits";
import { copyCsv } from "../../files/csv-copy.ts";
import { database, type Tx } from "../../database/db.ts";
import { exportTooLarge } from "../../kernel/errors.ts";
import type { JobHandler } from "../../worker/jobs/job.ts";
import { storeFile } from "../../worker/stored-files/store-file.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import type { Tenant } from "../../kernel/person.ts";
import { fileNameOf, histories, type ExportRow } from "./export.ts";

/** Creates the file of a job's export and stores it. A finished export stays unchanged. */
export const createExportFile: JobHandler = async (job, { progress, signal }) => {
  const { file_id: id } = job.payload as { readonly file_id: string };
  const row = (await database()
    .selectFrom("stored_files")
    .selectAll()
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .executeTakeFirst()) as ExportRow | undefined;
  if (!row) return;
  // Only the tenant can request and download it, so it shows what the tenant may see.
  const owner = { tenantId: row.owner_id } as Tenant;
  const { db, csv, count } = await histories[row.kind](owner, row.filter as never);
  const total = await count();
  progress(0n, total);
  const copying = copyCsv(db, csv, limits.exportSecondsMax);
  await storeFile(id, job, withProgress(), {
    bytesMax: limits.exportBytesMax,
    tooLarge: exportTooLarge,
    rowCount: () => copying.rows(),
    notify: (tx) => notifyTenant(tx, row),
  });

  async function* withProgress(): AsyncGenerator<Buffer> {
    for await (const chunk of copying) {
      signal.throwIfAborted();
      const done = copying.rows();
      progress(done, done > total ? done : total);
      yield chunk;
    }
  }
};

async function notifyTenant(db: Tx, row: ExportRow): Promise<void> {
  const { owner_id: personId, id: subjectId } = row;
  await notify(db, [{ personId, kind: "export_ready", subjectId, detail: fileNameOf(row) }]);
  await publishChange(db, [personId], ["notifications", "jobs"]);
}
