import type { PayoutDestination } from "@rokad/contract/beneficiaries";
import type { DestinationForm } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { decrypt, encrypt } from "../../database/encryption/encrypt.ts";
import { findBank } from "../../identity/settings/find-bank.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { maskEnd } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { describeCooling, findCoolingNow } from "../approval-policies/cooling.ts";
import { accountKey, destinationHash, endOfDestination, plainDestination } from "../destination.ts";

interface DestinationRow {
  readonly id: string;
  readonly beneficiary_id: string;
  readonly method: "upi" | "imps";
  readonly ifsc_code: string | null;
  readonly bank_name: string | null;
  readonly destination_encrypted: Buffer;
  readonly destination_hash: Buffer;
  readonly destination_end: string;
  readonly is_default: boolean;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  /** The bank's last answer with a name; null if this business never had one. */
  readonly check_id: string | null;
  readonly name_at_bank_encrypted: Buffer | null;
  readonly answered_at: Date | null;
}

/**
 * The destinations of these beneficiaries, each with the bank's last answer about its holder.
 * @param withEnded with those that were removed or replaced, last.
 */
export async function selectDestinations(
  db: Db,
  tenant: Tenant,
  beneficiaryIds: readonly string[],
  { withEnded }: { withEnded: boolean },
): Promise<DestinationRow[]> {
  if (beneficiaryIds.length === 0) return [];
  const { rows } = await sql<DestinationRow>`
    select destinations.id, beneficiary_id, method, destinations.ifsc_code, bank_name, destination_encrypted,
      destinations.destination_hash, destination_end, is_default, created_at, ended_at,
      last_check.id as check_id, name_at_bank_encrypted, answered_at
    from payout_destinations as destinations
    left join lateral (
      select id, name_at_bank_encrypted, answered_at from account_checks
      where account_checks.tenant_id = destinations.tenant_id and account_checks.destination_hash = destinations.destination_hash
        and account_checks.ifsc_code is not distinct from destinations.ifsc_code
        and name_at_bank_encrypted is not null
      order by requested_at desc limit 1
    ) as last_check on true
    where tenant_id = ${tenant.tenantId} and beneficiary_id = any(${[...beneficiaryIds]}::uuid[])
      and (${withEnded} or ended_at is null)
    order by ended_at desc nulls first, is_default desc, created_at desc, destinations.id
  `.execute(db);
  return rows;
}

/**
 * These rows as the API shows them, in their order, by beneficiary. A new account has what it can be
 * paid at most.
 */
export async function describeDestinations(
  db: Db,
  tenant: Tenant,
  rows: readonly DestinationRow[],
): Promise<(beneficiaryId: string) => PayoutDestination[]> {
  const current = rows.filter((row) => row.ended_at === null);
  const cooling = await findCoolingNow(db, tenant.tenantId, current.map(accountOfDestination));
  const byBeneficiary = Map.groupBy(rows, (row) => row.beneficiary_id);
  return (id) =>
    (byBeneficiary.get(id) ?? []).map((row) => {
      const found =
        row.ended_at === null ? cooling.get(accountKey(accountOfDestination(row))) : undefined;
      return { ...asDestination(tenant, row), cooling: found ? describeCooling(found) : null };
    });
}

const accountOfDestination = ({ destination_hash: hash, ifsc_code: ifsc }: DestinationRow) => ({
  hash,
  bank: ifsc?.slice(0, 4) ?? "",
});

/** An account number masked, a UPI id in full; both masked for a super admin who views the console. */
function asDestination(tenant: Tenant, row: DestinationRow): Omit<PayoutDestination, "cooling"> {
  const isShown = row.method === "upi" && !tenant.isViewed;
  return {
    id: row.id,
    method: row.method,
    account: isShown ? decryptDestination(row) : maskEnd(row.destination_end),
    ifsc_code: row.ifsc_code,
    bank_name: row.bank_name,
    is_default: row.is_default,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    name_at_bank:
      row.check_id && row.name_at_bank_encrypted
        ? decrypt("name at bank", row.check_id, row.name_at_bank_encrypted)
        : null,
    name_checked_at: row.answered_at?.toISOString() ?? null,
  };
}

/** The full account number or UPI id. */
export function decryptDestination(
  row: Pick<DestinationRow, "id" | "destination_encrypted">,
): string {
  return decrypt("saved destination", row.id, row.destination_encrypted);
}

interface NewDestination {
  readonly beneficiaryId: string;
  readonly form: DestinationForm;
  readonly isDefault: boolean;
}

/** The row of a new destination. */
export function destinationRow(tenant: Tenant, { beneficiaryId, form, isDefault }: NewDestination) {
  const id = newId();
  return {
    id,
    tenant_id: tenant.tenantId,
    beneficiary_id: beneficiaryId,
    method: form.method,
    ifsc_code: form.method === "imps" ? form.ifsc_code : null,
    bank_name: form.method === "imps" ? (findBank(form.ifsc_code)?.bank_name ?? null) : null,
    destination_encrypted: encrypt("saved destination", id, plainDestination(form)),
    destination_hash: destinationHash(form),
    destination_end: endOfDestination(form),
    is_default: isDefault,
    created_at: now(),
  };
}

/** @returns the destination's id; undefined if a beneficiary of the tenant has this account already. */
export async function insertDestination(
  db: Tx,
  tenant: Tenant,
  destination: NewDestination,
): Promise<string | undefined> {
  const inserted = await db
    .insertInto("payout_destinations")
    .values(destinationRow(tenant, destination))
    // Closes the race between two requests for one account: the second waits for the first.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

/** The name of the tenant's beneficiary that has an account or UPI id now. */
export async function findHolder(db: Db, tenant: Tenant, form: DestinationForm) {
  return db
    .selectFrom("payout_destinations")
    .innerJoin("beneficiaries", "beneficiaries.id", "beneficiary_id")
    .select(["beneficiaries.id", "name", "archived_at", "payout_destinations.id as destination_id"])
    .where("payout_destinations.tenant_id", "=", tenant.tenantId)
    .where("destination_hash", "=", destinationHash(form))
    .where("ended_at", "is", null)
    .where(
      sql<string>`coalesce(left(ifsc_code, 4), '')`,
      "=",
      form.method === "imps" ? form.ifsc_code.slice(0, 4) : "",
    )
    .executeTakeFirst();
}

/** A destination as the audit log has it: the account masked. */
export function describeDestination(form: DestinationForm): object {
  const account = maskEnd(endOfDestination(form));
  return form.method === "imps" ? { account, ifsc_code: form.ifsc_code } : { account };
}
