import type { PayoutOrder } from "@rokad/contract/payout-form";
import { maskedEnd } from "../money.ts";
import { lookupHash, seal, unseal } from "../sealing/seal.ts";
import type { Tenant } from "../sign-in/person.ts";

/** Where a payout goes, as its row keeps it. */
export interface SealedDestination {
  /** The payout's own: without it the seal does not open. */
  readonly id: string;
  readonly method: "upi" | "imps";
  readonly destination_sealed: Buffer;
  /** The last four digits of an account number, or a UPI id from its @ on. */
  readonly destination_end: string;
}

export const destinationColumns = ["method", "destination_sealed", "destination_end"] as const;

/** The account number or UPI id of an order as it is written down. */
export function sealDestination(payoutId: string, order: PayoutOrder) {
  const plain = order.method === "upi" ? order.upi_id : order.account_number;
  return {
    sealed: seal("payout destination", payoutId, plain),
    hash: destinationHash(order.method, plain),
    end: order.method === "upi" ? plain.slice(plain.indexOf("@")) : plain.slice(-4),
  };
}

/** By what payouts to one account or UPI id are found. Capitals don't matter in a UPI id. */
function destinationHash(method: "upi" | "imps", plain: string): Buffer {
  return method === "upi"
    ? lookupHash("upi id", plain.toLowerCase())
    : lookupHash("account number", plain);
}

/** The whole UPI id or account number, for the provider. */
export function openDestination({
  id,
  destination_sealed: sealed,
}: Pick<SealedDestination, "id" | "destination_sealed">): string {
  return unseal("payout destination", id, sealed);
}

/** As everyone but its payer sees it: `****6789` or `****@okhdfc`. Nothing is opened for it. */
export function maskedDestination({ destination_end: end }: SealedDestination): string {
  return maskedEnd(end);
}

/**
 * Whole, for the payer's own eyes, who typed it. A super admin who looks at the payer's console
 * gets it masked.
 */
export function wholeDestination(payer: Tenant, row: SealedDestination): string {
  return payer.isViewed ? maskedDestination(row) : openDestination(row);
}

/** As the payer's lists and files have it: the UPI id whole, an account masked. */
export function shownDestination(payer: Tenant, row: SealedDestination): string {
  return row.method === "upi" ? wholeDestination(payer, row) : maskedDestination(row);
}
