import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { findLastVerification } from "../../ledger/last-verification.ts";
import { showVerification } from "../verification/show-verification.ts";
import { ageSeconds } from "./age-seconds.ts";
import type { Sample } from "./platform-metrics.ts";

/** A new installation counts from its first migration until its first verification. */
export async function measureVerification(): Promise<Sample[]> {
  const { last } = await showVerification();
  const complete = await findLastVerification(database());
  const { rows } = await sql<{ at: Date | null }>`
    select min(applied_at) as at from schema_migrations
  `.execute(database());
  return [
    { name: "rokad_verification_age_seconds", value: ageSeconds(complete?.at ?? rows[0]?.at) },
    { name: "rokad_verification_faults", value: last?.fault_count ?? 0 },
    { name: "rokad_verification_failed", value: Number(last?.state === "broken") },
  ];
}
