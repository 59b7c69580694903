import { productName } from "../../identity/settings/read-branding.ts";
import { sendNoticeText } from "../../identity/sms/send-notice-text.ts";
import { now } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { database, type Tx } from "../../database/db.ts";
import { enqueueJob } from "../../worker/jobs/enqueue-job.ts";
import type { Job } from "../../worker/jobs/job.ts";

/** Texts the person about the lock after the commit. A job, so that no gateway delays the answer. */
export async function enqueueLockText(db: Tx, personId: string): Promise<void> {
  await enqueueJob(db, { kind: "payout_lock_text", payload: { person: personId }, by: null });
}

/**
 * The job: texts the person until when their payouts are locked, unless the lock has ended. Nothing
 * is repeated when no gateway confirms it, because the console has notified the person.
 */
export async function sendLockTextJob(job: Job): Promise<void> {
  const { person } = job.payload as { person: string };
  const row = await database()
    .selectFrom("payout_code_guesses")
    .innerJoin("people", "people.id", "person_id")
    .select(["mobile", "locked_until"])
    .where("person_id", "=", person)
    .executeTakeFirst();
  if (!row?.locked_until || row.locked_until <= now()) return;
  await sendNoticeText("payout_lock", row.mobile, {
    product: await productName(),
    until: dateTimeInIndia(row.locked_until).slice(0, -":00".length),
  });
}
