import { createHmac } from "node:crypto";
import {
  cashfreeKeys,
  refuse,
  type CashfreeAccount,
  type CashfreeKeys,
} from "./cashfree-account.ts";
import { cashfreeBooks } from "./cashfree-books.ts";
import { answerPayouts } from "./cashfree-payouts.ts";
import { answerVirtualAccounts, type BookedVirtualAccount } from "./cashfree-vba.ts";
import { answerVerification } from "./cashfree-verification.ts";
import { openStandIn, type StandInReply, type StandInRequest } from "./stand-in-server.ts";

export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}

/** Its credentials, as in `.env`. */
export const cashfreeCredentials = {
  CASHFREE_CLIENT_ID: cashfreeKeys.payouts.clientId,
  CASHFREE_CLIENT_SECRET: cashfreeKeys.payouts.clientSecret,
  CASHFREE_VERIFICATION_CLIENT_ID: cashfreeKeys.verification.clientId,
  CASHFREE_VERIFICATION_CLIENT_SECRET: cashfreeKeys.verification.clientSecret,
  CASHFREE_PG_CLIENT_ID: cashfreeKeys.pg.clientId,
  CASHFREE_PG_CLIENT_SECRET: cashfreeKeys.pg.clientSecret,
} as const;

export type Cashfree = Awaited<ReturnType<typeof openCashfree>>;

/**
 * A stand-in for Cashfree, by its documentation: Payouts V2 (`/payout/transfers`), Bank Account
 * Verification V2 and Auto Collect, each with its own keys, refusals and records.
 */
export async function openCashfree(change: Partial<CashfreeAccount> = {}) {
  const account: CashfreeAccount = {
    keys: cashfreeKeys,
    signingSecret: cashfreeKeys.payouts.clientSecret,
    isAddressListed: true,
    areApisOn: true,
    callsMax: 9_000,
    paysOthers: true,
    ...change,
  };
  const books = cashfreeBooks();
  const virtualAccounts = new Map<string, BookedVirtualAccount>();
  let calls = 0;
  let minute = 0;

  function handle(request: StandInRequest): StandInReply {
    const now = Math.floor(Date.now() / 60_000);
    calls = now === minute ? calls + 1 : 1;
    minute = now;
    const reply = answer(request);
    return {
      ...reply,
      headers: {
        "x-api-version": String(request.headers["x-api-version"] ?? ""),
        "x-ratelimit-limit": String(account.callsMax),
        "x-ratelimit-remaining": String(Math.max(account.callsMax - calls, 0)),
        "x-ratelimit-retry": calls > account.callsMax ? "4" : "0",
        ...reply.headers,
      },
    };
  }

  function answer(request: StandInRequest): StandInReply {
    if (calls > account.callsMax) return refuse(429, "rate_limit_error", "request_limit_exceeded");
    const [, product = ""] = request.path.split("/");
    if (product === "payout") {
      return (
        checkCaller(request, account.keys.payouts, "2024-01-01") ??
        answerPayouts(request, books, account)
      );
    }
    if (product === "verification") {
      return (
        checkCaller(request, account.keys.verification, "2023-12-18") ?? answerVerification(request)
      );
    }
    if (product === "pg") {
      return (
        checkCaller(request, account.keys.pg, "2024-07-10") ??
        answerVirtualAccounts(request, virtualAccounts)
      );
    }
    return { status: 404, json: { message: "no Route matched with those values" } };
  }

  function checkCaller(
    { headers }: StandInRequest,
    keys: CashfreeKeys | undefined,
    version: string,
  ): StandInReply | undefined {
    const isKnown =
      keys !== undefined &&
      headers["x-client-id"] === keys.clientId &&
      headers["x-client-secret"] === keys.clientSecret;
    if (!isKnown) return refuse(401, "authentication_error", "authentication_failed");
    if (headers["x-api-version"] !== version) {
      return refuse(400, "invalid_request_error", "x-api-version_invalid");
    }
    if (!account.isAddressListed) {
      const message = "IP not whitelisted, your current IP is 203.0.113.7";
      return refuse(403, "authentication_error", "ip_not_whitelisted", message);
    }
    if (!account.areApisOn) return refuse(403, "invalid_request_error", "apis_not_enabled");
    return undefined;
  }

  function sign(body: object, secret: string, at: Date = new Date()): SignedEvent {
    const rawBody = Buffer.from(JSON.stringify(body));
    const timestamp = String(at.getTime());
    const mac = createHmac("sha256", secret).update(timestamp).update(rawBody);
    return {
      headers: {
        "content-type": "application/json",
        "x-webhook-timestamp": timestamp,
        "x-webhook-signature": mac.digest("base64"),
      },
      rawBody,
    };
  }

  const standIn = await openStandIn(handle);
  return {
    ...standIn,
    /** The value of `CASHFREE_BASE_URL`. */
    baseUrl: `${standIn.url}/payout`,
    account,
    books,
    virtualAccounts,
    sign,
    /** The signed events of all transfers, in order. */
    events: (): SignedEvent[] => books.events().map((event) => sign(event, account.signingSecret)),
    /** The signed event of a credit on a virtual account. */
    creditEvent: (credit: CreditToReport, at?: Date): SignedEvent =>
      sign(creditBody(credit), account.keys.pg?.clientSecret ?? "", at),
    /** The signed event of a refund of a credit. */
    refundEvent: (refund: RefundToReport, at?: Date): SignedEvent =>
      sign(refundBody(refund), account.keys.pg?.clientSecret ?? "", at),
  };
}

export interface RefundToReport {
  readonly cfRefundId: string;
  readonly cfPaymentId: string;
  readonly rupees: number;
}

function refundBody({ cfRefundId, cfPaymentId, rupees }: RefundToReport): object {
  return {
    data: {
      refund: {
        cf_refund_id: cfRefundId,
        cf_payment_id: cfPaymentId,
        refund_id: `refund_${cfRefundId}`,
        order_id: `vba${cfPaymentId}`,
        refund_amount: rupees,
        refund_currency: "INR",
        entity: "Refund",
        refund_type: "MERCHANT_INITIATED",
        refund_status: "SUCCESS",
        processed_at: "2026-02-28T13:04:27+05:30",
      },
    },
    event_time: "2026-02-28T13:04:28+05:30",
    type: "REFUND_STATUS_WEBHOOK",
  };
}

export interface CreditToReport {
  readonly cfPaymentId: string;
  readonly virtualAccountId: string;
  readonly rupees: number;
  readonly utr: string;
  readonly from: { readonly account: string; readonly ifsc: string; readonly name: string } | null;
}

function creditBody({ cfPaymentId, virtualAccountId, rupees, utr, from }: CreditToReport): object {
  return {
    data: {
      order: { order_id: `vba${cfPaymentId}`, order_amount: rupees, order_currency: "INR" },
      payment: {
        cf_payment_id: cfPaymentId,
        payment_status: "SUCCESS",
        payment_amount: rupees,
        payment_currency: "INR",
        payment_time: "2026-02-05T15:19:36+05:30",
        bank_reference: utr,
        payment_group: "vba_transfer",
        payment_method: {
          vba_transfer: {
            utr,
            credit_ref_no: "NA",
            remitter_account: from?.account ?? null,
            remitter_name: from?.name ?? null,
            remitter_ifsc: from?.ifsc ?? null,
            vaccount_id: virtualAccountId,
            vaccount_number: "98912574JSER10",
          },
        },
      },
    },
    event_time: "2026-02-05T15:19:35+05:30",
    type: "PAYMENT_SUCCESS_WEBHOOK",
  };
}
