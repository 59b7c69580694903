import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { showDrill } from "../backups/show-drill.ts";
import { ageSeconds } from "./age-seconds.ts";
import type { Sample } from "./platform-metrics.ts";
import { readInstalledAt } from "./read-installed-at.ts";

/** A new installation counts from its first migration until its first drill. */
export async function measureDrill(): Promise<Sample[]> {
  const { last } = await showDrill();
  const { rows } = await sql<{ at: Date | null }>`
    select max(started_at) as at from restore_drills
    where finished_at is not null and problem is null and fault_count = 0
  `.execute(database());
  return [
    {
      name: "rokad_restore_drill_age_seconds",
      value: ageSeconds(rows[0]?.at ?? (await readInstalledAt())),
    },
    {
      name: "rokad_restore_drill_failed",
      value: Number(last !== null && last.state !== "passed"),
    },
  ];
}
