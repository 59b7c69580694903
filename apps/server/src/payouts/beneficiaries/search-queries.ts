import type { BeneficiaryKind } from "@rokad/contract/beneficiary-form";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../database/db.ts";
import { blindIndex } from "../../database/encryption/encrypt.ts";
import type { Tenant } from "../../kernel/person.ts";
import { decryptDestination } from "./payout-destinations.ts";
import type { Cursor } from "./page-cursor.ts";
import type { Search } from "./search-terms.ts";

export interface BeneficiaryFilter {
  readonly kind?: "all" | BeneficiaryKind | undefined;
  readonly tag?: string | undefined;
  readonly status?: "active" | "archived" | undefined;
}

export interface ListedRow {
  readonly id: string;
  readonly name: string;
  readonly short_name: string | null;
  readonly kind: BeneficiaryKind;
  readonly tags: string[];
  readonly archived_at: Date | null;
  /** Where the next page continues. */
  readonly position: string;
}

interface PageRequest {
  readonly filter: BeneficiaryFilter;
  readonly after: Cursor | undefined;
  readonly limit: number;
}

const columns = sql`beneficiaries.id, name, short_name, kind, tags, archived_at`;
/** In UTF-8 no text that begins with the prefix sorts after it. */
const lastCharacter = "\u{10FFFF}";
/** The accounts with the same last four digits whose other digits a search compares. */
const sameEndMax = 500;

/** By name, from an index in the list's order. */
export async function selectByName(
  db: Db,
  tenant: Tenant,
  { filter, after, limit }: PageRequest,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${columns}, sort_name as position from beneficiaries
    where tenant_id = ${tenant.tenantId} and ${matches(filter)}
      and ${after ? sql`(sort_name, id) > (${after.position}, ${after.id}::uuid)` : sql`true`}
    order by sort_name, id limit ${limit}
  `.execute(db);
  return rows;
}

/** Those of whom a word begins so, by that word. Each is listed once, at the first such word. */
export async function selectByTerm(
  db: Db,
  tenant: Tenant,
  prefix: string,
  { filter, after, limit }: PageRequest,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select ${columns}, term as position
    from beneficiary_terms as terms join beneficiaries on beneficiaries.id = beneficiary_id
    where terms.tenant_id = ${tenant.tenantId} and term >= ${prefix} and term < ${prefix + lastCharacter}
      and ${
        after ? sql`(term, beneficiary_id) > (${after.position}, ${after.id}::uuid)` : sql`true`
      }
      and ${matches(filter)}
      and not exists (
        select from beneficiary_terms as earlier
        where earlier.beneficiary_id = terms.beneficiary_id
          and earlier.term >= ${prefix} and earlier.term < terms.term
      )
    order by term, beneficiary_id limit ${limit}
  `.execute(db);
  return rows;
}

/** Those with this UPI id, or an account number that ends so. */
export async function selectByDestination(
  db: Db,
  tenant: Tenant,
  search: Exclude<Search, { by: "name" }>,
  { filter, after, limit }: PageRequest,
): Promise<ListedRow[]> {
  const condition =
    search.by === "upi id"
      ? sql`destination_hash = ${blindIndex("upi id", search.upiId)}`
      : sql`method = 'imps' and destination_end = ${search.digits.slice(-4)}`;
  const { rows } = await sql<ListedRow & { destination_id: string; destination_encrypted: Buffer }>`
    select ${columns}, sort_name as position, destinations.id as destination_id, destination_encrypted
    from payout_destinations as destinations join beneficiaries on beneficiaries.id = beneficiary_id
    where destinations.tenant_id = ${tenant.tenantId} and ended_at is null and ${condition}
      and ${matches(filter)} and ${
        after
          ? sql`(sort_name, beneficiaries.id) > (${after.position}, ${after.id}::uuid)`
          : sql`true`
      }
    order by sort_name, beneficiaries.id limit ${sameEndMax}
  `.execute(db);
  const found = rows.filter(
    (row) =>
      search.by === "upi id" ||
      search.digits.length <= 4 ||
      decryptDestination({
        id: row.destination_id,
        destination_encrypted: row.destination_encrypted,
      }).endsWith(search.digits),
  );
  return [...new Map(found.map((row) => [row.id, row])).values()].slice(0, limit);
}

function matches({ kind, tag, status }: BeneficiaryFilter): RawBuilder<boolean> {
  const conditions = [
    status === "archived" ? sql`archived_at is not null` : sql`archived_at is null`,
    ...(kind && kind !== "all" ? [sql`kind = ${kind}`] : []),
    ...(tag ? [sql`tags @> array[${tag}]`] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
