import type { DestinationForm } from "@rokad/contract/payout-form";
import type { Db } from "../../database/db.ts";
import { destinationHash } from "../destination.ts";

/**
 * The tenant's payouts whose outcome no provider has said.
 * @returns whether one pays this amount, in paise, to this account.
 */
export async function findUnclearPayouts(
  db: Db,
  tenantId: string,
): Promise<(destination: DestinationForm, paise: bigint) => boolean> {
  const rows = await db
    .selectFrom("payouts")
    .select(["destination_hash", "amount_paise"])
    .where("id", "in", (open) =>
      open.selectFrom("payout_queue").select("payout_id").where("tenant_id", "=", tenantId),
    )
    .where("status", "=", "processing")
    .where("unknown_since", "is not", null)
    .execute();
  const unclear = new Set(rows.map((row) => transferKey(row.destination_hash, row.amount_paise)));
  return (destination, paise) => unclear.has(transferKey(destinationHash(destination), paise));
}

const transferKey = (hash: Buffer, paise: bigint) => `${hash.toString("hex")} ${paise}`;
