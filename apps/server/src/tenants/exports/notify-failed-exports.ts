import { exportFiles } from "../../worker/stored-files/stored-file.ts";
import { now } from "../../kernel/clock.ts";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { fileNameOf } from "./export.ts";

/**
 * Notifies tenants once of failed exports: the job used up its attempts or was discarded. A periodic
 * task, because a job that dies with its worker cannot notify.
 */
export function notifyFailedExports(): Promise<void> {
  return transaction(async (db) => {
    const failed = await db
      .selectFrom("stored_files")
      .leftJoin("background_jobs", "background_jobs.id", "stored_files.job_id")
      .select(["stored_files.id", "owner_id", "stored_files.kind", "stored_files.created_at"])
      .where("ready_at", "is", null)
      .where("failed_at", "is", null)
      .where("stored_files.kind", "in", [...exportFiles])
      .where((eb) => eb.or([eb("job_id", "is", null), eb("background_jobs.status", "=", "dead")]))
      // Rows that another server's task has locked are skipped.
      .forUpdate("stored_files")
      .skipLocked()
      .limit(100)
      .$narrowType<{ kind: (typeof exportFiles)[number] }>()
      .execute();
    if (failed.length === 0) return;
    await db
      .updateTable("stored_files")
      .set({ failed_at: now() })
      .where(
        "id",
        "in",
        failed.map(({ id }) => id),
      )
      .execute();
    await notify(
      db,
      failed.map((row) => ({
        personId: row.owner_id,
        kind: "export_failed",
        subjectId: row.id,
        detail: fileNameOf(row),
      })),
    );
    const people = failed.map(({ owner_id }) => owner_id);
    await publishChange(db, people, ["notifications", "jobs"]);
  });
}
