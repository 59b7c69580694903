import type { PolicyState } from "@rokad/contract/approval-policies";
import { permissionsOf } from "@rokad/contract/roles";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Member } from "./assess-policy.ts";
import type { Band } from "./policy.ts";

export interface StoredPolicy {
  readonly id: string;
  readonly tenantId: string;
  readonly version: number;
  readonly bands: readonly Band[];
  readonly state: PolicyState;
}

/** The policies in force of these tenants, by tenant. */
export async function findPoliciesInForce(
  db: Db,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPolicy>> {
  const { rows } = await sql<StoredPolicy>`
    ${prepared} select id, tenant_id as "tenantId", version, bands, state from approval_policies
    where state = 'in_force' and tenant_id = any(${[...new Set(tenantIds)]}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.tenantId, row]));
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

/** The active people of a tenant, by name. */
export async function listActiveMembers(db: Db, tenantId: string): Promise<Member[]> {
  return (await selectMembers(db, tenantId).execute()).map(asMember);
}

/**
 * The same, locked against changes until the transaction ends. Closes the race between an approval
 * and a removal of the approver: whichever commits first decides.
 */
export async function lockActiveMembers(db: Tx, tenantId: string): Promise<Member[]> {
  const rows = await selectMembers(db, tenantId).forShare("memberships").execute();
  return rows.map(asMember);
}

function selectMembers(db: Db, tenantId: string) {
  return db
    .selectFrom("memberships")
    .innerJoin("people", "people.id", "person_id")
    .select(["people.id", "people.name", "roles"])
    .where("tenant_id", "=", tenantId)
    .where("disabled_at", "is", null)
    .orderBy("people.name")
    .orderBy("people.id");
}

function asMember({ id, name, roles }: { id: string; name: string; roles: string[] }): Member {
  const may = permissionsOf({ role: "operator", roles });
  return { id, name, roles, canPrepare: may.includes("prepare") };
}

/** Which of these accounts and UPI ids a tenant has paid before, as hex of the blind index. */
export async function findPaidDestinations(
  db: Db,
  tenantId: string,
  hashes: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ hash: Buffer }>`
    ${prepared} select hash from unnest(${hashes}::bytea[]) as hash
    where exists (
      select from payouts
      where person_id = ${tenantId} and destination_hash = hash and status = 'success'
    )
  `.execute(db);
  return new Set(rows.map(({ hash }) => hash.toString("hex")));
}
