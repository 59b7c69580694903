import { groupCommit } from "../../database/group-commit.ts";
import { database } from "../../database/db.ts";

/** An agreed change of a receiving account that tenants are notified of before it counts. */
interface ScheduledChange {
  /** "HDFC Bank ****5600". */
  readonly name: string;
  readonly at: Date;
}

/** The start of a proposal's title, before the account's name. */
export const titlePrefix = "Receiving account ";

/** All such changes, the next one first. Calls at once share one query. */
export function readScheduledChanges(): Promise<readonly ScheduledChange[]> {
  return readTogether(undefined);
}

const readTogether = groupCommit<undefined, readonly ScheduledChange[]>(
  async (requests) => {
    const rows = await database()
      .selectFrom("proposals")
      .select(["title", "takes_effect_at"])
      .where("kind", "=", "receiving_account")
      .where("state", "=", "scheduled")
      .where("takes_effect_at", "is not", null)
      .$narrowType<{ takes_effect_at: Date }>()
      .orderBy("takes_effect_at")
      .execute();
    const changes = rows.map(({ title, takes_effect_at: at }) => ({
      name: title.slice(titlePrefix.length),
      at,
    }));
    return requests.map(() => changes);
  },
  { atMost: 1_000 },
);
