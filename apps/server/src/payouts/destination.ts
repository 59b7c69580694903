import type { DestinationForm, PayoutOrder } from "@rokad/contract/payout-form";
import { maskEnd } from "../kernel/money.ts";
import { blindIndex, encrypt, decrypt } from "../database/encryption/encrypt.ts";
import { seesAccountNumbers } from "../kernel/permissions.ts";
import type { Tenant } from "../kernel/person.ts";

/** The encrypted destination of a payout, as its row stores it. */
export interface EncryptedDestination {
  /** The payout's id, which is part of the encryption context. */
  readonly id: string;
  readonly method: "upi" | "imps";
  readonly destination_encrypted: Buffer;
  /** The last four digits of an account number, or the part of a UPI id from `@` on. */
  readonly destination_end: string;
}

export const destinationColumns = ["method", "destination_encrypted", "destination_end"] as const;

/** Encrypts an order's account number or UPI id, with its blind index and its unmasked end. */
export function encryptDestination(payoutId: string, order: PayoutOrder) {
  return {
    encrypted: encrypt("payout destination", payoutId, plainDestination(order)),
    hash: destinationHash(order),
    end: endOfDestination(order),
  };
}

/** The account number or UPI id of an order. */
export function plainDestination(order: DestinationForm): string {
  return order.method === "upi" ? order.upi_id : order.account_number;
}

/** The last four digits of an account number, or the part of a UPI id from `@` on. */
export function endOfDestination(order: DestinationForm): string {
  const plain = plainDestination(order);
  return order.method === "upi" ? plain.slice(plain.indexOf("@")) : plain.slice(-4);
}

/** The blind index that finds payouts to one account or UPI id. UPI ids ignore case. */
export function destinationHash(order: DestinationForm): Buffer {
  return order.method === "upi"
    ? blindIndex("upi id", order.upi_id.toLowerCase())
    : blindIndex("account number", order.account_number);
}

/** An account number with its bank, or a UPI ID. */
export interface Account {
  readonly hash: Buffer;
  /** The first four letters of the IFSC; empty for a UPI ID. */
  readonly bank: string;
}

export function accountOf(order: DestinationForm): Account {
  return {
    hash: destinationHash(order),
    bank: order.method === "imps" ? order.ifsc_code.slice(0, 4) : "",
  };
}

export const accountKey = ({ hash, bank }: Account) => `${hash.toString("hex")} ${bank}`;

/** Of a list of accounts, for `unnestRows`. */
export const accountColumns = { hash: "bytea", bank: "text" } as const;

/** The full UPI id or account number, for the provider. */
export function decryptDestination({
  id,
  destination_encrypted: encrypted,
}: Pick<EncryptedDestination, "id" | "destination_encrypted">): string {
  return decrypt("payout destination", id, encrypted);
}

/** What everyone but the payer sees: `****6789` or `****@okhdfc`. Decrypts nothing. */
export function maskedDestination({ destination_end: end }: EncryptedDestination): string {
  return maskEnd(end);
}

/** A UPI id in full except in a view, an account number for those who see them. */
export function destinationForPayer(payer: Tenant, row: EncryptedDestination): string {
  const isShown = row.method === "upi" ? !payer.isViewed : seesAccountNumbers(payer);
  return isShown ? decryptDestination(row) : maskedDestination(row);
}

/** For the payer's lists and files: a UPI id in full, an account number masked. */
export function displayDestination(payer: Tenant, row: EncryptedDestination): string {
  return row.method === "upi" ? destinationForPayer(payer, row) : maskedDestination(row);
}
