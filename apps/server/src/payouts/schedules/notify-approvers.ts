import type { Tx } from "../../database/db.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { nextApprovers, type GivenApproval } from "../approval-policies/progress.ts";
import { waitingSentence } from "../requests/notify-waiting.ts";
import { phraseOf } from "./phrase.ts";
import { updateSchedule, waitingOf, type StoredSchedule } from "./stored-schedule.ts";

interface WaitingFacts {
  readonly given: readonly GivenApproval[];
  readonly members: readonly Member[];
}

/** Notifies the business of a schedule that waits: who can approve its next step, or that nobody can. */
export async function notifyApprovers(
  db: Tx,
  schedule: StoredSchedule,
  { given, members }: WaitingFacts,
  kind: "schedule_waiting" | "schedule_reminder" = "schedule_waiting",
): Promise<void> {
  const people = nextApprovers(waitingOf(schedule, given), members);
  const isStuck = people.length === 0;
  await notify(db, [
    {
      personId: schedule.tenant_id,
      kind: isStuck ? "schedule_stuck" : kind,
      subjectId: schedule.id,
      detail: `${phraseOf(schedule)}. ${waitingSentence(people, members)}`,
      amountPaise: schedule.amount_paise,
      textTo: people.map(({ id }) => id),
    },
  ]);
  if (isStuck) await updateSchedule(db, schedule.id, { stuck_since: now() });
}
