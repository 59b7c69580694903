import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { showVerification } from "../verification/show-verification.ts";
import { ageSeconds } from "./age-seconds.ts";
import type { Sample } from "./platform-metrics.ts";

/** A new installation counts from its first migration until its first verification. */
export async function measureVerification(): Promise<Sample[]> {
  const { last } = await showVerification();
  const { rows } = await sql<{ at: Date | null }>`
    select coalesce(
      (
        select finished_at from verifications where finished_at is not null and problem is null
        order by finished_at desc, id desc limit 1
      ),
      (select min(applied_at) from schema_migrations)
    ) as at
  `.execute(database());
  return [
    { name: "rokad_verification_age_seconds", value: ageSeconds(rows[0]?.at) },
    { name: "rokad_verification_faults", value: last?.fault_count ?? 0 },
    { name: "rokad_verification_failed", value: Number(last?.state === "broken") },
  ];
}
