import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Step } from "./policy.ts";
import { rolesNow } from "./policy-queries.ts";
import type { GivenApproval, Waiting } from "./progress.ts";

/** What each kind of subject is called in the database, and the column that an approval is of. */
const sources = {
  request: { subjects: "payment_requests", content: "revision" },
  batch: { subjects: "payout_batches", content: "revision" },
  schedule: { subjects: "payout_schedules", content: "content_hash" },
} as const;

interface StoredApproval extends GivenApproval {
  readonly subjectId: string;
}

/** Reads the approvals of what the subjects contain now, oldest first, by subject. */
export function approvalsReader(kind: keyof typeof sources) {
  const { subjects: table, content } = sources[kind];
  const approvals = `${kind}_approvals` as const;
  const subjectId = sql.ref(`${approvals}.${kind}_id`);
  return async (
    db: Db,
    subjects: readonly { readonly id: string }[],
  ): Promise<(id: string) => readonly GivenApproval[]> => {
    const { rows } = await sql<StoredApproval>`
      select ${subjectId} as "subjectId", person_id as "personId", in_place_of as "inPlaceOf",
        ${sql.ref(`${approvals}.step`)}, given_at as at, ${rolesNow(approvals)}
      from ${sql.table(approvals)}
      join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = ${subjectId}
        and ${sql.ref(`${table}.${content}`)} = ${sql.ref(`${approvals}.${content}`)}
      where ${subjectId} = any(${subjects.map(({ id }) => id)}::uuid[])
      order by given_at, person_id
    `.execute(db);
    const bySubject = Map.groupBy(rows, (row) => row.subjectId);
    return (id) => bySubject.get(id) ?? [];
  };
}

export const readApprovals = approvalsReader("request");

/** What of a request waits for approvals. */
export function waitingOf(
  { maker_id: makerId, steps }: { readonly maker_id: string; readonly steps: readonly Step[] },
  given: readonly GivenApproval[],
): Waiting {
  return { preparedBy: [makerId], steps, given };
}
