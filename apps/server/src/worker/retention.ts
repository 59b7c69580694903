import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { secondsFromNow } from "../kernel/clock.ts";
import type { Db } from "../database/db.ts";
import { deleteExpiredFiles } from "./stored-files/delete-expired-files.ts";

const daySeconds = 24 * 60 * 60;
/** In one statement. */
const deliveriesPerEndpoint = 1_000;

/**
 * Deletes rows that are no longer needed, so that these tables do not grow for ever: after 1 day
 * rate limits, wrong codes, used proofs, refused idempotency keys, sandbox messages and contents of sandbox e-mails (which contain codes) and crashed processes; after 2 days
 * measurements of providers and SMS gateways; after 8 days readings of provider balances and stored traces; after 30 days one-time codes, signatures, passkey challenges, finished jobs and the request log of API keys; after
 * 90 days events with their deliveries, notifications, e-mails and texts, webhooks and account checks; after 91 days refresh tokens, which exceeds
 * any session; after 180 days browsers that signed in; and expired files. Money, its reasons and idempotency keys are never deleted.
 * Several servers may run it at the same time.
 */
export async function deleteExpiredRows(db: Db): Promise<void> {
  await db
    .deleteFrom("rate_limits")
    .where("window_start", "<", secondsFromNow(-daySeconds))
    .execute();
  await db
    .deleteFrom("one_time_codes")
    .where("created_at", "<", secondsFromNow(-30 * daySeconds))
    .execute();
  await db
    .deleteFrom("known_browsers")
    .where("last_used_at", "<", secondsFromNow(-180 * daySeconds))
    .execute();
  await db
    .deleteFrom("code_guesses")
    .where(
      sql<Date>`coalesce(wrong_at[cardinality(wrong_at)], '-infinity')`,
      "<",
      secondsFromNow(-daySeconds),
    )
    .execute();
  await db
    .deleteFrom("signatures")
    .where("created_at", "<", secondsFromNow(-30 * daySeconds))
    .execute();
  await db
    .deleteFrom("passkey_challenges")
    .where("created_at", "<", secondsFromNow(-30 * daySeconds))
    .execute();
  await db
    .deleteFrom("refused_payout_keys")
    .where("refused_until", "<", secondsFromNow(-daySeconds))
    .execute();
  await db
    .deleteFrom("sandbox_messages")
    .where("created_at", "<", secondsFromNow(-daySeconds))
    .execute();
  await db
    .deleteFrom("refresh_tokens")
    .where("issued_at", "<", secondsFromNow(-91 * daySeconds))
    .execute();
  // A proof is accepted for two minutes at most; a day also covers clocks of servers that differ.
  await db.deleteFrom("used_proofs").where("used_at", "<", secondsFromNow(-daySeconds)).execute();
  // All servers agree on their order, so that what is left has no gap.
  await db
    .deleteFrom("events")
    .where("numbered_at", "<", secondsFromNow(-90 * daySeconds))
    .execute();
  await deleteDeliveries(db);
  await db
    .deleteFrom("api_requests")
    .where("at", "<", secondsFromNow(-limits.apiRequestDays * daySeconds))
    .execute();
  await db
    .deleteFrom("notifications")
    .where("created_at", "<", secondsFromNow(-90 * daySeconds))
    .execute();
  await deleteOldMessages(db);
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
  // The check of a whitelisted account stays with the account.
  await db
    .deleteFrom("account_checks")
    .where("requested_at", "<", secondsFromNow(-90 * daySeconds))
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
  await deleteExpiredFiles(db);
  await db
    .deleteFrom("provider_minutes")
    .where("minute", "<", secondsFromNow(-2 * daySeconds))
    .execute();
  await db
    .deleteFrom("sms_hours")
    .where("hour", "<", secondsFromNow(-2 * daySeconds))
    .execute();
  await db
    .deleteFrom("provider_balances")
    .where("read_at", "<", secondsFromNow(-8 * daySeconds))
    .execute();
  await db
    .deleteFrom("payout_traces")
    .where("created_at", "<", secondsFromNow(-8 * daySeconds))
    .execute();
  await db.deleteFrom("processes").where("beat_at", "<", secondsFromNow(-daySeconds)).execute();
}

/**
 * A delivery lives as long as its event, however late that was sent again: those before the first event
 * that its business still has. They are found by primary key, for each endpoint.
 */
async function deleteDeliveries(db: Db): Promise<void> {
  let deleted: bigint | undefined;
  do {
    const { numAffectedRows } = await sql`
      with old as materialized (
        select endpoint_id, version from webhook_endpoints as endpoint cross join lateral (
          select endpoint_id, version from webhook_deliveries
          where endpoint_id = endpoint.id and version < coalesce(
            (select min(version) from events where events.tenant_id = endpoint.tenant_id), up_to + 1
          )
          order by version limit ${deliveriesPerEndpoint} for update skip locked
        ) as oldest
      )
      delete from webhook_deliveries using old
      where webhook_deliveries.endpoint_id = old.endpoint_id
        and webhook_deliveries.version = old.version
    `.execute(db);
    deleted = numAffectedRows;
  } while (deleted);
}

/** A sandbox's e-mail contains codes, so its content goes sooner than its row. */
async function deleteOldMessages(db: Db): Promise<void> {
  await db
    .updateTable("outbound_messages")
    .set({ content_encrypted: null })
    .where("state", "=", "sent")
    .where("content_encrypted", "is not", null)
    .where("created_at", "<", secondsFromNow(-daySeconds))
    .execute();
  // A day after their deliveries, which go with the notifications.
  await db
    .deleteFrom("outbound_messages")
    .where("created_at", "<", secondsFromNow(-91 * daySeconds))
    .execute();
  await db
    .deleteFrom("email_codes")
    .where("created_at", "<", secondsFromNow(-30 * daySeconds))
    .execute();
}
