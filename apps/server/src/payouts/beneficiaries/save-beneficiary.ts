import type { BeneficiaryFields } from "@rokad/contract/beneficiaries";
import type { DestinationForm } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, invalidInput } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { destinationHash } from "../destination.ts";
import {
  changedDetails,
  decryptDetails,
  detailsOf,
  encryptDetails,
} from "./beneficiary-details.ts";
import { describeDestination, findHolder, insertDestination } from "./payout-destinations.ts";
import { lockBeneficiary } from "./lock-beneficiary.ts";
import { normaliseName, searchTermsOf } from "./search-terms.ts";

/** What a saved beneficiary's answer is read from. */
export interface Saved {
  readonly id: string;
  readonly warning: string | null;
}

type CreateForm = BeneficiaryFields & {
  readonly destination: DestinationForm;
  readonly payout_id?: string | undefined;
};

/**
 * Saves a beneficiary with a first destination.
 * @throws 409 `BENEFICIARY_EXISTS` with the name of the other one, 400 for a payout to another account.
 */
export async function createBeneficiary(db: Tx, tenant: Tenant, form: CreateForm): Promise<Saved> {
  const id = newId();
  const details = detailsOf(form);
  const at = now();
  await db
    .insertInto("beneficiaries")
    .values({
      id,
      tenant_id: tenant.tenantId,
      ...columnsOf(form),
      details_encrypted: encryptDetails(id, details),
      created_at: at,
      updated_at: at,
    })
    .execute();
  const destinationId = await insertDestination(db, tenant, {
    beneficiaryId: id,
    form: form.destination,
    isDefault: true,
  });
  if (destinationId === undefined) throw await accountExists(db, tenant, form.destination);
  await writeTerms(db, tenant, id, form);
  if (form.payout_id !== undefined)
    await linkPayout(db, tenant, {
      id,
      destinationId,
      form: form.destination,
      payoutId: form.payout_id,
    });
  const warning = await warnOfSameName(db, tenant, id, form.name);
  await publishChange(db, [tenant.tenantId], ["beneficiaries"]);
  await record(db, {
    act: "beneficiary.added",
    by: tenant,
    subject: { kind: "beneficiary", id },
    after: { name: form.name, kind: form.kind, ...describeDestination(form.destination) },
  });
  return { id, warning };
}

/**
 * Replaces the fields of a beneficiary.
 * @throws 404, 409 `BENEFICIARY_CHANGED` if someone edited it since it was read.
 */
export async function editBeneficiary(
  db: Tx,
  tenant: Tenant,
  id: string,
  { version, ...form }: BeneficiaryFields & { version: number },
): Promise<Saved> {
  const before = await lockBeneficiary(db, tenant, id);
  if (before.version !== version)
    throw new ApiError(
      409,
      "BENEFICIARY_CHANGED",
      `${before.name} was edited in the meantime. Reload the page and edit again.`,
    );
  const details = detailsOf(form);
  const after = columnsOf(form);
  await db
    .updateTable("beneficiaries")
    .set({
      ...after,
      details_encrypted: encryptDetails(id, details),
      version: version + 1,
      updated_at: now(),
    })
    .where("id", "=", id)
    .execute();
  await db.deleteFrom("beneficiary_terms").where("beneficiary_id", "=", id).execute();
  await writeTerms(db, tenant, id, form);
  const warning =
    before.sort_name === after.sort_name ? null : await warnOfSameName(db, tenant, id, form.name);
  await publishChange(db, [tenant.tenantId], ["beneficiaries"]);
  const changed = plainFields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const changedSecrets = changedDetails(decryptDetails(before), details);
  await record(db, {
    act: "beneficiary.edited",
    by: tenant,
    subject: { kind: "beneficiary", id },
    before: Object.fromEntries(changed.map((field) => [field, before[field]])),
    after: {
      ...Object.fromEntries(changed.map((field) => [field, after[field]])),
      ...(changedSecrets.length > 0 && { also_changed: changedSecrets }),
    },
  });
  return { id, warning };
}

const plainFields = ["name", "short_name", "kind", "tags", "note"] as const;

/** The columns of the fields that are not encrypted. */
export function columnsOf(form: BeneficiaryFields) {
  return {
    name: form.name,
    sort_name: normaliseName(form.name),
    short_name: form.short_name || null,
    kind: form.kind,
    tags: [...new Set(form.tags ?? [])],
    note: form.note || null,
  };
}

async function writeTerms(db: Tx, tenant: Tenant, id: string, form: BeneficiaryFields) {
  const terms = searchTermsOf([form.name, form.short_name ?? null]);
  await sql`
    insert into beneficiary_terms (tenant_id, term, beneficiary_id)
    select ${tenant.tenantId}, term, ${id} from unnest(${terms}::text[]) as term
  `.execute(db);
}

/** Two payees may share a name, so this only warns. */
async function warnOfSameName(db: Tx, tenant: Tenant, id: string, name: string) {
  const other = await db
    .selectFrom("beneficiaries")
    .select("name")
    .where("tenant_id", "=", tenant.tenantId)
    .where("sort_name", "=", normaliseName(name))
    .where("archived_at", "is", null)
    .where("id", "<>", id)
    .executeTakeFirst();
  return other ? `Another beneficiary is called ${other.name}. Check that you need both.` : null;
}

/** @throws 400 unless the payout is the tenant's and went to this account. */
async function linkPayout(
  db: Tx,
  tenant: Tenant,
  link: { id: string; destinationId: string; form: DestinationForm; payoutId: string },
): Promise<void> {
  const payout = await db
    .selectFrom("payouts")
    .select(["created_at", "destination_hash", "ifsc_code"])
    .where("id", "=", link.payoutId)
    .where("tenant_id", "=", tenant.tenantId)
    .executeTakeFirst();
  const ifsc = link.form.method === "imps" ? link.form.ifsc_code : null;
  if (!payout?.destination_hash.equals(destinationHash(link.form)) || payout.ifsc_code !== ifsc)
    throw invalidInput({ payout_id: "This payout went to another account" });
  await db
    .insertInto("beneficiary_payouts")
    .values({
      payout_id: link.payoutId,
      tenant_id: tenant.tenantId,
      beneficiary_id: link.id,
      destination_id: link.destinationId,
      created_at: payout.created_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Names the beneficiary that has the account, so that the person finds it. */
export async function accountExists(
  db: Tx,
  tenant: Tenant,
  form: DestinationForm,
): Promise<ApiError> {
  const holder = await findHolder(db, tenant, form);
  const what = form.method === "upi" ? "UPI ID" : "account";
  const message = holder
    ? `${holder.name}${holder.archived_at ? " (archived)" : ""} already has this ${what}`
    : `A beneficiary already has this ${what}`;
  const field = form.method === "upi" ? "destination.upi_id" : "destination.account_number";
  return new ApiError(409, "BENEFICIARY_EXISTS", message, { fields: { [field]: message } });
}
