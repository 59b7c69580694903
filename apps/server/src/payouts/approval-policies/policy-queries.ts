import type { PolicyState } from "@rokad/contract/approval-policies";
import { permissionsOf } from "@rokad/contract/roles";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { today } from "../../kernel/days.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Member } from "./assess-policy.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { accountColumns, accountKey, type Account } from "../destination.ts";
import { canApprove } from "./match-approvers.ts";
import type { Band, CoolingRule } from "./policy.ts";

export interface StoredPolicy {
  readonly id: string;
  readonly tenantId: string;
  readonly version: number;
  readonly bands: readonly Band[];
  readonly state: PolicyState;
  /** Null: new accounts are paid like others. */
  readonly cooling: CoolingRule | null;
  /** Whether payments to one account on one day in India count together. */
  readonly countsDay: boolean;
}

/** The policies in force of these tenants, by tenant. */
export async function findPoliciesInForce(
  db: Db,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPolicy>> {
  const { rows } = await sql<Omit<StoredPolicy, "cooling"> & CoolingColumns>`
    ${prepared} select id, tenant_id as "tenantId", version, bands, state, cooling_above_paise,
      cooling_hours, counts_day as "countsDay"
    from approval_policies
    where state = 'in_force' and tenant_id = any(${[...new Set(tenantIds)]}::uuid[])
  `.execute(db);
  return new Map(
    rows.map(({ cooling_above_paise, cooling_hours, ...row }) => [
      row.tenantId,
      { ...row, cooling: asCooling({ cooling_above_paise, cooling_hours }) },
    ]),
  );
}

interface CoolingColumns {
  readonly cooling_above_paise: bigint | null;
  readonly cooling_hours: number | null;
}

export function asCooling(columns: CoolingColumns): CoolingRule | null {
  const { cooling_above_paise: abovePaise, cooling_hours: hours } = columns;
  return abovePaise === null || hours === null ? null : { abovePaise, hours };
}

export async function findPolicyInForce(db: Db, tenantId: string) {
  return (await findPoliciesInForce(db, [tenantId])).get(tenantId);
}

/** @throws 404 for a policy of another tenant. */
export async function versionOfPolicy(db: Db, tenantId: string, id: string): Promise<number> {
  const policy = await db
    .selectFrom("approval_policies")
    .select("version")
    .where("id", "=", id)
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  if (!policy) throw notFound("This policy");
  return policy.version;
}

/** The active people of a tenant, by name, with what they can approve themselves. */
export async function listActiveMembers(db: Db, tenantId: string): Promise<Member[]> {
  const rows = await selectMembers(db, tenantId).where("disabled_at", "is", null).execute();
  return rows.map(asMember);
}

/** The active people, with those whose deputies they are now. */
export async function listApprovers(db: Db, tenantId: string): Promise<Member[]> {
  return withDeputies(db, tenantId, await selectMembers(db, tenantId).execute());
}

/**
 * The same, locked against changes until the transaction ends. Closes the race between an approval
 * and a removal of the approver or of a deputy: whichever commits first decides.
 */
export async function lockApprovers(db: Tx, tenantId: string): Promise<Member[]> {
  const rows = await selectMembers(db, tenantId).forShare("memberships").execute();
  return withDeputies(db, tenantId, rows);
}

/**
 * The roles of an approval's people now, for `GivenApproval`.
 * @param approvals the table of the approvals in the query.
 */
export function rolesNow(approvals: `${"request" | "batch" | "schedule"}_approvals`) {
  const member = sql`
    select roles from memberships where memberships.tenant_id = ${sql.ref(approvals)}.tenant_id
      and memberships.person_id =
  `;
  const giver = sql.ref(`${approvals}.person_id`);
  return sql`
    (${member} ${giver} and disabled_at is null) as roles,
    coalesce((${member} coalesce(in_place_of, ${giver})), '{}') as "placeRoles"
  `;
}

function selectMembers(db: Db, tenantId: string) {
  return db
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "person_id")
    .select(["people.id", "people.name", "roles", "disabled_at"])
    .where("tenant_id", "=", tenantId)
    .orderBy("people.name")
    .orderBy("people.id");
}

interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly roles: string[];
  readonly disabled_at: Date | null;
}

/**
 * Deputies act while the person is disabled, has no role that approves, or is away today. They have
 * no deputies of their own for it: an approval is given by someone whom the person or an owner named.
 */
async function withDeputies(db: Db, tenantId: string, rows: readonly MemberRow[]) {
  const { rows: deputies } = await sql<{ person_id: string; deputy_id: string; is_away: boolean }>`
    select person_id, deputy_id,
      coalesce(${today()}::date between away_from and away_until, false) as is_away
    from deputies where tenant_id = ${tenantId} and ended_at is null
  `.execute(db);
  const members = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter((row) => row.disabled_at === null)
    .map((row): Member => {
      const standsInFor = deputies.flatMap(({ deputy_id: deputy, person_id: id, is_away }) => {
        const person = deputy === row.id ? members.get(id) : undefined;
        if (!person) return [];
        const isAbsent = is_away || person.disabled_at !== null || !canApprove(person.roles);
        return isAbsent ? [{ id, name: person.name, roles: person.roles }] : [];
      });
      return { ...asMember(row), standsInFor };
    });
}

function asMember({ id, name, roles }: MemberRow): Member {
  const may = permissionsOf({ role: "operator", roles });
  return { id, name, roles, canPrepare: may.includes("prepare") };
}

/**
 * Which of these accounts and UPI ids a tenant has paid before, by `accountKey`: the same digits at
 * another bank are another person's account.
 */
export async function findPaidAccounts(
  db: Db,
  tenantId: string,
  accounts: readonly Account[],
): Promise<ReadonlySet<string>> {
  if (accounts.length === 0) return new Set();
  const { rows } = await sql<Account>`
    ${prepared} select hash, bank from ${unnestRows("asked", accountColumns, accounts)}
    where exists (
      select from payouts
      where tenant_id = ${tenantId} and destination_hash = hash and status = 'success'
        and coalesce(left(ifsc_code, 4), '') = bank
    )
  `.execute(db);
  return new Set(rows.map(accountKey));
}
