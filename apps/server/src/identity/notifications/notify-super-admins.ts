import type { PersonKind, SuperAdminKind } from "@rokad/contract/notifications";
import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { superAdminIds } from "../people/super-admins.ts";
import { insertNotifications } from "./insert-notifications.ts";

/** The kinds that concern all super admins. */
type SharedKind = Exclude<SuperAdminKind, PersonKind>;

/** A notification to create for super admins. */
export interface SuperAdminNotification {
  readonly kind: SharedKind;
  /** The deposit, bank account, payout, verification or job, or the person who acted. */
  readonly subjectId: string | null;
  /** Text for the message that no table stores, such as "Platform fee". */
  readonly detail?: string;
  /** Gets no notification: the person who acted, or who may not take the next step. */
  readonly exceptPersonId?: string | undefined;
  /** The only recipient, such as the person who requested a report. */
  readonly onlyPersonId?: string;
}

/**
 * How a kind treats earlier notifications of the same kind.
 * - `replaceUnread`: deletes the unread one, so that forty pending deposits are one line.
 * - `oncePerSubject`: skips people who already have one about the same subject.
 * - `always`: adds one each time.
 */
const repetition: Readonly<Record<SharedKind, "replaceUnread" | "oncePerSubject" | "always">> = {
  deposit_requested: "replaceUnread",
  deposit_needs_second: "replaceUnread",
  bank_account_requested: "replaceUnread",
  money_in_suspense: "replaceUnread",
  statement_contradicts: "oncePerSubject",
  adjustment_proposed: "oncePerSubject",
  credit_charged_back: "oncePerSubject",
  payout_stuck: "replaceUnread",
  payout_contradicted: "oncePerSubject",
  closing_blocked: "always",
  provider_paused: "always",
  provider_resumed: "always",
  provider_failing: "always",
  provider_balance_low: "always",
  books_faulty: "oncePerSubject",
  reconciliation_differs: "oncePerSubject",
  reconciliation_failed: "oncePerSubject",
  report_ready: "oncePerSubject",
  setting_changed: "always",
  proposal_waiting: "always",
  proposal_closed: "always",
  change_scheduled: "always",
  team_changed: "always",
};

/**
 * Inserts a notification for each super admin, in the transaction of the change that it reports, and
 * publishes it to their open pages.
 */
export async function notifySuperAdmins(
  db: Tx,
  notification: SuperAdminNotification,
): Promise<void> {
  const { kind, exceptPersonId, onlyPersonId } = notification;
  const recipients = (await superAdminIds(db)).filter(
    (id) => id !== exceptPersonId && (onlyPersonId === undefined || id === onlyPersonId),
  );
  if (recipients.length === 0) return;
  if (repetition[kind] === "replaceUnread") await deleteUnread(db, recipients, kind);
  const notified =
    repetition[kind] === "oncePerSubject"
      ? await selectNotified(db, recipients, notification)
      : new Set();
  const people = recipients.filter((id) => !notified.has(id));
  if (people.length === 0) return;
  await insertNotifications(
    db,
    people.map((personId) => ({ ...notification, personId })),
  );
  await publishChange(db, people, ["notifications"]);
}

/** Skips rows that another transaction has locked: waiting for each other would be a deadlock. */
async function deleteUnread(
  db: Tx,
  people: readonly string[],
  kind: SuperAdminKind,
): Promise<void> {
  await sql`
    delete from notifications where (person_id, id) in (
      select person_id, id from notifications
      where person_id = any(${people}::uuid[]) and kind = ${kind} and read_at is null
        and id > coalesce(
          (
            select read_up_to from notification_marks
            where notification_marks.person_id = notifications.person_id
          ),
          '00000000-0000-0000-0000-000000000000'
        )
      for update skip locked
    )
  `.execute(db);
}

async function selectNotified(
  db: Tx,
  people: readonly string[],
  notification: SuperAdminNotification,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("notifications")
    .select("person_id")
    .where("person_id", "in", people)
    .where("kind", "=", notification.kind)
    .where("subject_id", "=", notification.subjectId)
    .execute();
  return new Set(rows.map(({ person_id }) => person_id));
}
