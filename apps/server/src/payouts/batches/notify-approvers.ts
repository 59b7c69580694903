import type { Tx } from "../../database/db.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { nextApprovers, type GivenApproval } from "../approval-policies/progress.ts";
import { waitingSentence } from "../requests/notify-waiting.ts";
import { waitingOf, type StoredBatch } from "./stored-batch.ts";

/** Notifies the business of a batch that waits: who can approve its next step, or that nobody can. */
export async function notifyApprovers(
  db: Tx,
  batch: StoredBatch,
  { given, members, paise }: WaitingFacts,
  kind: "batch_waiting" | "batch_reminder" = "batch_waiting",
): Promise<void> {
  const people = nextApprovers(waitingOf(batch, given), members);
  const isStuck = people.length === 0;
  await notify(db, [
    {
      personId: batch.tenant_id,
      kind: isStuck ? "batch_stuck" : kind,
      subjectId: batch.id,
      detail: `${batch.file_name}. ${waitingSentence(people, members)}`,
      amountPaise: paise,
      textTo: people.map(({ id }) => id),
    },
  ]);
  if (!isStuck) return;
  await db
    .updateTable("payout_batches")
    .set({ stuck_since: now() })
    .where("id", "=", batch.id)
    .execute();
}

interface WaitingFacts {
  readonly given: readonly GivenApproval[];
  readonly members: readonly Member[];
  /** The amounts of its rows. */
  readonly paise: bigint;
}
