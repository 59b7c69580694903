import { secondsFromNow } from "./clock.ts";
import type { Db } from "./db.ts";
import { forgetFiles } from "./kept-files/forget-files.ts";

const daySeconds = 24 * 60 * 60;

/**
 * Deletes what has served its purpose, so that no table grows by itself for ever: counters of
 * past hours, codes that ran out long ago, the sandbox's texts (which hold codes), refresh tokens
 * older than any session may be, notifications of more than 90 days ago, background jobs that were
 * done 30 days ago, webhooks and what banks said of accounts more than 90 days ago, what providers and SMS gateways did more than
 * two days ago, and processes that
 * ended without a word. Money, its reasons and idempotency keys are never
 * deleted. Safe to run on several servers at once.
 */
export async function forgetOld(db: Db): Promise<void> {
  await db
    .deleteFrom("rate_limits")
    .where("window_start", "<", secondsFromNow(-daySeconds))
    .execute();
  await db
    .deleteFrom("one_time_codes")
    .where("created_at", "<", secondsFromNow(-30 * daySeconds))
    .execute();
  await db
    .deleteFrom("sandbox_messages")
    .where("created_at", "<", secondsFromNow(-daySeconds))
    .execute();
  await db
    .deleteFrom("refresh_tokens")
    .where("issued_at", "<", secondsFromNow(-91 * daySeconds))
    .execute();
  await db
    .deleteFrom("notifications")
    .where("created_at", "<", secondsFromNow(-90 * daySeconds))
    .execute();
  await db
    .deleteFrom("background_jobs")
    .where("status", "=", "done")
    .where("finished_at", "<", secondsFromNow(-30 * daySeconds))
    .execute();
  await db
    .deleteFrom("webhooks")
    .where("state", "=", "done")
    .where("received_at", "<", secondsFromNow(-90 * daySeconds))
    .execute();
  await db
    .deleteFrom("webhook_refusals")
    .where("last_at", "<", secondsFromNow(-90 * daySeconds))
    .execute();
  // What was said of a whitelisted account stays beside it.
  await db
    .deleteFrom("account_checks")
    .where("asked_at", "<", secondsFromNow(-90 * daySeconds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("bank_accounts")
            .select("bank_accounts.id")
            .whereRef("account_check_id", "=", "account_checks.id"),
        ),
      ),
    )
    .execute();
  await forgetFiles(db);
  await db
    .deleteFrom("provider_minutes")
    .where("minute", "<", secondsFromNow(-2 * daySeconds))
    .execute();
  await db
    .deleteFrom("sms_hours")
    .where("hour", "<", secondsFromNow(-2 * daySeconds))
    .execute();
  await db.deleteFrom("processes").where("beat_at", "<", secondsFromNow(-daySeconds)).execute();
}
