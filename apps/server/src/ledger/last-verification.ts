import type { Db } from "../database/db.ts";

/**
 * When the books were last verified, and the faults that were found. A verification that broke off
 * says nothing about the books, so the one before it counts.
 */
export async function findLastVerification(db: Db) {
  const last = await db
    .selectFrom("verifications")
    .select(["finished_at as at", "fault_count"])
    .where("finished_at", "is not", null)
    .where("problem", "is", null)
    .orderBy("finished_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.at ? { at: last.at, faultCount: last.fault_count } : undefined;
}
