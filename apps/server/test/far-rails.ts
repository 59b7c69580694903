import { cashfreeProvider } from "../src/providers/cashfree/cashfree.ts";
import type { Provider } from "../src/providers/provider.ts";
import { razorpayxProvider } from "../src/providers/razorpayx/razorpayx.ts";
import { openCashfree, cashfreeCredentials } from "./stand-ins/cashfree.ts";
import type { Fault, FarRequest } from "./stand-ins/far-side.ts";
import { openRazorpayX, razorpayxCredentials } from "./stand-ins/razorpayx.ts";

export const farNames = ["razorpayx", "cashfree"] as const;
export type FarName = (typeof farNames)[number];

export const otherThan = (name: FarName): FarName =>
  name === "razorpayx" ? "cashfree" : "razorpayx";

export const farCredentials = { ...razorpayxCredentials, ...cashfreeCredentials };

/** The real adapter that speaks to a stand-in at this address. */
export function adapterTo(name: FarName, baseUrl: string, timeoutMs: number): Provider {
  const to = { baseUrl, timeoutMs };
  return name === "razorpayx" ? razorpayxProvider(to) : cashfreeProvider(to);
}

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}

/** A real rail's far side, as a test of our own side needs it, whichever it is. */
export interface FarRail {
  readonly baseUrl: string;
  readonly requests: readonly FarRequest[];
  plan(fault: Fault, of: (request: FarRequest) => boolean): void;
  heal(): void;
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
  /** Everything that it has taken comes to its end. */
  settle(): void;
  /** The transfers under one of our references, and how often it paid them. */
  paid(payoutId: string, reference: string): { readonly taken: number; readonly paid: number };
  /** Every webhook so far, signed. */
  webhooks(): readonly Signed[];
}

export async function openFarRail(name: FarName, now: () => Date): Promise<FarRail> {
  if (name === "razorpayx") {
    const far = await openRazorpayX({ now });
    return {
      ...far,
      paid: (payoutId, reference) => ({
        taken: far.payouts().filter((one) => one.reference === reference).length,
        paid: far.timesPaid(payoutId),
      }),
      webhooks: () => far.told.map((told) => far.sign(told)),
    };
  }
  const far = await openCashfree();
  return {
    ...far,
    settle: far.books.settle,
    paid: (_payoutId, reference) => ({
      taken: far.books.all().filter((one) => one.transferId === reference).length,
      paid: far.books.timesPaid(reference),
    }),
    webhooks: () =>
      far.books.events().map((event) => far.sign(event, far.account.signingSecret, now())),
  };
}

/** Whether a request is about the payout with this reference, and asks or sends. */
export function isAbout(reference: string, method: "GET" | "POST") {
  return (request: FarRequest) =>
    request.method === method &&
    (request.body.includes(reference) || [...request.query.values()].includes(reference));
}
