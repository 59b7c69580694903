import { now } from "../../kernel/clock.ts";
import type { Db } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { ControlledChange } from "./proposal.ts";
import { digestOf } from "./sign-change.ts";

/** @throws 409 `PROPOSAL_WAITING` that says who proposed a change of the same subjects. */
export async function assertNoneWaiting(db: Db, change: ControlledChange): Promise<void> {
  const row = await selectWaiting(db, change);
  if (!row) return;
  throw new ApiError(
    409,
    "PROPOSAL_WAITING",
    `A change of ${row.title} by ${row.proposer_name} waits for a second super admin. Confirm, reject or withdraw it first.`,
    { fields: { [row.subject]: "Waiting for a second person" } },
  );
}

/** The person's own waiting proposal of exactly this change: a repeat after a lost answer. */
export async function findOwnWaiting(
  db: Db,
  personId: string,
  change: ControlledChange,
): Promise<string | undefined> {
  const row = await selectWaiting(db, change);
  const isSame = row?.proposed_by === personId && row.digest.equals(digestOf(change));
  return isSame ? row.id : undefined;
}

function selectWaiting(db: Db, { kind, subjects }: ControlledChange) {
  return db
    .selectFrom("proposal_subjects")
    .innerJoin("proposals", "proposals.id", "proposal_id")
    .innerJoin("people", "people.id", "proposed_by")
    .select(["proposals.id", "subject", "title", "digest", "proposed_by"])
    .select("people.name as proposer_name")
    .where("proposal_subjects.kind", "=", kind)
    .where("subject", "in", subjects)
    .where("is_waiting", "=", true)
    .where("expires_at", ">", now())
    .limit(1)
    .executeTakeFirst();
}
