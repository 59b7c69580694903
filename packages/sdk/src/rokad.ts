import { createClient } from "./generated/client/client.generated.ts";
import { ProgramCalls } from "./generated/sdk.generated.ts";
import type {
  BankAccount,
  Beneficiary,
  Deposit,
  Event,
  ListBankAccountsData,
  ListBeneficiariesData,
  ListEventsData,
  ListWebhookDeliveriesData,
  PaymentRequest,
  Payout,
  PayoutDetail,
  ScanDepositsData,
  ScanPaymentRequestsData,
  ScanPayoutsData,
  ScanWalletHistoryData,
  WalletTransaction,
  WebhookDelivery,
} from "./generated/types.generated.ts";
import { byCursor, byPage, fromStart } from "./paging.ts";
import { pause } from "./pause.ts";
import { repeatingFetch } from "./repeating-fetch.ts";

export type * from "./generated/types.generated.ts";
export { RokadError, type RokadErrorCode } from "./error.ts";
export {
  signWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookHeaders,
} from "./webhook.ts";

export interface RokadOptions {
  /** The address of the installation, such as `https://pay.example.in`. */
  readonly url: string;
  /** The secret of an API key: `rk_test_…` or `rk_live_…`. */
  readonly apiKey: string;
  /** How often a request is sent at most; default 5. 1: never again. */
  readonly attempts?: number;
  /** How long an attempt waits for its answer; default 30. */
  readonly timeoutSeconds?: number;
  /** A `Retry-After` above this is not waited for; default 60. */
  readonly waitSecondsMax?: number;
  /** Sends the key over plain HTTP to another machine. Only for a network that you trust. */
  readonly allowsPlainHttp?: boolean;
  /** Default: the runtime's own. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The filters of a list, without its place in it. */
type Filters<D extends { query?: object }> = Omit<
  NonNullable<D["query"]>,
  "after" | "before" | "page"
>;

/** Rokad's API for one key. Each method is a call of the contract, under its name there. */
export class Rokad extends ProgramCalls {
  /** @throws {TypeError} for a url or key that can't work. */
  constructor(options: RokadOptions) {
    const { apiKey, attempts = 5, timeoutSeconds = 30, waitSecondsMax = 60 } = options;
    if (!/^rk_(test|live)_[A-Za-z0-9]+$/.test(apiKey))
      throw new TypeError("apiKey must be the secret of an API key: rk_test_… or rk_live_…");
    const send = options.fetch ?? ((request: Request) => fetch(request));
    const repeating = repeatingFetch({ attempts, timeoutSeconds, waitSecondsMax, fetch: send });
    super({
      client: createClient({
        baseUrl: apiAddressOf(options),
        headers: { Authorization: `Bearer ${apiKey}` },
        fetch: repeating as typeof fetch,
        // A redirect would turn a POST into a GET, or send the key to another host.
        redirect: "manual",
        throwOnError: true,
      }),
    });
  }

  /**
   * Every payout, newest first; with `updated_since`, those that changed, oldest change first. To sync
   * again and again, read the pages of `scanPayouts` and store `updated_until`, or follow the events.
   */
  eachPayout(query: Filters<ScanPayoutsData> = {}): AsyncGenerator<Payout, void> {
    return fromStart(query, (page) => this.scanPayouts({ query: page }));
  }

  /** Every payment request, newest first. */
  eachPaymentRequest(
    query: Filters<ScanPaymentRequestsData> = {},
  ): AsyncGenerator<PaymentRequest, void> {
    return fromStart(query, (page) => this.scanPaymentRequests({ query: page }));
  }

  eachBeneficiary(query: Filters<ListBeneficiariesData> = {}): AsyncGenerator<Beneficiary, void> {
    return fromStart(query, (page) => this.listBeneficiaries({ query: page }));
  }

  /** Every deposit, newest first. */
  eachDeposit(query: Filters<ScanDepositsData> = {}): AsyncGenerator<Deposit, void> {
    return fromStart(query, (page) => this.scanDeposits({ query: page }));
  }

  eachBankAccount(query: Filters<ListBankAccountsData> = {}): AsyncGenerator<BankAccount, void> {
    return byPage(
      (page) => this.listBankAccounts({ query: { ...query, page } }),
      ({ _id }) => _id,
    );
  }

  /** Every credit and debit of the wallet, newest first. */
  eachWalletTransaction(
    query: Filters<ScanWalletHistoryData> = {},
  ): AsyncGenerator<WalletTransaction, void> {
    return fromStart(query, (page) => this.scanWalletHistory({ query: page }));
  }

  /** Every delivery to a webhook endpoint, newest event first. */
  eachWebhookDelivery(
    endpointId: string,
    query: Filters<ListWebhookDeliveriesData> = {},
  ): AsyncGenerator<WebhookDelivery, void> {
    return byCursor<WebhookDelivery, number>(undefined, (before) =>
      this.listWebhookDeliveries({
        path: { id: endpointId },
        query: { ...query, ...(before !== undefined && { before }) },
      }),
    );
  }

  /** The events after a version that exist now, oldest first. */
  eachEvent({
    after = 0,
    ...query
  }: Filters<ListEventsData> & { after?: number } = {}): AsyncGenerator<Event, void> {
    return byCursor<Event, number>(after, (cursor) =>
      this.listEvents({ query: { ...query, after: cursor ?? after } }),
    );
  }

  /**
   * The events after a version, and then every new one, until the signal aborts. Store the version of
   * each event that you have handled: a program that starts again after it misses none.
   */
  async *followEvents({
    after,
    types,
    everySeconds = 2,
    signal,
  }: {
    after: number;
    types?: string;
    everySeconds?: number;
    signal?: AbortSignal;
  }): AsyncGenerator<Event, void> {
    let cursor = after;
    while (!signal?.aborted) {
      const query = { after: cursor, ...(types !== undefined && { types }) };
      const page = await this.listEvents({ query, ...(signal && { signal }) });
      yield* page.data;
      cursor = page.next;
      if (!page.has_more) await pause(everySeconds, signal);
    }
  }

  /**
   * Waits until a payout has its outcome.
   * @returns the payout; still `pending` or `processing` if the time ended first.
   */
  async waitForPayout(
    id: string,
    { timeoutSeconds = 60, signal }: { timeoutSeconds?: number; signal?: AbortSignal } = {},
  ): Promise<PayoutDetail> {
    const end = Date.now() + timeoutSeconds * 1000;
    for (let seconds = 0.5; ; seconds = Math.min(5, seconds * 1.5)) {
      const { data } = await this.getPayout({ path: { id }, ...(signal && { signal }) });
      const isOpen = data.status === "pending" || data.status === "processing";
      if (!isOpen || Date.now() + seconds * 1000 > end) return data;
      await pause(seconds, signal);
    }
  }
}

function apiAddressOf({ url, allowsPlainHttp = false }: RokadOptions): string {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol !== "https:" && address?.protocol !== "http:")
    throw new TypeError(
      "url must be the address of the installation, such as https://pay.example.in",
    );
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(address.hostname);
  if (address.protocol === "http:" && !isLocal && !allowsPlainHttp)
    throw new TypeError("url must start with https://: over plain HTTP, others can read the key");
  const folder = address.pathname.endsWith("/") ? address.pathname : `${address.pathname}/`;
  return new URL(`${folder}api/v1`, address).href;
}
