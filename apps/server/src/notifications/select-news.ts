import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { SuperAdmin } from "../sign-in/person.ts";

export type NewsRow = Awaited<ReturnType<typeof selectNews>>[number];

/** What a super admin's newest notifications are about, as it stands now. */
export function selectNews(
  db: Db,
  person: SuperAdmin,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  const newest = db
    .selectFrom("notifications")
    .leftJoin("notification_marks", "notification_marks.person_id", "notifications.person_id")
    .leftJoin("payouts", "payouts.id", "subject_id")
    .leftJoin("deposits", "deposits.id", "subject_id")
    .leftJoin("bank_accounts", "bank_accounts.id", "subject_id")
    .leftJoin("people as tenants", (join) =>
      join.on((eb) =>
        eb(
          "tenants.id",
          "=",
          eb.fn.coalesce("payouts.person_id", "deposits.person_id", "bank_accounts.person_id"),
        ),
      ),
    )
    .leftJoin("people as actors", "actors.id", "subject_id")
    .select([
      "notifications.id",
      "kind",
      "subject_id",
      "detail",
      "notifications.created_at",
      sql<boolean>`read_at is not null or coalesce(notifications.id <= read_up_to, false)`.as(
        "read",
      ),
      "tenants.name as tenant_name",
      "actors.name as actor_name",
      "payouts.amount_paise as payout_paise",
      "payouts.reference_id",
      "payouts.beneficiary_name",
      "payouts.status as payout_status",
      "deposits.amount_paise as deposit_paise",
      "deposits.utr_reference",
      "deposits.status as deposit_status",
      "bank_accounts.bank_name",
      "bank_accounts.account_number_end",
      "bank_accounts.status as account_status",
      waiting("deposits", sql`kind = 'deposit_requested'`).as("deposits_waiting"),
      waiting(
        "deposits",
        sql`kind = 'deposit_needs_second'`,
        sql`first_approved_by <> ${person.id}`,
      ).as("seconds_waiting"),
      waiting("bank_accounts", sql`kind = 'bank_account_requested'`).as("accounts_waiting"),
      sql<number>`case when kind = 'money_in_suspense' then (
        select count(*)::int from (
          select from incoming_credits where state = 'suspense' limit 100
        ) as suspended
      ) else 0 end`.as("suspense_waiting"),
    ])
    .where("notifications.person_id", "=", person.id)
    .orderBy("notifications.id", "desc")
    .limit(limit);
  return (before ? newest.where("notifications.id", "<", before) : newest).execute();
}

/** How many wait for a decision now, for the rows that say so, counted up to a hundred. */
function waiting(
  table: "deposits" | "bank_accounts",
  forRows: ReturnType<typeof sql>,
  and: ReturnType<typeof sql> = sql`true`,
) {
  return sql<number>`case when ${forRows} then (
    select count(*)::int from (
      select from ${sql.table(table)} where status = 'pending' and ${and} limit 100
    ) as pending
  ) else 0 end`;
}
