import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { Db } from "../../database/db.ts";

const listedDays = 90;

/** Deletes the content of expired files, and after 90 days their rows in the list. */
export async function deleteExpiredFiles(db: Db): Promise<void> {
  await db
    .deleteFrom("stored_file_parts")
    .where("file_id", "in", (eb) =>
      eb.selectFrom("stored_files").select("id").where("expires_at", "<", now()),
    )
    .execute();
  await db
    .deleteFrom("stored_files")
    .where("created_at", "<", secondsFromNow(-listedDays * 24 * 60 * 60))
    .execute();
}
