import { sql, type RawBuilder } from "kysely";
import type { SealedColumn } from "../copied-csv.ts";
import { ownCell, type CellSql } from "../csv-cells.ts";
import type { Tenant } from "../sign-in/person.ts";
import { openDestination } from "./destination.ts";

/** `shownDestination` of a file that PostgreSQL writes: a UPI id is left for us to open. */
export function shownDestinationCell(payer: Tenant): CellSql {
  return payer.isViewed
    ? ownCell(sql`'****' || destination_end`)
    : ownCell(sql`case when method = 'imps' then '****' || destination_end end`);
}

/** @param payoutId the column that has it, without which the seal does not open. */
export function openedDestination(
  payer: Tenant,
  title: string,
  payoutId: RawBuilder<unknown>,
): SealedColumn {
  return {
    title,
    bytes: payer.isViewed
      ? sql`null::bytea`
      : sql`case when method = 'upi' then destination_sealed end`,
    rowId: payoutId,
    open: (id, destination_sealed) => openDestination({ id, destination_sealed }),
  };
}
