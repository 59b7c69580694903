import type { Answer, Call, ErrorAnswer, Input } from "@rokad/contract/call";
import type * as activityLists from "@rokad/contract/activity-lists";
import type * as apiKeys from "@rokad/contract/api-keys";
import type * as apiRequests from "@rokad/contract/api-requests";
import type * as approvalPolicies from "@rokad/contract/approval-policies";
import type * as approvalSimulation from "@rokad/contract/approval-simulation";
import type * as deputies from "@rokad/contract/deputies";
import type * as memberLimits from "@rokad/contract/member-limits";
import type * as paymentRequests from "@rokad/contract/payment-requests";
import type * as requestDecisions from "@rokad/contract/request-decisions";
import type * as requestHolds from "@rokad/contract/request-holds";
import type * as payoutSchedules from "@rokad/contract/payout-schedules";
import type * as scheduleApprovals from "@rokad/contract/schedule-approvals";
import type * as upcoming from "@rokad/contract/upcoming";
import type * as batchAccountChecks from "@rokad/contract/batch-account-checks";
import type * as batchFiles from "@rokad/contract/batch-files";
import type * as batchApprovals from "@rokad/contract/batch-approvals";
import type * as batchSchedules from "@rokad/contract/batch-schedules";
import type * as payoutBatches from "@rokad/contract/payout-batches";
import type * as bankAccountReviews from "@rokad/contract/bank-account-reviews";
import type * as activity from "@rokad/contract/activity";
import type * as beneficiaries from "@rokad/contract/beneficiaries";
import type * as beneficiaryImport from "@rokad/contract/beneficiary-import";
import type * as payoutDestinations from "@rokad/contract/payout-destinations";
import type * as bankAccounts from "@rokad/contract/bank-accounts";
import type * as credentials from "@rokad/contract/credentials";
import type * as depositReviews from "@rokad/contract/deposit-reviews";
import type * as deposits from "@rokad/contract/deposits";
import type * as events from "@rokad/contract/events";
import type * as float from "@rokad/contract/float";
import type * as fundTransfers from "@rokad/contract/fund-transfers";
import type * as providerCharges from "@rokad/contract/provider-charges";
import type * as keyPayouts from "@rokad/contract/key-payouts";
import type * as fundsQueue from "@rokad/contract/funds-queue";
import type * as paymentAdvices from "@rokad/contract/payment-advices";
import type * as gateway from "@rokad/contract/gateway";
import type * as mailServer from "@rokad/contract/mail-server";
import type * as notificationChoices from "@rokad/contract/notification-choices";
import type * as notifications from "@rokad/contract/notifications";
import type * as passkeys from "@rokad/contract/passkeys";
import type * as payoutAnalytics from "@rokad/contract/payout-analytics";
import type * as cursorLists from "@rokad/contract/cursor-lists";
import type * as payoutLookUp from "@rokad/contract/payout-look-up";
import type * as payoutCancellation from "@rokad/contract/payout-cancellation";
import type * as payoutOutcomes from "@rokad/contract/payout-outcomes";
import type * as payoutReview from "@rokad/contract/payout-review";
import type * as payoutSummary from "@rokad/contract/payout-summary";
import type * as payouts from "@rokad/contract/payouts";
import type * as platform from "@rokad/contract/platform";
import type * as proposals from "@rokad/contract/proposals";
import type * as reconciliation from "@rokad/contract/reconciliation";
import type * as historySearch from "@rokad/contract/history-search";
import type * as savedViews from "@rokad/contract/saved-views";
import type * as search from "@rokad/contract/search";
import type * as payoutReport from "@rokad/contract/payout-report";
import type * as reports from "@rokad/contract/reports";
import type * as sandbox from "@rokad/contract/sandbox";
import type * as sandboxOutcomes from "@rokad/contract/sandbox-outcomes";
import type * as settings from "@rokad/contract/settings";
import type * as securityLog from "@rokad/contract/security-log";
import type * as sessions from "@rokad/contract/sessions";
import type * as ownInvitations from "@rokad/contract/own-invitations";
import type * as signIn from "@rokad/contract/sign-in";
import type * as smsGateways from "@rokad/contract/sms-gateways";
import type * as stepUp from "@rokad/contract/step-up";
import type * as statementImport from "@rokad/contract/statement-import";
import type * as taxInvoices from "@rokad/contract/tax-invoices";
import type * as billingDetails from "@rokad/contract/billing-details";
import type * as team from "@rokad/contract/team";
import type * as tenants from "@rokad/contract/tenants";
import type * as webhookDeliveries from "@rokad/contract/webhook-deliveries";
import type * as webhookEndpoints from "@rokad/contract/webhook-endpoints";
import type * as waitingApprovals from "@rokad/contract/waiting-approvals";
import type * as wallet from "@rokad/contract/wallet";
import type { FastifyInstance } from "fastify";
import { signRequest } from "./sign-request.ts";

type CallIn<Noun> = Extract<Noun[keyof Noun], Call>;
type AnyCall =
  | CallIn<typeof apiKeys>
  | CallIn<typeof apiRequests>
  | CallIn<typeof keyPayouts>
  | CallIn<typeof events>
  | CallIn<typeof webhookEndpoints>
  | CallIn<typeof webhookDeliveries>
  | CallIn<typeof requestDecisions>
  | CallIn<typeof requestHolds>
  | CallIn<typeof payoutBatches>
  | CallIn<typeof batchSchedules>
  | CallIn<typeof batchAccountChecks>
  | CallIn<typeof batchFiles>
  | CallIn<typeof batchApprovals>
  | CallIn<typeof payoutSchedules>
  | CallIn<typeof scheduleApprovals>
  | CallIn<typeof upcoming>
  | CallIn<typeof paymentRequests>
  | CallIn<typeof memberLimits>
  | CallIn<typeof deputies>
  | CallIn<typeof waitingApprovals>
  | CallIn<typeof approvalSimulation>
  | CallIn<typeof approvalPolicies>
  | CallIn<typeof activity>
  | CallIn<typeof activityLists>
  | CallIn<typeof bankAccounts>
  | CallIn<typeof beneficiaries>
  | CallIn<typeof beneficiaryImport>
  | CallIn<typeof payoutDestinations>
  | CallIn<typeof bankAccountReviews>
  | CallIn<typeof deposits>
  | CallIn<typeof credentials>
  | CallIn<typeof depositReviews>
  | CallIn<typeof float>
  | CallIn<typeof fundTransfers>
  | CallIn<typeof providerCharges>
  | CallIn<typeof fundsQueue>
  | CallIn<typeof paymentAdvices>
  | CallIn<typeof gateway>
  | CallIn<typeof mailServer>
  | CallIn<typeof notificationChoices>
  | CallIn<typeof notifications>
  | CallIn<typeof passkeys>
  | CallIn<typeof payouts>
  | CallIn<typeof payoutCancellation>
  | CallIn<typeof cursorLists>
  | CallIn<typeof payoutLookUp>
  | CallIn<typeof payoutReview>
  | CallIn<typeof payoutSummary>
  | CallIn<typeof payoutOutcomes>
  | CallIn<typeof payoutAnalytics>
  | CallIn<typeof platform>
  | CallIn<typeof proposals>
  | CallIn<typeof reconciliation>
  | CallIn<typeof historySearch>
  | CallIn<typeof savedViews>
  | CallIn<typeof search>
  | CallIn<typeof payoutReport>
  | CallIn<typeof reports>
  | CallIn<typeof taxInvoices>
  | CallIn<typeof billingDetails>
  | CallIn<typeof sandbox>
  | CallIn<typeof sandboxOutcomes>
  | CallIn<typeof settings>
  | CallIn<typeof securityLog>
  | CallIn<typeof sessions>
  | CallIn<typeof signIn>
  | CallIn<typeof ownInvitations>
  | CallIn<typeof stepUp>
  | CallIn<typeof smsGateways>
  | CallIn<typeof statementImport>
  | CallIn<typeof team>
  | CallIn<typeof tenants>
  | CallIn<typeof wallet>;

/** Turns `/payouts/{id}` into the type of all its paths. */
type Pattern<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Pattern<After>}`
  : Path;

type MatchingCall<C, Path> = C extends Call ? (Path extends Pattern<C["path"]> ? C : never) : never;
type CallOfMethod<Method> = Extract<AnyCall, { method: Method }>;
/** The call of a path. An exact path such as `/payouts/summary` wins over `/payouts/{id}`. */
type CallAt<Method, Path> = [Extract<CallOfMethod<Method>, { path: Path }>] extends [never]
  ? MatchingCall<CallOfMethod<Method>, Path>
  : Extract<CallOfMethod<Method>, { path: Path }>;

type ErrorBody = { error: ErrorAnswer["error"] & { fields: Record<string, string> } };

/** An HTTP answer. The test knows whether it expects data or an error. */
export interface CallResult<C extends Call = never> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: Omit<Answer<C>, "success"> & ErrorBody;
}

export interface SendOptions {
  /** The `Idempotency-Key`. */
  readonly key?: string | undefined;
  /** The header `Step-Up`. By default the caller signs what needs it; null sends none. */
  readonly signature?: string | null | undefined;
  /** The header `DPoP`. */
  readonly proof?: string | undefined;
  /** Where the request comes from; 127.0.0.1 by default. */
  readonly address?: string;
  /** Sends `Confirm-With: passkey`. */
  readonly withPasskey?: boolean;
}

/** Calls the app's API with or without an access token. */
export type Caller = ReturnType<typeof callerOf>;

/**
 * @param app the app under test, called through `inject`: everything but the socket.
 * @param token the access token, or undefined for a caller who is not signed in.
 * @param check runs after each answer and throws when the answer violates the contract.
 */
export function callerOf(app: FastifyInstance, token: string | undefined, check: () => void) {
  // As a browser does: the sign-in's cookie goes back with the next call.
  let cookie: string | undefined;

  return {
    get<const P extends string>(
      path: P,
      query: Readonly<Record<string, string>> = {},
      options?: SendOptions,
    ) {
      return send<CallAt<"GET", P>>("GET", addressOf(path, {}, query), undefined, options);
    },
    post<const P extends string>(path: P, body?: unknown, options?: SendOptions) {
      return send<CallAt<"POST", P>>("POST", path, body, options);
    },
    put<const P extends string>(path: P, body: unknown, options?: SendOptions) {
      return send<CallAt<"PUT", P>>("PUT", path, body, options);
    },
    patch<const P extends string>(path: P, body: unknown, options?: SendOptions) {
      return send<CallAt<"PATCH", P>>("PATCH", path, body, options);
    },
    delete<const P extends string>(path: P) {
      return send<CallAt<"DELETE", P>>("DELETE", path);
    },

    /**
     * Makes a call and returns its answer.
     * @throws when the call fails.
     */
    async ask<C extends Call>(call: C, input: Input<C>, options?: SendOptions): Promise<Answer<C>> {
      const path = addressOf(call.path, input.params ?? {}, input.query ?? {});
      const result = await send<C>(call.method, path, input.body, options);
      if (result.status >= 400) throw new Error(`${call.name}: ${result.status} ${result.text}`);
      return result.body as unknown as Answer<C>;
    },
  };

  async function send<C extends Call>(
    method: Call["method"],
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<CallResult<C>> {
    const first = await sendOnce<C>(method, path, body, options);
    if (options.signature !== undefined) return first;
    const signature = await signRequest(first.text);
    return signature ? sendOnce(method, path, body, { ...options, signature }) : first;
  }

  async function sendOnce<C extends Call>(
    method: Call["method"],
    path: string,
    body: unknown,
    { key, signature, proof, withPasskey, address }: SendOptions,
  ): Promise<CallResult<C>> {
    const { statusCode, headers, payload, cookies } = await app.inject({
      method,
      url: `/api/v1${path}`,
      ...(address !== undefined && { remoteAddress: address }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { "idempotency-key": key }),
        ...(cookie && { cookie }),
        ...(signature && { "step-up": signature }),
        ...(withPasskey && { "confirm-with": "passkey" }),
        ...(proof !== undefined && { dpop: proof }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    check();
    if (cookies[0]) cookie = `${cookies[0].name}=${cookies[0].value}`;
    const isJson = String(headers["content-type"]).startsWith("application/json");
    const parsed = (isJson ? JSON.parse(payload) : {}) as CallResult<C>["body"];
    return { status: statusCode, headers, text: payload, body: parsed };
  }
}

function addressOf(path: string, params: object, query: object): string {
  const paramValues = new Map(Object.entries(params));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(paramValues.get(name)));
  return search.size > 0 ? `${address}?${search.toString()}` : address;
}
