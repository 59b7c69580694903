import type { PayoutOrder } from "@rokad/contract/payout-form";
import { maskEnd } from "../kernel/money.ts";
import { blindIndex, encrypt, decrypt } from "../database/encryption/encrypt.ts";
import type { Tenant } from "../kernel/person.ts";

/** The encrypted destination of a payout, as its row stores it. */
export interface EncryptedDestination {
  /** The payout's id, which is part of the encryption context. */
  readonly id: string;
  readonly method: "upi" | "imps";
  readonly destination_sealed: Buffer;
  /** The last four digits of an account number, or the part of a UPI id from `@` on. */
  readonly destination_end: string;
}

export const destinationColumns = ["method", "destination_sealed", "destination_end"] as const;

/** Encrypts an order's account number or UPI id, with its blind index and its unmasked end. */
export function encryptDestination(payoutId: string, order: PayoutOrder) {
  const plain = order.method === "upi" ? order.upi_id : order.account_number;
  return {
    sealed: encrypt("payout destination", payoutId, plain),
    hash: destinationHash(order.method, plain),
    end: order.method === "upi" ? plain.slice(plain.indexOf("@")) : plain.slice(-4),
  };
}

/** The blind index of an order's account number or UPI id. */
export function destinationHashOf(order: PayoutOrder): Buffer {
  return destinationHash(
    order.method,
    order.method === "upi" ? order.upi_id : order.account_number,
  );
}

/** The blind index that finds payouts to one account or UPI id. UPI ids ignore case. */
function destinationHash(method: "upi" | "imps", plain: string): Buffer {
  return method === "upi"
    ? blindIndex("upi id", plain.toLowerCase())
    : blindIndex("account number", plain);
}

/** The full UPI id or account number, for the provider. */
export function decryptDestination({
  id,
  destination_sealed: sealed,
}: Pick<EncryptedDestination, "id" | "destination_sealed">): string {
  return decrypt("payout destination", id, sealed);
}

/** What everyone but the payer sees: `****6789` or `****@okhdfc`. Decrypts nothing. */
export function maskedDestination({ destination_end: end }: EncryptedDestination): string {
  return maskEnd(end);
}

/** In full for the payer, who entered it; masked for a super admin who views the payer's console. */
export function destinationForPayer(payer: Tenant, row: EncryptedDestination): string {
  return payer.isViewed ? maskedDestination(row) : decryptDestination(row);
}

/** For the payer's lists and files: a UPI id in full, an account number masked. */
export function displayDestination(payer: Tenant, row: EncryptedDestination): string {
  return row.method === "upi" ? destinationForPayer(payer, row) : maskedDestination(row);
}
