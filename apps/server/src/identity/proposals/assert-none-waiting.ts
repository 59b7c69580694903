import { now } from "../../kernel/clock.ts";
import type { Db } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { ControlledChange, Submitted } from "./proposal.ts";
import { digestOf } from "./sign-change.ts";
import { minuteOf } from "./stored-proposal.ts";

/** @throws 409 `PROPOSAL_WAITING` that says who proposed a change of the same subjects. */
export async function assertNoneWaiting(db: Db, change: ControlledChange): Promise<void> {
  const row = await selectWaiting(db, change);
  if (!row) return;
  const { title, proposer_name: proposer, takes_effect_at: at } = row;
  throw new ApiError(
    409,
    "PROPOSAL_WAITING",
    at === null
      ? `A change of ${title} by ${proposer} waits for a second super admin. Confirm, reject or withdraw it first.`
      : `A change of ${title} by ${proposer} takes effect on ${minuteOf(at)}. Reject or withdraw it first.`,
    {
      fields: {
        [row.subject]: at === null ? "Waiting for a second person" : "A change is scheduled",
      },
    },
  );
}

/** The person's own waiting proposal of exactly this change: a repeat after a lost answer. */
export async function findOwnWaiting(
  db: Db,
  personId: string,
  change: ControlledChange,
): Promise<Submitted | undefined> {
  const row = await selectWaiting(db, change);
  const isSame = row?.proposed_by === personId && row.digest.equals(digestOf(change));
  return isSame ? { id: row.id, takesEffectAt: row.takes_effect_at } : undefined;
}

function selectWaiting(db: Db, { kind, subjects }: ControlledChange) {
  return db
    .selectFrom("proposal_subjects")
    .innerJoin("proposals", "proposals.id", "proposal_id")
    .innerJoin("people", "people.id", "proposed_by")
    .select(["proposals.id", "subject", "title", "digest", "proposed_by", "takes_effect_at"])
    .select("people.name as proposer_name")
    .where("proposal_subjects.kind", "=", kind)
    .where("subject", "in", subjects)
    .where("is_waiting", "=", true)
    .where("expires_at", ">", now())
    .limit(1)
    .executeTakeFirst();
}
