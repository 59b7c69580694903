import type { AccountCredit } from "./account-credit.ts";
import type {
  ListedTransfer,
  PaidTotals,
  ProviderUpdate,
  Transfer,
  TransferUpdate,
} from "./transfer.ts";
import type { ValidationRequest, Validation } from "./validation.ts";
import type { VirtualAccounts } from "./virtual-accounts.ts";
import type { WebhookEndpoint } from "./webhook-endpoint.ts";

/** The interface of every provider adapter. `provider.contract.ts` tests each one against it. */
export interface Provider {
  /** The name in the environment, in System Settings and on the payouts that it has sent. */
  readonly name: string;
  /**
   * Required settings without a value, by their names in `.env`.
   * @param purpose payouts by default; some providers have separate keys for each purpose.
   */
  missingSettings(purpose?: Purpose): Promise<readonly string[]>;
  /** The provider's highest amount of one transfer, in paise. */
  readonly amountPaiseMax: Readonly<Record<"upi" | "imps", bigint>>;
  /** How many calls to send and check transfers a worker makes a second; absent: any number. */
  readonly callsPerSecond?: number | undefined;
  /**
   * Sends a transfer; a known idempotency key returns the first transfer's state instead. A refused
   * transfer, for example to an account that does not exist, is an update with state `failed` and
   * `refusedFor`.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   * @throws {NotAcceptedError} when this call certainly moved no money.
   * @throws {LeaseExpiredError} when `sendBeforeMs` is over before the call; nothing was sent.
   */
  send(transfer: Transfer): Promise<ProviderUpdate>;
  /**
   * A transfer's state by our reference; undefined when the provider never took it.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   */
  checkStatus(reference: string): Promise<ProviderUpdate | undefined>;
  /**
   * A health check: the lightest call that only a working provider answers.
   * @throws {OutcomeUnknownError} when the check fails.
   */
  probe(): Promise<void>;
  /**
   * Our balance with the provider, in paise. Absent where the provider has no such call.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   */
  balance?(): Promise<bigint>;
  /**
   * The provider's totals of the transfers that it took at or after `from` and before `to` and
   * paid, without those that were returned. Absent where the provider has no such record.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   */
  totals?(from: Date, to: Date): Promise<PaidTotals>;
  /**
   * The transfers that the provider took at or after `from` and before `to`, in pages. Absent where
   * the provider has no such list.
   * @throws {OutcomeUnknownError} when a page has no clear answer.
   */
  list?(from: Date, to: Date): AsyncIterable<readonly ListedTransfer[]>;
  /**
   * The money that reached our account with the provider at or after `from` and before `to`, in
   * pages: top-ups, not payouts that came back. Absent where the provider has no such list.
   * @throws {OutcomeUnknownError} when a page has no clear answer.
   */
  accountCredits?(from: Date, to: Date): AsyncIterable<readonly AccountCredit[]>;
  /**
   * Asks who owns an account or UPI id. Absent where the provider has no such call.
   * @throws {OutcomeUnknownError} when there is no clear answer.
   */
  validate?(request: ValidationRequest): Promise<Validation>;
  /** Accounts that receive money for one tenant each. Absent where the provider has none. */
  readonly virtualAccounts?: VirtualAccounts;
  /** The provider's webhooks. Absent where it has none. */
  readonly webhook?: WebhookEndpoint;
  /**
   * Passes due updates to `receive`; they stay due until it returns. Absent in providers that call
   * our webhook endpoint.
   * @returns the number of updates.
   */
  deliverUpdates?(receive: (updates: readonly TransferUpdate[]) => Promise<void>): Promise<number>;
}

/** The part of an adapter that sends payouts. */
export type PayoutProvider = Pick<Provider, "amountPaiseMax" | "send" | "checkStatus">;

/** The products that a provider may offer, each with its own keys. */
export type Purpose = "payouts" | "names" | "virtual accounts";

/** The two provider slots of an installation. */
export type ProviderId = "primary" | "alternative";
