import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { after, cursorAnswer, utr } from "./cursor-fields.ts";
import { deposit, depositStatuses } from "./deposits.ts";
import { limit } from "./fields.ts";
import { paymentRequest } from "./payment-requests.ts";
import { requestStates } from "./request-states.ts";
import { walletTransaction } from "./wallet.ts";

/* How programs read whole lists: by a cursor, so that rows which arrive meanwhile move no others. */

const forReaders = { method: "GET", who: "tenant", needs: "view" } as const;

export const scanDeposits = defineCall({
  name: "scanDeposits",
  summary: "Deposit requests by cursor, newest first, or those with a UTR",
  tag: "Deposits",
  path: "/wallet/deposit/scan",
  scopes: ["deposits:write"],
  ...forReaders,
  query: z.object({
    status: z.optional(z.enum(depositStatuses)),
    /** The whole UTR, in any spelling. */
    utr,
    after,
    limit: limit(100),
  }),
  answer: cursorAnswer(deposit),
});

export const scanWalletHistory = defineCall({
  name: "scanWalletHistory",
  summary: "Every credit and debit of the wallet by cursor, newest first",
  tag: "Wallet",
  path: "/wallet/history/scan",
  scopes: ["wallet:read"],
  ...forReaders,
  query: z.object({ type: z.optional(z.enum(["credit", "debit"])), after, limit: limit(100) }),
  answer: cursorAnswer(walletTransaction),
});

export const scanPaymentRequests = defineCall({
  name: "scanPaymentRequests",
  summary: "Payment requests by cursor, newest first",
  tag: "Payment requests",
  path: "/payment-requests/scan",
  scopes: ["payouts:read"],
  ...forReaders,
  query: z.object({
    /** With it, a page can have fewer rows, or none, and still go on. */
    state: z.optional(z.enum(requestStates)),
    after,
    limit: limit(100),
  }),
  answer: cursorAnswer(paymentRequest),
});
