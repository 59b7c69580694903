import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { isRead } from "./queries.ts";

export type SuperAdminNotificationRow = Awaited<
  ReturnType<typeof selectNewestForSuperAdmin>
>[number];

/** A super admin's newest notifications. */
export function selectNewestForSuperAdmin(
  db: Db,
  { member }: SuperAdmin,
  { before, limit }: { before?: string | undefined; limit: number },
) {
  const newest = selectForSuperAdmin(db, member.id).limit(limit);
  return (before ? newest.where("notifications.id", "<", before) : newest).execute();
}

/** A super admin's notifications, newest first, each with the current state of its subject. */
export function selectForSuperAdmin(db: Db, personId: string) {
  return db
    .selectFrom("notifications")
    .leftJoin("notification_marks", "notification_marks.person_id", "notifications.person_id")
    .leftJoin("payouts", "payouts.id", "subject_id")
    .leftJoin("deposits", "deposits.id", "subject_id")
    .leftJoin("bank_accounts", "bank_accounts.id", "subject_id")
    .leftJoin("adjustments", "adjustments.id", "subject_id")
    .leftJoin("incoming_credits", "incoming_credits.id", "subject_id")
    .leftJoin("tenants", (join) =>
      join.on((eb) =>
        eb(
          "tenants.id",
          "=",
          eb.fn.coalesce("payouts.tenant_id", "deposits.tenant_id", "bank_accounts.tenant_id"),
        ),
      ),
    )
    .leftJoin("people as actors", "actors.id", "subject_id")
    .leftJoin(
      (of) =>
        of
          .selectFrom("proposals")
          .innerJoin("people as proposers", "proposers.id", "proposed_by")
          .leftJoin("people as closers", "closers.id", "closed_by")
          .select(["proposals.id as proposal_id", "title as proposal_title"])
          .select(["state as proposal_state", "closing_reason"])
          .select(["proposers.name as proposer_name", "closers.name as closer_name"])
          .select(["takes_effect_at", "confirmed_by"])
          .as("proposed"),
      (join) => join.onRef("proposed.proposal_id", "=", "subject_id"),
    )
    .select([
      "notifications.id",
      "notifications.kind",
      "subject_id",
      "detail",
      "notifications.created_at",
      isRead.as("read"),
      "tenants.name as tenant_name",
      "actors.name as actor_name",
      "proposal_title",
      "proposal_state",
      "closing_reason",
      "proposer_name",
      "closer_name",
      "takes_effect_at",
      "confirmed_by as proposal_confirmer",
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
      "adjustments.state as adjustment_state",
      "incoming_credits.state as credit_state",
      countPending("deposits", sql`notifications.kind = 'deposit_requested'`).as(
        "deposits_waiting",
      ),
      countPending(
        "deposits",
        sql`notifications.kind = 'deposit_needs_second'`,
        sql`first_approved_by <> ${personId}`,
      ).as("seconds_waiting"),
      countPending("bank_accounts", sql`notifications.kind = 'bank_account_requested'`).as(
        "accounts_waiting",
      ),
      sql<number>`case when notifications.kind = 'money_in_suspense' then (
        select count(*)::int from (
          select from incoming_credits where state = 'suspense' limit 100
        ) as suspended
      ) else 0 end`.as("suspense_waiting"),
    ])
    .where("notifications.person_id", "=", personId)
    .orderBy("notifications.id", "desc");
}

/** The number of rows that await a decision now, counted up to 100, for notifications of one kind. */
function countPending(
  table: "deposits" | "bank_accounts",
  forKind: ReturnType<typeof sql>,
  and: ReturnType<typeof sql> = sql`true`,
) {
  return sql<number>`case when ${forKind} then (
    select count(*)::int from (
      select from ${sql.table(table)} where status = 'pending' and ${and} limit 100
    ) as pending
  ) else 0 end`;
}
