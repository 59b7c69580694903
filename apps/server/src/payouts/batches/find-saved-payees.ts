import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { decryptDestination } from "../beneficiaries/payout-destinations.ts";
import { destinationHash } from "../destination.ts";
import type { DestinationForm } from "@rokad/contract/payout-form";
import { findByDigits, type SavedAccount } from "../beneficiaries/find-by-digits.ts";
import type { BatchPayout } from "./check-batch-row.ts";

/** A saved beneficiary's destination. */
export interface SavedDestination {
  readonly id: string;
  readonly name: string;
  readonly isArchived: boolean;
  readonly destination: DestinationForm;
}

/** The saved beneficiaries that the rows of a file mean. */
export interface SavedPayees {
  /** Who has an account or a UPI ID now. */
  readonly byDestination: (destination: DestinationForm) => SavedDestination | undefined;
  /** Whose account at the same bank differs only by zeros at its start. */
  readonly byDigits: (destination: DestinationForm) => SavedAccount | undefined;
  /** The default destinations of those with a name or a short name, without regard to case. */
  readonly byName: (name: string) => readonly SavedDestination[];
}

interface DestinationRow {
  readonly id: string;
  readonly method: "upi" | "imps";
  readonly name: string;
  readonly short_name: string | null;
  readonly ifsc_code: string | null;
  readonly destination_encrypted: Buffer;
  readonly destination_hash: Buffer;
  readonly is_archived: boolean;
}

/** Reads the saved beneficiaries of these rows in three statements. */
export async function findSavedPayees(
  db: Db,
  tenant: Pick<Tenant, "tenantId">,
  payouts: readonly BatchPayout[],
): Promise<SavedPayees> {
  const destinations = payouts.flatMap(destinationsOf);
  const names = payouts
    .filter((payout) => destinationsOf(payout).length === 0)
    .map(({ beneficiary_name: name }) => name.toLowerCase());
  const selected = sql`
    select destinations.id, method, name, short_name, ifsc_code, destination_encrypted, destination_hash,
      archived_at is not null as is_archived
    from payout_destinations as destinations join beneficiaries on beneficiaries.id = beneficiary_id
    where destinations.tenant_id = ${tenant.tenantId} and ended_at is null
  `;
  const { rows: accounts } = await sql<DestinationRow>`
    ${selected} and destination_hash = any(${destinations.map(destinationHash)}::bytea[])
  `.execute(db);
  const { rows: named } = await sql<DestinationRow>`
    ${selected} and is_default and archived_at is null
      and (sort_name = any(${names}::text[]) or lower(short_name) = any(${names}::text[]))
  `.execute(db);
  const byKey = new Map(
    accounts.map((row) => [keyOf(row.destination_hash, row.ifsc_code), asDestination(row)]),
  );
  const others = destinations.filter(
    (to) => to.method === "imps" && !byKey.has(keyOf(destinationHash(to), to.ifsc_code)),
  );
  const byDigits = await findByDigits(db, tenant, others);
  return {
    byDigits,
    byDestination: (to) =>
      byKey.get(keyOf(destinationHash(to), to.method === "imps" ? to.ifsc_code : null)),
    byName(name) {
      const lower = name.toLowerCase();
      return named
        .filter(
          (row) => row.name.toLowerCase() === lower || row.short_name?.toLowerCase() === lower,
        )
        .map(asDestination);
    },
  };
}

/** The accounts and UPI IDs that a row names, the account first. */
export function destinationsOf({ account, upiId }: BatchPayout): DestinationForm[] {
  return [
    ...(account ? [{ method: "imps" as const, ...account }] : []),
    ...(upiId === null ? [] : [{ method: "upi" as const, upi_id: upiId }]),
  ];
}

function asDestination(row: DestinationRow): SavedDestination {
  const plain = decryptDestination(row);
  return {
    id: row.id,
    name: row.name,
    isArchived: row.is_archived,
    destination:
      row.method === "upi"
        ? { method: "upi", upi_id: plain }
        : { method: "imps", account_number: plain, ifsc_code: row.ifsc_code ?? "" },
  };
}

/** An account is its number and its bank, as in the unique index. */
const keyOf = (hash: Buffer, ifsc: string | null) =>
  `${hash.toString("hex")} ${ifsc?.slice(0, 4) ?? ""}`;
