import { database } from "../src/db.ts";

/** What the audit log has of a thing, oldest first, as a test compares it. */
export async function recordedOf(subjectId: string) {
  const rows = await database()
    .selectFrom("audit_log")
    .select(["act", "actor_id", "reason", "before", "after", "address"])
    .where("subject_id", "=", subjectId)
    .orderBy("seq")
    .execute();
  return rows;
}
