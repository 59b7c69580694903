/** Every address of the console. A link names one of these, never a text of its own. */
export const paths = {
  home: "/",
  signIn: "/login",
  terms: "/terms",
  privacy: "/privacy",
  dashboard: "/dashboard",
  wallet: "/dashboard/wallet",
  walletHistory: "/dashboard/wallet/history",
  deposits: "/dashboard/wallet/deposits",
  payouts: "/dashboard/payouts",
  payoutHistory: "/dashboard/payouts/history",
  payout: "/dashboard/payouts/$id",
  reports: "/dashboard/reports",
  bankAccounts: "/dashboard/settings/whitelist-bank-accounts",
  superAdmin: "/super-admin",
} as const;

/** Addresses of earlier days, still in bookmarks and links: each leads where it was meant to. */
export const legacyPaths = {
  "/payouts/create": paths.payouts,
  "/payouts/history": paths.payoutHistory,
  "/payouts/$id": paths.payout,
  "/wallet": paths.wallet,
  "/transactions": paths.walletHistory,
  "/reports": paths.reports,
} as const;
