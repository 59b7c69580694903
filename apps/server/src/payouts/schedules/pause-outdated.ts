import { rolesWith } from "@rokad/contract/roles";
import { sql, type RawBuilder } from "kysely";
import { transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { quotePayout } from "../quote-payout.ts";
import { phraseOf } from "../phrase-of.ts";
import { scheduleColumns, type StoredSchedule } from "./stored-schedule.ts";

const atOnce = 200;

const isDestinationEnded = sql<boolean>`exists (
  select from payout_destinations as destination join beneficiaries on beneficiaries.id = destination.beneficiary_id
  where destination.id = payout_schedules.destination_id
    and (destination.ended_at is not null or archived_at is not null)
)`;

async function areChargesOther(): Promise<RawBuilder<boolean>> {
  const { feePaise, gstPaise } = quotePayout(1, await readSettings());
  return sql<boolean>`(fee_paise <> ${feePaise} or gst_paise <> ${gstPaise})`;
}

/** Its one signer can't pay any more, so no due day of it is paid. Approvers need no role that pays. */
const isSignerGone = sql<boolean>`steps is null and exists (
  select from memberships
  where memberships.tenant_id = payout_schedules.tenant_id and person_id = started_by
    and (disabled_at is not null or not roles && ${rolesWith("pay", "operator")}::text[])
)`;

/** One of its approvers can't approve any more: who was removed since may be a thief. */
const isApproverGone = sql<boolean>`steps is not null and exists (
  select from schedule_approvals
  join memberships on memberships.tenant_id = schedule_approvals.tenant_id
    and memberships.person_id = schedule_approvals.person_id
  where schedule_id = payout_schedules.id
    and schedule_approvals.content_hash = payout_schedules.content_hash
    and (disabled_at is not null or not memberships.roles && ${rolesWith("approve", "operator")}::text[])
)`;
export const approverGone =
  "One of its approvers can't approve any more. Change it and send it for approval again.";

/** Whether a row of `payout_schedules` can't be paid as it was signed or submitted. */
export const isScheduleOutdated = async (): Promise<RawBuilder<boolean>> =>
  sql<boolean>`(${isDestinationEnded} or ${await areChargesOther()})`;

/**
 * Pauses schedules whose signature no longer fits: their account was replaced or removed, their
 * beneficiary archived, their signer or an approver removed, or fee or GST changed. Until then no run of them pays,
 * because each is checked again.
 * @returns how many.
 */
export async function pauseOutdatedSchedules(): Promise<number> {
  const ended = await pauseWhere(
    isDestinationEnded,
    "BENEFICIARY_NOT_PAYABLE",
    "Its account was replaced or removed. Choose the new one and sign the schedule again.",
  );
  const charged = await pauseWhere(
    await areChargesOther(),
    "SCHEDULE_CHANGED",
    "The fee or GST changed since it was signed. Sign the schedule again.",
  );
  const unsigned = await pauseWhere(
    isSignerGone,
    "FORBIDDEN",
    "Who signed it can't pay any more. Change it and sign it again.",
  );
  const unapproved = await pauseWhere(isApproverGone, "FORBIDDEN", approverGone);
  return ended + charged + unsigned + unapproved;
}

function pauseWhere(
  isOutdated: RawBuilder<boolean>,
  code: string,
  message: string,
): Promise<number> {
  return transaction(async (db) => {
    const { rows } = await sql<StoredSchedule>`
      update payout_schedules
      set state = 'paused', pause_code = ${code}, pause_message = ${message}, paused_at = ${now()}
      where id in (
        select payout_schedules.id from payout_schedules
        where state = 'active' and ${isOutdated}
        order by id limit ${atOnce} for update skip locked
      )
      returning ${scheduleColumns}
    `.execute(db);
    await notify(
      db,
      rows.map((schedule) => ({
        personId: schedule.tenant_id,
        kind: "schedule_paused",
        subjectId: schedule.id,
        detail: `${phraseOf(schedule)}: ${message}`,
      })),
    );
    await publishChange(
      db,
      rows.map(({ tenant_id: id }) => id),
      ["payouts", "notifications"],
    );
    for (const { id } of rows)
      await record(db, {
        act: "payout_schedule.paused",
        by: null,
        subject: { kind: "payout_schedule", id },
        reason: message,
      });
    return rows.length;
  });
}
