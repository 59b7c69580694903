import { expect, test } from "vitest";
import { legacyPaths, paths, superAdminPaths } from "./paths.ts";

test("every address matches the specification and old bookmarks", () => {
  expect(paths).toMatchInlineSnapshot(`
    {
      "approvalPolicy": "/dashboard/settings/approval-policy",
      "bankAccounts": "/dashboard/settings/whitelist-bank-accounts",
      "beneficiaries": "/dashboard/beneficiaries",
      "beneficiary": "/dashboard/beneficiaries/$id",
      "bulkPayout": "/dashboard/bulk-payouts/$id",
      "bulkPayouts": "/dashboard/bulk-payouts",
      "businesses": "/account/businesses",
      "dashboard": "/dashboard",
      "deposits": "/dashboard/wallet/deposits",
      "developers": "/dashboard/developers",
      "exports": "/dashboard/exports",
      "home": "/",
      "notifications": "/account/notifications",
      "payout": "/dashboard/payouts/$id",
      "payoutHistory": "/dashboard/payouts/history",
      "payouts": "/dashboard/payouts",
      "privacy": "/privacy",
      "reports": "/dashboard/reports",
      "request": "/dashboard/requests/$id",
      "requests": "/dashboard/requests",
      "schedule": "/dashboard/schedules/$id",
      "schedules": "/dashboard/schedules",
      "sessions": "/account/sessions",
      "signIn": "/login",
      "superAdmin": "/super-admin",
      "team": "/dashboard/settings/team",
      "terms": "/terms",
      "upcoming": "/dashboard/upcoming",
      "wallet": "/dashboard/wallet",
      "walletHistory": "/dashboard/wallet/history",
    }
  `);
});

test("the super admin's addresses match the specification", () => {
  expect(superAdminPaths).toEqual({
    operations: "/super-admin/operations",
    tenants: "/super-admin/tenants",
    tenant: "/super-admin/tenants/$id",
    deposits: "/super-admin/deposits",
    statementImport: "/super-admin/deposits/import",
    suspense: "/super-admin/suspense",
    float: "/super-admin/float",
    adjustments: "/super-admin/adjustments",
    bankAccounts: "/super-admin/bank-accounts",
    settings: "/super-admin/settings",
    analytics: "/super-admin/analytics",
    security: "/super-admin/security",
    books: "/super-admin/books",
    database: "/super-admin/database",
    activity: "/super-admin/activity",
    paymentGateway: "/super-admin/payment-gateway",
    reconciliation: "/super-admin/reconciliation",
    reports: "/super-admin/reports",
    team: "/super-admin/team",
  });
});

test("legacy links redirect to their new pages [2.1–6, 5.10–13]", () => {
  expect(legacyPaths).toEqual({
    "/payouts/create": "/dashboard/payouts",
    "/payouts/history": "/dashboard/payouts/history",
    "/payouts/$id": "/dashboard/payouts/$id",
    "/wallet": "/dashboard/wallet",
    "/transactions": "/dashboard/wallet/history",
    "/reports": "/dashboard/reports",
  });
});
