import { sql, type Insertable, type Updateable } from "kysely";
import { adjustingMovements } from "../../ledger/adjusting-movements.ts";
import { now } from "../../kernel/clock.ts";
import { digitsOf } from "../../kernel/digits-of.ts";
import type { Tenants, Viewings } from "../../database/tables.generated.ts";
import type { Db, Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { likePattern } from "../../database/like-pattern.ts";
import { newPerson } from "../../identity/people/invitations.ts";
import { tenantColumns, tenants } from "../../identity/people/tenant-queries.ts";
import type { Person } from "../../kernel/person.ts";

export interface TenantFilter {
  readonly search?: string | undefined;
  readonly role?: "all" | "operator" | "retailer" | undefined;
  readonly status?: "all" | "active" | "inactive" | undefined;
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** A page of tenants, newest first. */
export function selectTenants(db: Db, filter: TenantFilter & Page) {
  return matching(db, filter)
    .select(tenantColumns)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute();
}

export async function countTenants(db: Db, filter: TenantFilter): Promise<bigint> {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Adds a business and, unless they are known as a member of others, its founder. A trigger makes the
 * founder its first owner.
 * @returns undefined if the number has founded a business, or is a super admin's.
 */
export async function insertTenant(db: Tx, business: Omit<Insertable<Tenants>, "id">) {
  const { mobile, name } = business;
  await db
    .insertInto("people")
    .values(newPerson(mobile, name))
    .onConflict((conflict) => conflict.column("mobile").doNothing())
    .execute();
  // Closes the races with another request and with an invitation to the installation.
  const founder = await db
    .selectFrom("people")
    .select(["id", "installation_roles"])
    .where("mobile", "=", mobile)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (founder.installation_roles) return undefined;
  const tenant = await db
    .insertInto("tenants")
    .values({ id: founder.id, ...business })
    .onConflict((conflict) => conflict.doNothing())
    .returning(tenantColumns)
    .executeTakeFirst();
  // Open pages of a member of other businesses offer this one.
  if (tenant) await publishChange(db, [founder.id], ["account"]);
  return tenant;
}

/** Changes a locked account. `updated_at` always grows by at least 1 ms, so it works as a version. */
export function updateTenantRow(
  db: Tx,
  { id, updated_at: before }: { readonly id: string; readonly updated_at: Date },
  change: Updateable<Tenants>,
) {
  const at = new Date(Math.max(now().getTime(), before.getTime() + 1));
  return db
    .updateTable("tenants")
    .set({ ...change, updated_at: at })
    .where("id", "=", id)
    .returning(tenantColumns)
    .executeTakeFirstOrThrow();
}

/** Whether pending deposits or payouts prevent closing; call it while the account is locked. */
export async function findPending(db: Tx, id: string) {
  const deposits = db
    .selectFrom("deposits")
    .where("tenant_id", "=", id)
    .where("status", "=", "pending");
  const payouts = db.selectFrom("payout_queue").where("tenant_id", "=", id);
  return db
    .selectNoFrom((eb) => [
      eb.exists(deposits.select("id")).as("hasDeposits"),
      eb.exists(payouts.select("payout_id")).as("hasPayouts"),
    ])
    .executeTakeFirstOrThrow();
}

export async function insertViewing(db: Tx, viewing: Insertable<Viewings>): Promise<void> {
  await db.insertInto("viewings").values(viewing).execute();
}

/** Ends an open view of this person. @returns its tenant; undefined without an open view. */
export function endViewingOf(db: Tx, admin: Person, id: string) {
  return db
    .updateTable("viewings")
    .set({ ended_at: now() })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("ends_at", ">", now())
    .where("session_id", "in", (sessions) =>
      sessions.selectFrom("sessions").select("id").where("person_id", "=", admin.member.id),
    )
    .returning("tenant_id")
    .executeTakeFirst();
}

/** The totals of a tenant: volume, failed, open and pending; a return counts as a transaction. */
export async function sumTenant(db: Db, id: string) {
  const { rows } = await sql<TenantSums>`
    select coalesce(sum(volume), 0)::bigint as volume, coalesce(sum(failed), 0)::bigint as failed,
      coalesce(sum(open), 0)::bigint as open, coalesce(sum(pending), 0)::bigint as pending,
      coalesce(sum(transactions), 0)::bigint as transactions
    from (
      select success_paise as volume, failed_count + returned_count as failed, open_count as open,
        0 as pending, open_count + success_count + failed_count + returned_count + cancelled_count
          as transactions
      from all_payout_rollups where tenant_id = ${id} and grain = 'month'
      union all
      select 0, 0, 0, pending_count, 0
      from deposit_rollups where tenant_id = ${id} and grain = 'month'
      union all
      select 0, 0, 0, 0, deposit_count + reversal_count
      from credit_rollups where tenant_id = ${id} and grain = 'month'
      union all
      select 0, 0, 0, 0, count(*) from (${adjustingMovements(id)}) as adjusting
    ) as months
  `.execute(db);
  const sums = rows[0];
  if (!sums) throw new Error("The totals query returned no row");
  return sums;
}

interface TenantSums {
  readonly transactions: bigint;
  readonly volume: bigint;
  readonly failed: bigint;
  readonly open: bigint;
  readonly pending: bigint;
}

function matching(db: Db, { search, role = "all", status = "all" }: TenantFilter) {
  let selection = tenants(db);
  if (role !== "all") selection = selection.where("role", "=", role);
  if (status !== "all") selection = selection.where("is_active", "=", status === "active");
  if (!search) return selection;
  const pattern = likePattern(search);
  return selection.where((eb) =>
    eb.or([
      eb("name", "ilike", pattern),
      eb("mobile", "like", likePattern(digitsOf(search))),
      eb("email", "ilike", pattern),
    ]),
  );
}
