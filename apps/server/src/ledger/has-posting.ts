import { sql, type RawBuilder } from "kysely";

/** A condition for verifications: whether anything was posted for a subject. */
export function hasPosting(subjectId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ledger_postings where subject_id = ${subjectId})`;
}
