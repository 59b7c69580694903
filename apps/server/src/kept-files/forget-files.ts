import { now, secondsFromNow } from "../clock.ts";
import type { Db } from "../db.ts";

const listedDays = 90;

/** Deletes files that have expired, and after 90 days the lines that tell of them. */
export async function forgetFiles(db: Db): Promise<void> {
  await db
    .deleteFrom("kept_file_parts")
    .where("file_id", "in", (eb) =>
      eb.selectFrom("kept_files").select("id").where("expires_at", "<", now()),
    )
    .execute();
  await db
    .deleteFrom("kept_files")
    .where("created_at", "<", secondsFromNow(-listedDays * 24 * 60 * 60))
    .execute();
}
