import { sql, type RawBuilder } from "kysely";
import type { EncryptedCsvColumn } from "../files/csv-copy.ts";
import { trustedCell, type CellSql } from "../files/csv-cells.ts";
import type { Tenant } from "../kernel/person.ts";
import { decryptDestination } from "./destination.ts";

/**
 * `displayDestination` for a file that PostgreSQL writes. A UPI id is left empty here:
 * `encryptedDestinationColumn` decrypts it.
 */
export function displayDestinationCell(payer: Tenant): CellSql {
  return payer.isViewed
    ? trustedCell(sql`'****' || destination_end`)
    : trustedCell(sql`case when method = 'imps' then '****' || destination_end end`);
}

/**
 * The column whose UPI ids the server decrypts while it streams the file.
 * @param payoutId the column with the payout's id, which is part of the encryption context.
 */
export function encryptedDestinationColumn(
  payer: Tenant,
  title: string,
  payoutId: RawBuilder<unknown>,
): EncryptedCsvColumn {
  return {
    title,
    bytes: payer.isViewed
      ? sql`null::bytea`
      : sql`case when method = 'upi' then destination_encrypted end`,
    rowId: payoutId,
    decrypt: (id, destination_encrypted) => decryptDestination({ id, destination_encrypted }),
  };
}
