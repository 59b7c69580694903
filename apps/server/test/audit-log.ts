import type { AuditAct } from "@rokad/contract/audit";
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

/** The number of the newest row, to read what a test adds after it. */
export async function newestSeq(): Promise<bigint> {
  return (await database().selectFrom("audit_head").select("seq").executeTakeFirstOrThrow()).seq;
}

/** Who tried an act after that row, and from where; oldest first. */
export async function refusalsOf(act: AuditAct, after: bigint) {
  return database()
    .selectFrom("audit_log")
    .select(["actor_id", "subject_kind", "subject_id", "reason", "after", "address", "user_agent"])
    .where("act", "=", act)
    .where("seq", ">", after)
    .orderBy("seq")
    .execute();
}

/** What people did after that row, without their attempts that were refused. */
export async function actsAfter(seq: bigint): Promise<string[]> {
  const rows = await database()
    .selectFrom("audit_log")
    .select("act")
    .where("seq", ">", seq)
    .where("act", "<>", "request.refused")
    .execute();
  return rows.map(({ act }) => act);
}
