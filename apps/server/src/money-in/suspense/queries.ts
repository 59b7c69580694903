import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { startOfDay, today } from "../../kernel/days.ts";
import type { Db, Tx } from "../../database/db.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import type { Decision } from "./decision.ts";

export interface SuspenseFilter {
  readonly status?: "pending" | "decided" | "all" | undefined;
  readonly page: number;
  readonly limit: number;
}

/** Credits that went to suspense, by decision status. */
function suspended(db: Db, { status = "pending" }: Pick<SuspenseFilter, "status">) {
  const states = {
    pending: ["suspense"],
    decided: ["assigned", "returned", "dismissed"],
    all: ["suspense", "assigned", "returned", "dismissed"],
  } as const;
  const credits = db.selectFrom("incoming_credits as credit");
  if (status === "pending") return credits.where("credit.state", "in", states[status]);
  // A suspended credit always has a reason, and the partial index on it has the list's order.
  return credits.where("credit.state", "in", states[status]).where("credit.reason", "is not", null);
}

function withPeople(credits: ReturnType<typeof suspended>) {
  return credits
    .leftJoin("virtual_accounts", "virtual_accounts.id", "credit.virtual_account_id")
    .leftJoin("deposits", "deposits.id", "credit.deposit_id")
    .leftJoin("deposits as similar", "similar.id", "credit.similar_deposit_id")
    .leftJoin("tenants as owner", "owner.id", "deposits.tenant_id")
    .leftJoin("people as first", "first.id", "credit.first_decided_by")
    .leftJoin("people as decider", "decider.id", "credit.decided_by")
    .selectAll("credit")
    .select([
      "virtual_accounts.tenant_id as account_owner_id",
      "similar.utr_reference as similar_utr",
      "similar.status as similar_status",
      "similar.created_at as similar_created_at",
      "owner.id as owner_id",
      "owner.name as owner_name",
      "owner.mobile as owner_mobile",
      "first.name as first_name",
      "decider.name as decider_name",
    ]);
}

/** A page: pending credits oldest first, decided ones newest first. */
export function selectSuspended(db: Db, filter: SuspenseFilter) {
  const order = filter.status === "pending" || filter.status === undefined ? "asc" : "desc";
  return withPeople(suspended(db, filter))
    .orderBy("credit.created_at", order)
    .orderBy("credit.id", order)
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute();
}

export type SuspendedRow = Awaited<ReturnType<typeof selectSuspended>>[number];

export async function countSuspended(db: Db, filter: SuspenseFilter): Promise<bigint> {
  const { count } = await suspended(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** All pending credits, regardless of the filter. */
export function sumPending(db: Db) {
  return db
    .selectFrom("incoming_credits")
    .where("state", "=", "suspense")
    .select([
      sql<bigint>`count(*)`.as("count"),
      sql<bigint>`coalesce(sum(amount_paise), 0)::bigint`.as("paise"),
      sql<bigint>`count(first_decided_by)`.as("half_decided"),
      sql<Date | null>`min(created_at)`.as("oldest_at"),
    ])
    .executeTakeFirstOrThrow();
}

export async function countDecidedToday(db: Db): Promise<bigint> {
  const { count } = await db
    .selectFrom("incoming_credits")
    .where("decided_at", ">=", startOfDay(today()))
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks a credit until the transaction ends, so that people decide one after the other. */
export async function lockSuspended(db: Tx, id: string) {
  await db.selectFrom("incoming_credits").select("id").where("id", "=", id).forUpdate().execute();
  // A second statement, because the one that waited for the lock returns joined rows from before it.
  return withPeople(suspended(db, { status: "all" }))
    .where("credit.id", "=", id)
    .executeTakeFirst();
}

/** Names and phone numbers of tenants by id. */
export async function namesOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string; phone: string }>();
  const rows = await db
    .selectFrom("tenants")
    .select(["id", "name", "mobile as phone"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function updateFirstDecision(
  db: Tx,
  id: string,
  person: SuperAdmin,
  decision: Decision,
): Promise<void> {
  await db
    .updateTable("incoming_credits")
    .set({
      first_decision: JSON.stringify(decision),
      first_decided_by: person.member.id,
      first_decided_at: now(),
    })
    .where("id", "=", id)
    .execute();
}

interface Outcome {
  readonly state: "assigned" | "returned" | "dismissed";
  readonly note: string | null;
  readonly depositId?: string;
  readonly returnUtr?: string;
  /** Removes a first decision that does not count. */
  readonly clearFirstDecision: boolean;
}

export async function updateDecision(
  db: Tx,
  id: string,
  person: SuperAdmin,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable("incoming_credits")
    .set({
      state: outcome.state,
      note: outcome.note,
      deposit_id: outcome.depositId ?? null,
      return_utr: outcome.returnUtr ?? null,
      decided_by: person.member.id,
      decided_at: now(),
      ...(outcome.clearFirstDecision && {
        first_decision: null,
        first_decided_by: null,
        first_decided_at: null,
      }),
    })
    .where("id", "=", id)
    .execute();
}
