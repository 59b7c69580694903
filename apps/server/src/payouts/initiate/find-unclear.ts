import type { EarlierPayout } from "@rokad/contract/payout-review";
import { sql } from "kysely";
import { database, type Db } from "../../database/db.ts";
import { groupCommit } from "../../database/group-commit.ts";

/** Whom a tenant pays, and how much. */
export interface Transfer {
  readonly tenantId: string;
  readonly destinationHash: Buffer;
  readonly amountPaise: bigint;
}

export interface UnclearPayout {
  readonly id: string;
  readonly tenant_id: string;
  readonly destination_hash: Buffer;
  readonly amount_paise: bigint;
  readonly created_at: Date;
  readonly status: EarlierPayout["status"];
  readonly is_unclear: true;
}

/**
 * The newest payout of the same amount to the same account that a provider may have. Requests that
 * arrive together share one query.
 */
export const findUnclear: (transfer: Transfer) => Promise<UnclearPayout | undefined> = groupCommit(
  async (transfers) => {
    const tenantIds = transfers.map(({ tenantId }) => tenantId);
    const find = await findUnclearOf(database(), tenantIds);
    return transfers.map(find);
  },
  { atMost: 256 },
);

/** The payouts of these tenants that a provider may have, without saying what became of them. */
export async function findUnclearOf(
  db: Db,
  tenantIds: readonly string[],
): Promise<(transfer: Transfer) => UnclearPayout | undefined> {
  // As an array, so that every plan reads the few of the queue first, and payouts by their key.
  const { rows } = await sql<UnclearPayout>`
    select id, tenant_id, destination_hash, amount_paise, created_at, status, true as is_unclear
    from payouts
    where id = any(array(
      select payout_id from payout_queue where is_unclear and tenant_id = any(${tenantIds}::uuid[])
    ))
    order by created_at
  `.execute(db);
  const newest = new Map(
    rows.map((row) => [keyOf(row.tenant_id, row.destination_hash, row.amount_paise), row]),
  );
  return ({ tenantId, destinationHash, amountPaise }) =>
    newest.get(keyOf(tenantId, destinationHash, amountPaise));
}

const keyOf = (tenantId: string, hash: Buffer, paise: bigint) =>
  `${tenantId} ${hash.toString("hex")} ${paise}`;
