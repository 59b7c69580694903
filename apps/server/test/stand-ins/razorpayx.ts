import { openFarSide, type Fault, type FarReply, type FarRequest } from "./far-side.ts";
import { openBooks, sampleId, shown, signed, type Told } from "./razorpayx-books.ts";
import { farPayout, refusalOf, refuse } from "./razorpayx-limits.ts";
import { openSmartCollect } from "./razorpayx-smart-collect.ts";
import { openValidations } from "./razorpayx-validations.ts";

export const razorpayxCredentials = {
  RAZORPAYX_KEY_ID: "rzp_test_StandInKey001",
  RAZORPAYX_KEY_SECRET: "StandInKeySecret00000001",
  RAZORPAYX_ACCOUNT_NUMBER: "7878780080316316",
  RAZORPAYX_WEBHOOK_SECRET: "StandInWebhookSecretNew,StandInWebhookSecretOld",
};

export type RazorpayXStandIn = Awaited<ReturnType<typeof openRazorpayX>>;

/**
 * A server that speaks RazorpayX's documented HTTP and keeps its own books. Beneficiaries decide
 * where a payout ends (`razorpayx-books.ts`), when a test calls `settle` or `step`.
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
  const smartCollect = openSmartCollect(now, books.tell);
  const switches = { allowedIp: true, isLite: true, approval: false };
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  const far = await openFarSide((request) => {
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

  function route(request: FarRequest): FarReply | undefined {
    const { method, path, query } = request;
    const isOwn = query.get("account_number") === ownAccount;
    if (method === "POST" && path === "/v1/payouts") return create(request);
    if (method === "GET" && path === "/v1/payouts") {
      return isOwn ? list(query) : refuseAccount();
    }
    if (method === "GET" && path === "/v1/banking_balances") return balances();
    if (path.startsWith("/v1/fund_accounts/validations")) {
      return switches.isLite ? validations.answer(request) : undefined;
    }
    return smartCollect.answer(request);
  }

  const refuseAccount = () => refuse("The account number is invalid", { field: "account_number" });

  function create({ headers, body }: FarRequest): FarReply {
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
    const known = books.payouts.get(key);
    if (known) {
      return known.body === body
        ? { status: 200, json: shown(known) }
        : refuse("Different request body sent for the same Idempotency Header.", { reason: null });
    }
    const parsed = farPayout.safeParse(JSON.parse(body));
    if (!parsed.success) return refusalOf(parsed.error);
    const asked = parsed.data;
    if (asked.account_number !== ownAccount) return refuseAccount();
    const account = asked.fund_account;
    const payout = {
      id: sampleId("pout", books.payouts.size + 1),
      key,
      body,
      amount: asked.amount,
      mode: asked.mode,
      reference: asked.reference_id ?? null,
      narration: asked.narration ?? null,
      fundAccount: account,
      to:
        account.account_type === "vpa" ? account.vpa.address : account.bank_account.account_number,
      createdAt: Math.floor(now().getTime() / 1_000),
      status: "created",
      utr: null,
      fees: 0,
      tax: 0,
      details: null,
    };
    books.payouts.set(key, payout);
    if (switches.approval) books.moveTo(payout, "pending", "pending_approval");
    else if (books.covers(payout)) books.moveTo(payout, "processing", "payout_bank_processing");
    else if (asked.queue_if_low_balance) books.moveTo(payout, "queued", "low_balance");
    else books.moveTo(payout, "failed", "insufficient_funds");
    return { status: 200, json: shown(payout) };
  }

  function list(query: URLSearchParams): FarReply {
    const count = Number(query.get("count") ?? 10);
    const skip = Number(query.get("skip") ?? 0);
    if (!(count >= 1 && count <= 100))
      return refuse("The count must be 1 to 100", { field: "count" });
    const from = Number(query.get("from") ?? 0);
    const to = Number(query.get("to") ?? 2_147_483_647);
    if (to > 2_147_483_647) return refuse("The to is not valid", { field: "to" });
    const wanted = query.get("reference_id");
    const items = [...books.payouts.values()]
      .toReversed()
      .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
      .filter(({ reference }) => wanted === null || reference === wanted)
      .slice(skip, skip + count)
      .map(shown);
    return { status: 200, json: { entity: "collection", count: items.length, items } };
  }

  function balances(): FarReply {
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
    ...far,
    /** What `RAZORPAYX_BASE_URL` would be. */
    baseUrl: `${far.url}/v1`,
    switches,
    smartCollect,
    validations,
    balancePaise: books.balance,
    topUp: books.topUp,
    settle: books.settle,
    /** Whether `processed` comes without a UTR, which `tellUtrs` then tells. */
    habits: books.habits,
    tellUtrs: books.tellUtrs,
    timesPaid: books.timesPaid,
    paidKeys: books.paidKeys,
    /** Brings one payout to a state by its reference, as RazorpayX's dashboard can. */
    step(reference: string, status: string, reason?: string): void {
      const payout = [...books.payouts.values()].find((one) => one.reference === reference);
      if (!payout) throw new Error(`The stand-in has no payout ${reference}`);
      books.moveTo(payout, status, reason);
    },
    /** Every payout in its own words, oldest first. */
    payouts: () => [...books.payouts.values()],
    /** The webhooks that it has for us, oldest first, unsigned. */
    told: books.told as readonly Told[],
    /** One of them as it is sent: with the new secret, or another. */
    sign: (told: Told, by = secret) => signed(told, by),
    /** The next calls that carry this word in their body meet the fault. */
    planFor(word: string, fault: Fault, times = 1): void {
      far.plan(fault, ({ body }) => body.includes(word), times);
    },
  };
}
