import { database } from "../src/database/db.ts";

/** The audit rows of a subject, oldest first. */
export async function auditRowsOf(subjectId: string) {
  return database()
    .selectFrom("audit_log")
    .select(["act", "actor_id", "reason", "before", "after", "address"])
    .where("subject_id", "=", subjectId)
    .orderBy("seq")
    .execute();
}
