import type { BankName, Validation } from "./validation.ts";
import type { VirtualAccounts } from "./virtual-accounts.ts";
import type { WebhookDoor } from "./webhook-door.ts";

/** Where money goes. */
export type Destination =
  | { readonly method: "imps"; readonly accountNumber: string; readonly ifscCode: string }
  | { readonly method: "upi"; readonly upiId: string };

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
  readonly to: Destination;
}

/** What a provider says of a transfer. `processing` is not final; `success` may be reversed. */
export interface Report {
  readonly state: "processing" | "success" | "failed" | "reversed";
  /** The bank's own reference, once there is one. */
  readonly utr?: string;
  /** Why it failed or came back, as a sentence for the payer. */
  readonly reason?: string;
  readonly providerReference?: string;
  /** The provider's own word for the state, as it stands in its answer: for its support desk. */
  readonly rawState?: string;
  /** What the provider takes from us for it, once it tells: its fee, and the tax on it apart. */
  readonly charge?: Charge;
}

/** In paise. A provider whose fee has the tax inside is told apart by its adapter. */
export interface Charge {
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
}

/** A transfer in the provider's own list. */
export interface ListedTransfer extends Report {
  /** Ours, as we gave it; null for a transfer that was not made by us. */
  readonly reference: string | null;
  readonly providerReference: string;
  readonly amountPaise: bigint;
  readonly createdAt: Date;
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
  /** How long the provider wants us to wait, when it says so. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number | undefined } = {}) {
    super(message, options);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * This call certainly moved nothing: no connection came about, or the provider refused who we
 * are before it looked at what we ask. A transfer that was never handed over before may take
 * another rail; of one that was, it tells nothing. Whoever does not tell the two apart takes it
 * for an unknown outcome, which is the safe mistake.
 */
export class NotTakenError extends OutcomeUnknownError {
  override name = "NotTakenError";
}

/**
 * Not taken, and only who runs the platform can put it right: a setting, a key, an allow-list. Its
 * message is for them; a payer reads `sentenceForPayer`.
 */
export class NotSetUpError extends NotTakenError {
  override name = "NotSetUpError";
}

/** What every provider adapter must do. `provider.contract.ts` holds each to it. */
export interface Provider {
  /** As the environment, System Settings and the payouts that it has sent name it. */
  readonly name: string;
  /**
   * Settings that it needs and that nobody has made, by the names that they have in `.env`.
   * @param purpose payouts unless told: some providers have keys of their own for each
   */
  missingSettings(purpose?: Purpose): Promise<readonly string[]>;
  /** The most that the provider takes in one transfer, in paise. */
  readonly amountPaiseMax: Readonly<Record<"upi" | "imps", bigint>>;
  /**
   * Sends, or with a known key tells how the first one stands. A refusal of what is asked, such
   * as of an account that does not exist, is a report that it failed.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   * @throws {NotTakenError} when this call certainly moved nothing.
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
   * By its own record: every transfer that it took from `from` on and before `to`, a page at a
   * time. Left out where the provider has no such list.
   * @throws {OutcomeUnknownError} when a page has no clear answer.
   */
  list?(from: Date, to: Date): AsyncIterable<readonly ListedTransfer[]>;
  /**
   * Asks who an account or UPI id belongs to. Left out where the provider does not tell.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   */
  validate?(asked: BankName): Promise<Validation>;
  /** Accounts whose credits belong to one tenant. Left out where the provider has none. */
  readonly virtualAccounts?: VirtualAccounts;
  /** How it calls us. Left out where it does not. */
  readonly webhook?: WebhookDoor;
  /**
   * Hands over the notices that are due, each until `receive` has returned for it. Providers
   * that call our webhooks have nothing to do here.
   */
  deliverNotices?(receive: (notices: readonly Notice[]) => Promise<void>): Promise<number>;
}

/** What a provider may be used for. */
export type Purpose = "payouts" | "names" | "virtual accounts";

export type ProviderId = "primary" | "alternative";
