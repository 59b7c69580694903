import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Db, Tx } from "../../database/db.ts";
import { ownerIdOf, type Person } from "../../kernel/person.ts";
import { personKinds } from "./person-kinds.ts";

/**
 * About a person and not a business: sign-ins and guessed codes. The list is no parameter, so that the
 * index of these kinds applies.
 */
const isAboutPerson = sql<boolean>`notifications.kind in (${sql.join(
  Object.keys(personKinds).map((kind) => sql.lit(kind)),
)})`;

/**
 * Read one by one, or with all before a mark. Any member of a business moves its mark, so it covers no
 * notices about its founder as a person.
 */
export const isRead = sql<boolean>`(
  read_at is not null or coalesce(not ${isAboutPerson} and notifications.id <= read_up_to, false)
)`;

/**
 * The condition for the notifications of a business and those about the person who acts. The
 * founder's row is both, so other members don't see the founder's personal ones.
 */
function isVisibleTo(person: Person) {
  const { member } = person;
  const id = ownerIdOf(person);
  if (member.id === id) return sql<boolean>`notifications.person_id = ${id}`;
  return sql<boolean>`(
    notifications.person_id in (${id}, ${member.id})
    and (notifications.person_id = ${member.id}) = ${isAboutPerson}
  )`;
}

export type TenantNotificationRow = Awaited<ReturnType<typeof selectNewestForTenant>>[number];

/** A tenant's newest notifications. */
export function selectNewestForTenant(
  db: Db,
  person: Person,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  const newest = selectForTenant(db).where(isVisibleTo(person)).limit(limit);
  return (before ? newest.where("notifications.id", "<", before) : newest).execute();
}

/** Notifications of tenants, newest first, with the columns of the subjects that the texts need. */
export function selectForTenant(db: Db) {
  return db
    .selectFrom("notifications")
    .leftJoin("notification_marks", "notification_marks.person_id", "notifications.person_id")
    .leftJoin("payouts", "payouts.id", "subject_id")
    .leftJoin("payout_reversals", (join) =>
      join.onRef("payout_reversals.payout_id", "=", "subject_id").on("is_partial", "=", false),
    )
    .leftJoin("deposits", "deposits.id", "subject_id")
    .leftJoin("bank_accounts", "bank_accounts.id", "subject_id")
    .leftJoin("virtual_accounts", "virtual_accounts.id", "subject_id")
    .leftJoin("viewings", "viewings.id", "subject_id")
    .select([
      "notifications.id",
      "kind",
      "subject_id",
      "notifications.detail",
      "notifications.amount_paise",
      "notifications.created_at",
      isRead.as("read"),
      "payouts.amount_paise as payout_paise",
      "payouts.payout_kind",
      "payouts.charges_returned_at",
      "beneficiary_name",
      "reference_id",
      "utr_number",
      "failure_reason",
      "payout_reversals.reason as reversal_reason",
      "deposits.amount_paise as deposit_paise",
      "deposits.requested_paise",
      "deposits.amount_reason",
      "deposits.utr_reference",
      "deposits.review_note as deposit_note",
      "virtual_accounts.account_number as virtual_account_number",
      "bank_accounts.bank_name",
      "bank_accounts.account_number_end",
      sql<string | null>`coalesce(revocation_reason, bank_accounts.review_note)`.as("account_note"),
      "viewings.reason as viewing_reason",
      "viewings.created_at as viewed_at",
    ])
    .orderBy("notifications.id", "desc");
}

/** The number of unread notifications, counted up to a limit so that the cost is bounded. */
export async function countUnread(db: Db, person: Person): Promise<number> {
  const ownerId = ownerIdOf(person);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      (
        select 1 from notifications
        where person_id = ${ownerId} and not ${isAboutPerson} and read_at is null
          and id > coalesce(
            (select read_up_to from notification_marks where person_id = ${ownerId}),
            '00000000-0000-0000-0000-000000000000'
          )
        order by id desc limit ${limits.unreadCountMax}
      )
      union all
      (
        select 1 from notifications
        where person_id = ${person.member.id} and ${isAboutPerson} and read_at is null
        limit ${limits.unreadCountMax}
      )
      limit ${limits.unreadCountMax}
    ) as unread
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** @returns false when the person has no notification with this id. */
export async function markOneRead(db: Tx, person: Person, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set((eb) => ({ read_at: eb.fn.coalesce("read_at", eb.val(now())) }))
    .where(isVisibleTo(person))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Moves the read mark forward to the newest notification up to `id`, and reads the person's own. */
export async function moveReadMark(db: Tx, person: Person, id: string): Promise<void> {
  await sql`
    insert into notification_marks (person_id, read_up_to)
    select person_id, id from notifications
    where person_id = ${ownerIdOf(person)} and id <= ${id}
    order by id desc limit 1
    on conflict (person_id) do update
    set read_up_to = greatest(notification_marks.read_up_to, excluded.read_up_to)
  `.execute(db);
  await sql`
    update notifications set read_at = ${now()}
    where person_id = ${person.member.id} and id <= ${id} and read_at is null and ${isAboutPerson}
  `.execute(db);
}
