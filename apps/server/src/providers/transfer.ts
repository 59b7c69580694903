import type { PayoutFieldValues } from "@rokad/contract/payout-fields";

/** The account or UPI id that receives money. */
export type Destination =
  | { readonly method: "imps"; readonly accountNumber: string; readonly ifscCode: string }
  | { readonly method: "upi"; readonly upiId: string };

/**
 * A transfer to a bank account or UPI id: everything a provider may need, nothing internal. The
 * fields that the payer entered have the names of the form.
 */
export interface Transfer extends PayoutFieldValues {
  /** `providerKeyOf`: never changes, so a repeat can't pay twice. */
  readonly idempotencyKey: string;
  /** Our reference: at most 20 capital letters and digits, valid for every provider. */
  readonly reference: string;
  readonly amountPaise: bigint;
  readonly to: Destination;
  /**
   * When the lease ends, by `performance.now()`. After it another worker may have the payout, so
   * the adapter must not send any more.
   */
  readonly sendBeforeMs: number;
}

/** A transfer's state at the provider. `processing` is not final; `success` may be reversed. */
export interface ProviderUpdate {
  readonly state: "processing" | "success" | "failed" | "reversed";
  /** The bank's reference, once it is known. */
  readonly utr?: string;
  /** Why the transfer failed or was returned, as a sentence for the payer. */
  readonly reason?: string;
  readonly providerReference?: string;
  /** The provider's own name of the state, for its support desk. */
  readonly rawState?: string;
  /**
   * The amount that the provider has for the transfer. Null when it is missing although the
   * provider documents it; absent where it is optional.
   */
  readonly amountPaise?: bigint | null;
  /** The currency of the amount, with the same rules. */
  readonly currency?: string | null;
  /** The call was refused and the provider has no transfer; absent when it has one. */
  readonly refusedFor?: RefusalKind;
  /** The provider's charge for the transfer, once it is known. */
  readonly charge?: Charge;
  /**
   * The provider's own reference of a return, if the update is about that return alone: the amount
   * is then what this return sent back.
   */
  readonly returnReference?: string;
}

/**
 * What a refused call was refused for. `order`: the beneficiary or the order itself, so a repeat is
 * refused again. `time`: something that changes, such as our balance, a limit or the gateway.
 */
export type RefusalKind = "order" | "time";

/** A provider's charge in paise, tax apart. An adapter splits a fee that includes the tax. */
export interface Charge {
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
}

/** A transfer in the provider's own list. */
export interface ListedTransfer extends ProviderUpdate {
  /** Our reference; null for a transfer that we did not send. */
  readonly reference: string | null;
  readonly providerReference: string;
  readonly amountPaise: bigint | null;
  readonly createdAt: Date;
}

/** Whether a provider's record is about another amount or currency than the payout's. */
export function differsInAmount(
  { amountPaise, currency }: Pick<ProviderUpdate, "amountPaise" | "currency">,
  ourPaise: bigint,
): boolean {
  const isOtherAmount = amountPaise !== undefined && amountPaise !== ourPaise;
  const isOtherCurrency = currency !== undefined && currency !== "INR";
  return isOtherAmount || isOtherCurrency;
}

/** Number and amount of the transfers that a provider has paid. */
export interface PaidTotals {
  readonly count: number;
  readonly amountPaise: bigint;
}

/** An update with our reference of the transfer: delivered at least once, in any order. */
export interface TransferUpdate extends ProviderUpdate {
  readonly reference: string;
}
