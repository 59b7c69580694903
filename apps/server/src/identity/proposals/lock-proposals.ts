import type { ProposalKind } from "@rokad/contract/proposals";
import { rolesWith, type Permission } from "@rokad/contract/roles";
import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { accountInactive } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { decidesSince } from "../people/super-admins.ts";

/**
 * Locks all proposals until the transaction ends. Closes the races between confirming, rejecting,
 * withdrawing, proposing and a direct change: the first wins. Take it before any other lock.
 */
export async function lockProposals(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('proposals', 0))`.execute(db);
}

/** What it takes to propose or confirm each kind. */
export const proposalPermissions: Readonly<Record<ProposalKind, Permission>> = {
  settings: "finance",
  receiving_account: "finance",
  credential: "manage",
};

/** Since when each super admin who may decide counts as a second person, by id. */
type Deciders = ReadonlyMap<string, Date>;

/**
 * As `lockDeciders`, for a request of one of them.
 * @throws 403 `ACCOUNT_INACTIVE` when the person is not one of them any more.
 */
export async function lockSuperAdmins(
  db: Tx,
  person: SuperAdmin,
  permission: Permission = "finance",
): Promise<Deciders> {
  const deciders = await lockDeciders(db, permission);
  if (!deciders.has(person.member.id)) throw accountInactive();
  return deciders;
}

/**
 * Locks every super admin's row, inactive ones too, and returns the active ones whose roles let them
 * decide: an auditor is no second person. Closes the race with a deactivation or another change of
 * them, which waits for this transaction.
 */
export async function lockDeciders(db: Tx, permission: Permission): Promise<Deciders> {
  const rows = await db
    .selectFrom("people")
    .select(["id", "is_active", "installation_roles", decidesSince])
    .where("installation_roles", "is not", null)
    .orderBy("id")
    .forShare()
    .execute();
  const deciding = rolesWith(permission, "superadmin");
  const active = rows.filter(
    (row) => row.is_active && row.installation_roles?.some((role) => deciding.includes(role)),
  );
  return new Map(active.map(({ id, since }) => [id, since]));
}
