import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { deposit, depositFilters } from "./deposits.ts";
import { day, limit, validDateRange } from "./fields.ts";
import { limits } from "./limits.ts";
import { payout, payoutFilters } from "./payouts.ts";
import { matchesAnswer, searchAfter, searchText, validSearch } from "./search-fields.ts";
import { searchOrders } from "./search-orders.ts";
import { walletFilters, walletTransaction } from "./wallet.ts";

const forReaders = { method: "GET", who: "tenant", needs: "view" } as const;

const fields = {
  search: z.optional(searchText),
  sort: z._default(z.enum(searchOrders, { error: "Choose one of the orders" }), "newest"),
  after: searchAfter,
  limit: limit(limits.historyPageRows),
};

export const searchPayouts = defineCall({
  ...forReaders,
  name: "searchPayouts",
  summary: "Payouts by name, UTR, reference, remarks, account end, UPI ID or amount, or by size",
  tag: "Payouts",
  path: "/payouts/search",
  scopes: ["payouts:read"],
  changesWith: ["payouts"],
  query: z
    .object({ ...payoutFilters, ...fields })
    .check(validDateRange("from", "to"), validSearch()),
  answer: matchesAnswer(payout),
});

export const searchWalletHistory = defineCall({
  ...forReaders,
  name: "searchWalletHistory",
  summary: "Credits and debits by name, UTR, reference, remarks, account end, UPI ID or amount",
  tag: "Wallet",
  path: "/wallet/history/search",
  changesWith: ["wallet"],
  query: z
    .object({
      ...walletFilters,
      ...fields,
      /** Credits and debits are of several kinds, so they have no order by amount. */
      sort: z._default(
        z.enum(["newest", "oldest"], { error: "Choose one of the orders" }),
        "newest",
      ),
    })
    .check(validDateRange("from", "to"), validSearch()),
  answer: matchesAnswer(walletTransaction),
});

const { status } = depositFilters;

export const searchDeposits = defineCall({
  ...forReaders,
  name: "searchDeposits",
  summary: "Deposit requests by UTR, remarks, sender, account end or amount, or by size",
  tag: "Deposits",
  path: "/wallet/deposit/search",
  changesWith: ["deposits"],
  query: z
    .object({ status, from: z.optional(day), to: z.optional(day), ...fields })
    .check(validDateRange("from", "to"), validSearch()),
  answer: matchesAnswer(deposit),
});
