import { now } from "../../kernel/clock.ts";
import type { Db } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { ControlledChange } from "./proposal.ts";
import { minuteOf } from "./stored-proposal.ts";

/** The name of a bank can be as long as a sentence. */
const titleCharsMax = 90;

/** @throws 409 `PROPOSAL_WAITING` that says who proposed a change of the same subjects. */
export async function assertNoneWaiting(db: Db, change: ControlledChange): Promise<void> {
  const row = await selectWaiting(db, change);
  if (!row) return;
  const { proposer_name: proposer, takes_effect_at: at } = row;
  const title =
    row.title.length > titleCharsMax ? `${row.title.slice(0, titleCharsMax)}…` : row.title;
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

function selectWaiting(db: Db, { kind, subjects }: ControlledChange) {
  return db
    .selectFrom("proposal_subjects")
    .innerJoin("proposals", "proposals.id", "proposal_id")
    .innerJoin("people", "people.id", "proposed_by")
    .select(["subject", "title", "takes_effect_at"])
    .select("people.name as proposer_name")
    .where("proposal_subjects.kind", "=", kind)
    .where("subject", "in", subjects)
    .where("is_waiting", "=", true)
    .where("expires_at", ">", now())
    .limit(1)
    .executeTakeFirst();
}
