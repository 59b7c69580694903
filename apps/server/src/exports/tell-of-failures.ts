import { exportFiles } from "../kept-files/kept-file.ts";
import { now } from "../clock.ts";
import { transaction } from "../db.ts";
import { announce } from "../live/announce.ts";
import { notify } from "../notifications/notify.ts";
import { fileNameOf } from "./export.ts";

/**
 * Tells tenants, once, of exports that could not be made: their job used up its tries, or was
 * discarded. A duty, because a job also dies with its worker, where nobody is left to tell.
 */
export function tellOfFailures(): Promise<void> {
  return transaction(async (db) => {
    const failed = await db
      .selectFrom("kept_files")
      .leftJoin("background_jobs", "background_jobs.id", "kept_files.job_id")
      .select(["kept_files.id", "asked_by", "kept_files.kind", "kept_files.created_at"])
      .where("ready_at", "is", null)
      .where("failed_at", "is", null)
      .where("kept_files.kind", "in", [...exportFiles])
      .where((eb) => eb.or([eb("job_id", "is", null), eb("background_jobs.status", "=", "dead")]))
      // Another server's duty has the others.
      .forUpdate("kept_files")
      .skipLocked()
      .limit(100)
      .$narrowType<{ kind: (typeof exportFiles)[number] }>()
      .execute();
    if (failed.length === 0) return;
    await db
      .updateTable("kept_files")
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
        personId: row.asked_by,
        kind: "export_failed",
        subjectId: row.id,
        detail: fileNameOf(row),
      })),
    );
    const people = failed.map(({ asked_by }) => asked_by);
    await announce(db, people, ["notifications", "jobs"]);
  });
}
