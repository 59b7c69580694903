import { cashfreeProvider } from "../src/providers/cashfree/cashfree.ts";
import type { Provider } from "../src/providers/provider.ts";
import { razorpayxProvider } from "../src/providers/razorpayx/razorpayx.ts";
import { openCashfree, cashfreeCredentials } from "./stand-ins/cashfree.ts";
import type { Fault, StandInRequest } from "./stand-ins/stand-in-server.ts";
import { openRazorpayX, razorpayxCredentials } from "./stand-ins/razorpayx.ts";

export const standInNames = ["razorpayx", "cashfree"] as const;
export type StandInName = (typeof standInNames)[number];

export const otherThan = (name: StandInName): StandInName =>
  name === "razorpayx" ? "cashfree" : "razorpayx";

export const standInCredentials = { ...razorpayxCredentials, ...cashfreeCredentials };

/** The real adapter for a stand-in at this address. */
export function adapterAt(name: StandInName, baseUrl: string, timeoutMs: number): Provider {
  const to = { baseUrl, timeoutMs };
  return name === "razorpayx" ? razorpayxProvider(to) : cashfreeProvider(to);
}

interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}

/** The stand-in of either provider, as tests of the server need it. */
export interface ProviderStandIn {
  readonly baseUrl: string;
  readonly requests: readonly StandInRequest[];
  planFault(fault: Fault, matches: (request: StandInRequest) => boolean): void;
  clearFaults(): void;
  deliverLate(): Promise<void>;
  changeAnswers(change: ((text: string) => string) | undefined): void;
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
  /** Ends every transfer. */
  settle(): void;
  /** The number of transfers with our reference, and how often they were paid. */
  paid(payoutId: string, reference: string): { readonly taken: number; readonly paid: number };
  /** Every webhook so far, with its text changed before it is signed. */
  webhooks(change?: (text: string) => string): readonly SignedWebhook[];
}

export async function openProviderStandIn(
  name: StandInName,
  now: () => Date,
): Promise<ProviderStandIn> {
  if (name === "razorpayx") {
    const standIn = await openRazorpayX({ now });
    return {
      ...standIn,
      paid: (payoutId, reference) => ({
        taken: standIn.payouts().filter((one) => one.reference === reference).length,
        paid: standIn.timesPaid(payoutId),
      }),
      webhooks: (change = (text) => text) =>
        standIn.webhooks.map((call) => standIn.sign({ ...call, body: change(call.body) })),
    };
  }
  const standIn = await openCashfree();
  return {
    ...standIn,
    settle: standIn.books.settle,
    paid: (_payoutId, reference) => ({
      taken: standIn.books.all().filter((one) => one.transferId === reference).length,
      paid: standIn.books.timesPaid(reference),
    }),
    webhooks: (change = (text) => text) =>
      standIn.books
        .events()
        .map((event) => JSON.parse(change(JSON.stringify(event))) as object)
        .map((event) => standIn.sign(event, standIn.account.signingSecret, now())),
  };
}

/** Refusals that a later repeat of the same call may not get. */
export const passingRefusals: Readonly<Record<StandInName, readonly Fault[]>> = {
  razorpayx: [
    "gateway_down",
    "amount_limit_exhausted",
    "insufficient_funds",
    "transaction_limit_exceeded",
  ].map((reason) => refusal({ error: { code: "BAD_REQUEST_ERROR", description: "x", reason } })),
  cashfree: [
    "insufficient_balance",
    "transfer_limit_breach",
    "velocity_check_failed",
    "something_new",
  ].map((code) => refusal({ type: "invalid_request_error", code, message: code })),
};

function refusal(body: object): Fault {
  return { kind: "status", acts: false, status: 400, body: JSON.stringify(body) };
}

/** Matches the requests about a payout: GET checks its status, POST sends it. */
export function isAbout(reference: string, method: "GET" | "POST") {
  return (request: StandInRequest) =>
    request.method === method &&
    (request.body.includes(reference) || [...request.query.values()].includes(reference));
}
