import {
  openStandIn,
  type Fault,
  type StandInReply,
  type StandInRequest,
} from "./stand-in-server.ts";
import {
  openBooks,
  sampleId,
  payoutJson,
  signWebhook,
  type UnsignedWebhook,
} from "./razorpayx-books.ts";
import { payoutSchema, refuseInvalid, refuse } from "./razorpayx-limits.ts";
import { openSmartCollect } from "./razorpayx-smart-collect.ts";
import { openTransactions, type TopUp } from "./razorpayx-transactions.ts";
import { openValidations } from "./razorpayx-validations.ts";

export const razorpayxCredentials = {
  RAZORPAYX_KEY_ID: "rzp_test_StandInKey001",
  RAZORPAYX_KEY_SECRET: "StandInKeySecret00000001",
  RAZORPAYX_ACCOUNT_NUMBER: "7878780080316316",
  RAZORPAYX_WEBHOOK_SECRET: "StandInWebhookSecretNew,StandInWebhookSecretOld",
};

export type RazorpayXStandIn = Awaited<ReturnType<typeof openRazorpayX>>;

/**
 * A stand-in for RazorpayX, by its documentation, with its own record. The beneficiary determines a
 * payout's outcome (`razorpayx-books.ts`) when a test calls `settle`; `step` sets any state.
 */
export async function openRazorpayX({
  now = () => new Date(),
  balancePaise = 10_00_00_000_00,
}: { now?: () => Date; balancePaise?: number } = {}) {
  const { RAZORPAYX_KEY_ID: keyId, RAZORPAYX_KEY_SECRET: keySecret } = razorpayxCredentials;
  const ownAccount = razorpayxCredentials.RAZORPAYX_ACCOUNT_NUMBER;
  const secret = razorpayxCredentials.RAZORPAYX_WEBHOOK_SECRET.split(",")[0] ?? "";
  const books = openBooks(now, balancePaise);
  const validations = openValidations();
  const transactions = openTransactions(now, () => [...books.payouts.values()], ownAccount);
  const smartCollect = openSmartCollect(now, books.addWebhook);
  const switches = { allowedIp: true, isLite: true, approval: false };
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  const standIn = await openStandIn((request) => {
    if (request.headers.authorization !== authorization) {
      return refuse("The api key provided is invalid", { status: 401, reason: null });
    }
    if (!switches.allowedIp) {
      return refuse("Transactions from this IP are not allowed. Contact support for help.", {
        reason: null,
      });
    }
    return (
      route(request) ??
      refuse("The requested URL was not found on the server.", {
        reason: null,
      })
    );
  });

  function route(request: StandInRequest): StandInReply | undefined {
    const { method, path, query } = request;
    const isOwn = query.get("account_number") === ownAccount;
    if (method === "POST" && path === "/v1/payouts") return create(request);
    if (method === "GET" && path === "/v1/payouts") {
      return isOwn ? list(query) : refuseAccount();
    }
    if (method === "GET" && path === "/v1/transactions") {
      return isOwn ? transactions.list(query) : refuseAccount();
    }
    if (method === "GET" && path === "/v1/banking_balances") return balances();
    if (path.startsWith("/v1/fund_accounts/validations")) {
      return switches.isLite ? validations.answer(request) : undefined;
    }
    return smartCollect.answer(request);
  }

  const refuseAccount = () => refuse("The account number is invalid", { field: "account_number" });

  function create({ headers, body }: StandInRequest): StandInReply {
    const key = headers["x-payout-idempotency"];
    if (typeof key !== "string") {
      return refuse(
        "Idempotency key is missing. Include idempotency header and key in the request.",
        { field: "X-Payout-Idempotency", reason: "null" },
      );
    }
    if (!/^[A-Za-z0-9 _-]{4,36}$/.test(key)) {
      return refuse("The idempotency key is not valid", { field: "X-Payout-Idempotency" });
    }
    const existing = books.payouts.get(key);
    if (existing) {
      return existing.body === body
        ? { status: 200, json: payoutJson(existing) }
        : refuse("Different request body sent for the same Idempotency Header.", { reason: null });
    }
    const parsed = payoutSchema.safeParse(JSON.parse(body));
    if (!parsed.success) return refuseInvalid(parsed.error);
    const order = parsed.data;
    if (order.account_number !== ownAccount) return refuseAccount();
    const account = order.fund_account;
    const payout = {
      id: sampleId("pout", books.payouts.size + 1),
      key,
      body,
      amount: order.amount,
      mode: order.mode,
      purpose: order.purpose,
      reference: order.reference_id ?? null,
      narration: order.narration ?? null,
      fundAccount: account,
      to:
        account.account_type === "vpa" ? account.vpa.address : account.bank_account.account_number,
      createdAt: Math.floor(now().getTime() / 1_000),
      status: "created",
      utr: null,
      returned: 0,
      fees: 0,
      tax: 0,
      details: null,
    };
    books.payouts.set(key, payout);
    if (switches.approval) books.moveTo(payout, "pending", "pending_approval");
    else if (books.covers(payout)) books.moveTo(payout, "processing", "payout_bank_processing");
    else if (order.queue_if_low_balance) books.moveTo(payout, "queued", "low_balance");
    else books.moveTo(payout, "failed", "insufficient_funds");
    return { status: 200, json: payoutJson(payout) };
  }

  function list(query: URLSearchParams): StandInReply {
    const count = Number(query.get("count") ?? 10);
    const skip = Number(query.get("skip") ?? 0);
    if (!(count >= 1 && count <= 100))
      return refuse("The count must be 1 to 100", { field: "count" });
    const from = Number(query.get("from") ?? 0);
    const to = Number(query.get("to") ?? 2_147_483_647);
    if (to > 2_147_483_647) return refuse("The to is not valid", { field: "to" });
    const wantedReference = query.get("reference_id");
    const items = [...books.payouts.values()]
      .toReversed()
      .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
      .filter(({ reference }) => wantedReference === null || reference === wantedReference)
      .slice(skip, skip + count)
      .map(payoutJson);
    return { status: 200, json: { entity: "collection", count: items.length, items } };
  }

  function balances(): StandInReply {
    const of = (account_number: string, amount: number) => ({
      entity: "banking_balance",
      currency: "INR",
      account_number,
      account_type: "current_account",
      amount,
      available_amount: amount,
      refreshed_at: Math.floor(now().getTime() / 1_000),
    });
    const items = [of("002281300012871", 5_000_00), of(ownAccount, books.balance())];
    return { status: 200, json: { entity: "collection", count: items.length, items } };
  }

  return {
    ...standIn,
    /** The value of `RAZORPAYX_BASE_URL`. */
    baseUrl: `${standIn.url}/v1`,
    switches,
    smartCollect,
    validations,
    balancePaise: books.balance,
    correctBalance: books.correct,
    topUp: books.topUp,
    /** A bank transfer to our account, which the list of transactions shows. */
    receiveTopUp(topUp: TopUp): void {
      transactions.add(topUp);
      books.topUp(topUp.paise);
    },
    settle: books.settle,
    /** `lateUtr`: `processed` comes without a UTR; `publishUtrs` reports it later. */
    behaviour: books.behaviour,
    publishUtrs: books.publishUtrs,
    timesPaid: books.timesPaid,
    paidKeys: books.paidKeys,
    /** Sets a payout's state by its reference, as RazorpayX's dashboard can. */
    step(reference: string, status: string, reason?: string): void {
      const payout = [...books.payouts.values()].find((one) => one.reference === reference);
      if (!payout) throw new Error(`The stand-in has no payout ${reference}`);
      books.moveTo(payout, status, reason);
    },
    /** Sends a part of a paid payout back, or all that is still out, in paise. */
    returnPart(reference: string, paise: number): void {
      const payout = [...books.payouts.values()].find((one) => one.reference === reference);
      if (!payout) throw new Error(`The stand-in has no payout ${reference}`);
      books.returnPart(payout, paise);
    },
    /** The stand-in's record of every payout, oldest first. */
    payouts: () => [...books.payouts.values()],
    /** The unsigned webhooks, oldest first. */
    webhooks: books.webhooks as readonly UnsignedWebhook[],
    /** Signs a webhook with the new secret, or another. */
    sign: (webhook: UnsignedWebhook, by = secret) => signWebhook(webhook, by),
    /** The next calls with this text in their body get the fault. */
    planFaultFor(text: string, fault: Fault, times = 1): void {
      standIn.planFault(fault, ({ body }) => body.includes(text), times);
    },
  };
}
