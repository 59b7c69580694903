/** Every address of the console. Links use these, never literals. */
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
  bulkPayouts: "/dashboard/bulk-payouts",
  bulkPayout: "/dashboard/bulk-payouts/$id",
  schedules: "/dashboard/schedules",
  schedule: "/dashboard/schedules/$id",
  upcoming: "/dashboard/upcoming",
  requests: "/dashboard/requests",
  request: "/dashboard/requests/$id",
  beneficiaries: "/dashboard/beneficiaries",
  beneficiary: "/dashboard/beneficiaries/$id",
  reports: "/dashboard/reports",
  exports: "/dashboard/exports",
  bankAccounts: "/dashboard/settings/whitelist-bank-accounts",
  team: "/dashboard/settings/team",
  developers: "/dashboard/developers",
  approvalPolicy: "/dashboard/settings/approval-policy",
  superAdmin: "/super-admin",
  /** For both consoles. */
  sessions: "/account/sessions",
  /** For people who act for several businesses. */
  businesses: "/account/businesses",
  notifications: "/account/notifications",
} as const;

/** The super admin's console. */
export const superAdminPaths = {
  operations: "/super-admin/operations",
  tenants: "/super-admin/tenants",
  tenant: "/super-admin/tenants/$id",
  deposits: "/super-admin/deposits",
  statementImport: "/super-admin/deposits/import",
  suspense: "/super-admin/suspense",
  adjustments: "/super-admin/adjustments",
  bankAccounts: "/super-admin/bank-accounts",
  settings: "/super-admin/settings",
  analytics: "/super-admin/analytics",
  security: "/super-admin/security",
  books: "/super-admin/books",
  database: "/super-admin/database",
  activity: "/super-admin/activity",
  paymentGateway: "/super-admin/payment-gateway",
  float: "/super-admin/float",
  reconciliation: "/super-admin/reconciliation",
  reports: "/super-admin/reports",
  team: "/super-admin/team",
} as const;

/** Those pages of the super admin's console that show no single thing. */
export type SuperAdminPage = Exclude<
  (typeof superAdminPaths)[keyof typeof superAdminPaths],
  typeof superAdminPaths.tenant
>;

/** Earlier addresses, still in bookmarks: each redirects to its new page. */
export const legacyPaths = {
  "/payouts/create": paths.payouts,
  "/payouts/history": paths.payoutHistory,
  "/payouts/$id": paths.payout,
  "/wallet": paths.wallet,
  "/transactions": paths.walletHistory,
  "/reports": paths.reports,
} as const;
