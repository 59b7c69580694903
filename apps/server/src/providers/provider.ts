/** What is sent to a bank account or UPI id. Everything a provider may need, nothing of ours. */
export interface Transfer {
  /** The payout's id: never changes, so that a repeat can't pay twice. */
  readonly idempotencyKey: string;
  /** Our reference, at most 20 capital letters and digits: safe in every provider's field. */
  readonly reference: string;
  readonly amountPaise: bigint;
  readonly beneficiaryName: string;
  readonly beneficiaryEmail: string;
  readonly beneficiaryPhone: string;
  readonly remarks: string | null;
  readonly to:
    | { readonly method: "imps"; readonly accountNumber: string; readonly ifscCode: string }
    | { readonly method: "upi"; readonly upiId: string };
}

/** What a provider says of a transfer. `processing` is not final; `success` may be reversed. */
export interface Report {
  readonly state: "processing" | "success" | "failed" | "reversed";
  /** The bank's own reference, once there is one. */
  readonly utr?: string;
  /** Why it failed or came back, as a sentence for the payer. */
  readonly reason?: string;
  readonly providerReference?: string;
}

/** How many transfers a provider paid, and how much they are together. */
export interface PaidTotals {
  readonly count: number;
  readonly amountPaise: bigint;
}

/** A report that reached us by itself, as a webhook does: at least once, in any order. */
export interface Notice extends Report {
  readonly reference: string;
}

/**
 * The provider's answer is not known: a timeout, a cut connection, a 5xx. The money may have
 * moved or not; only the provider can tell, so the transfer is looked up, never given up.
 */
export class OutcomeUnknownError extends Error {
  override name = "OutcomeUnknownError";
}

/** What every provider adapter must do. `provider.contract.ts` holds each to it. */
export interface Provider {
  /** As the environment, System Settings and the payouts that it has sent name it. */
  readonly name: string;
  /** Settings that it needs and that nobody has made, by the names that they have in `.env`. */
  readonly missingSettings: readonly string[];
  /** The most that the provider takes in one transfer, in paise. */
  readonly amountPaiseMax: Readonly<Record<"upi" | "imps", bigint>>;
  /**
   * Sends, or with a known key tells how the first one stands.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   */
  send(transfer: Transfer): Promise<Report>;
  /**
   * How a transfer stands, by our reference; undefined when the provider never took it.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   */
  look(reference: string): Promise<Report | undefined>;
  /**
   * Asks for a sign of life with the lightest call that the provider answers only when it is well.
   * @throws {OutcomeUnknownError} when it gives none.
   */
  probe(): Promise<void>;
  /**
   * What we have with the provider, in paise. Left out where the provider does not tell.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   */
  balance?(): Promise<bigint>;
  /**
   * By its own record: what it paid of the transfers that it took from `from` on and before `to`,
   * without those that came back. Left out where the provider does not tell.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   */
  totals?(from: Date, to: Date): Promise<PaidTotals>;
  /**
   * Hands over the notices that are due, each until `receive` has returned for it. Providers
   * that call our webhooks have nothing to do here.
   */
  deliverNotices?(receive: (notices: readonly Notice[]) => Promise<void>): Promise<number>;
}

export type ProviderId = "primary" | "alternative";
