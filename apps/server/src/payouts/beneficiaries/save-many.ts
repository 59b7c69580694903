import { sql } from "kysely";
import type { DestinationForm } from "@rokad/contract/payout-form";
import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { columnsOf } from "./save-beneficiary.ts";
import { detailsOf, encryptDetails } from "./beneficiary-details.ts";
import { destinationRow } from "./payout-destinations.ts";
import type { ImportForm } from "./read-import-row.ts";
import { searchTermsOf } from "./search-terms.ts";

export interface SavedForm {
  /** False if a beneficiary has its first account already. */
  readonly isSaved: boolean;
  /** Its further destinations that a beneficiary has already; they are not saved. */
  readonly takenDestinations: readonly DestinationForm[];
}

/**
 * Saves beneficiaries in few statements. One whose first account is saved already, also in this
 * list, is left out; a further destination that is taken is left out alone.
 * @returns what became of each form.
 */
export async function saveMany(
  db: Tx,
  tenant: Tenant,
  forms: readonly ImportForm[],
): Promise<SavedForm[]> {
  if (forms.length === 0) return [];
  const at = now();
  const list = forms.map((form) => ({ id: newId(), form }));
  await db
    .insertInto("beneficiaries")
    .values(
      list.map(({ id, form }) => ({
        id,
        tenant_id: tenant.tenantId,
        ...columnsOf(form),
        details_encrypted: encryptDetails(id, detailsOf(form)),
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
  const firstDestinations = list.map(({ id, form: { destination } }) =>
    destinationRow(tenant, { beneficiaryId: id, form: destination, isDefault: true }),
  );
  const inserted = new Set(await insertDestinations(db, firstDestinations));
  const saved = new Set(
    firstDestinations
      .filter((destination) => inserted.has(destination.id))
      .map((destination) => destination.beneficiary_id),
  );
  const lost = list.filter(({ id }) => !saved.has(id)).map(({ id }) => id);
  if (lost.length > 0) await db.deleteFrom("beneficiaries").where("id", "in", lost).execute();
  const kept = list.filter(({ id }) => saved.has(id));
  const taken = await saveOtherDestinations(db, tenant, kept);
  await writeTerms(db, tenant, kept);
  return list.map(({ id }) => ({ isSaved: saved.has(id), takenDestinations: taken.get(id) ?? [] }));
}

type SavedList = readonly { readonly id: string; readonly form: ImportForm }[];

/** @returns by beneficiary, the destinations that other beneficiaries have. */
async function saveOtherDestinations(
  db: Tx,
  tenant: Tenant,
  list: SavedList,
): Promise<Map<string, DestinationForm[]>> {
  const others = list.flatMap(({ id, form }) =>
    form.otherDestinations.map((destination) => ({
      destination,
      row: destinationRow(tenant, { beneficiaryId: id, form: destination, isDefault: false }),
    })),
  );
  const rows = others.map(({ row }) => row);
  const saved = new Set(rows.length > 0 ? await insertDestinations(db, rows) : []);
  const taken = others.filter(({ row }) => !saved.has(row.id));
  const byBeneficiary = Map.groupBy(taken, ({ row }) => row.beneficiary_id);
  return new Map(
    [...byBeneficiary].map(([id, destinations]) => [
      id,
      destinations.map(({ destination }) => destination),
    ]),
  );
}

/** @returns the ids of the destinations that nobody had. */
async function insertDestinations(
  db: Tx,
  rows: readonly ReturnType<typeof destinationRow>[],
): Promise<string[]> {
  const inserted = await db
    .insertInto("payout_destinations")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return inserted.map(({ id }) => id);
}

async function writeTerms(db: Tx, tenant: Tenant, list: SavedList): Promise<void> {
  const rows = list.flatMap(({ id, form }) =>
    searchTermsOf([form.name, form.short_name ?? null]).map((term) => ({ id, term })),
  );
  await sql`
    insert into beneficiary_terms (tenant_id, term, beneficiary_id)
    select ${tenant.tenantId}, term, id
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ term }) => term)}::text[])
      as added (id, term)
  `.execute(db);
}
