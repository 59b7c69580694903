import type { PayoutSource } from "@rokad/contract/approval-policies";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import type { ApiError } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { ProviderId } from "../../providers/provider.ts";
import type { KeyOrder } from "./key-order.ts";
import type { NamedDestination } from "./payable-destinations.ts";

/**
 * What a person confirmed: the payout, the saved beneficiary that it named, why it is repeated, and
 * whether the beneficiary gets a payment advice.
 */
export type RequestedOrder = PayoutOrder & {
  readonly destination_id?: string | null | undefined;
  readonly repeat_reason?: string | undefined;
  readonly send_advice?: boolean | undefined;
};

/** A payout whose payee the server has read, with the destination that it named. */
export interface ReadOrder {
  readonly order: RequestedOrder;
  readonly destination?: NamedDestination | undefined;
}

/** A payout with a valid authorisation, before the wallet's balance is checked. */
export interface Initiation {
  readonly id: string;
  readonly payerId: string;
  /** Who confirmed it: the founder of the business, or another member. */
  readonly memberId: string;
  readonly authorisedUntilMs: number;
  /** Who confirmed it, for the audit log; undefined for a payout that a closing sends. */
  readonly payer?: Tenant;
  readonly order: RequestedOrder;
  readonly amountPaise: bigint;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
  /** Default: the console. */
  readonly source?: PayoutSource | undefined;
  /** The schedule that it is a run of, signed for all its runs. */
  readonly scheduleId?: string | undefined;
  /** The approved payment request, batch or schedule that it comes from. */
  readonly requestId?: string | undefined;
  /** What its payment request holds already, over the same total. */
  readonly requestHoldId?: string | undefined;
  /** The batch that it is a row of, signed as a whole. */
  readonly batchId?: string | undefined;
  /** Set for a payout of an API key, which signed limits authorise. */
  readonly keyOrder?: KeyOrder | undefined;
  /** Whether it waits for funds if its wallet does not cover it and the tenant wants that. */
  readonly waitsForFunds?: boolean;
  /** The place in the queue for funds that its batch has. */
  readonly fundsPlace?: bigint | undefined;
  /** Set for a payout that waited and is created now, before those that still wait. */
  readonly isFunding?: true;
  /** Set for a withdrawal to the tenant's own account. */
  readonly withdrawal?: { readonly bankAccountId: string; readonly closingId?: string } | undefined;
  /** Set for a payout to a saved beneficiary. */
  readonly destination?: NamedDestination | undefined;
  /** The recorded trace in which it was requested. */
  readonly traceParent?: string | undefined;
  /** The provider, or why none can take it, or why it is not sent. */
  readonly provider: ProviderId | ApiError;
  readonly reference: string;
  readonly idempotencyKey: string | undefined;
  /** The digest of the whole order, remarks included; a repeat of the key must have the same. */
  readonly requestDigest: Buffer;
}
