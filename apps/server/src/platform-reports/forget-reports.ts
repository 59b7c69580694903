import { now, secondsFromNow } from "../clock.ts";
import type { Db } from "../db.ts";

const listedDays = 90;

/** Deletes files that have expired, and after 90 days the lines that tell of them. */
export async function forgetReports(db: Db): Promise<void> {
  await db
    .deleteFrom("platform_report_parts")
    .where("report_id", "in", (eb) =>
      eb.selectFrom("platform_reports").select("id").where("expires_at", "<", now()),
    )
    .execute();
  await db
    .deleteFrom("platform_reports")
    .where("created_at", "<", secondsFromNow(-listedDays * 24 * 60 * 60))
    .execute();
}
