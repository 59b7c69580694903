import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { readActivitySearch } from "./activity/activity-search.ts";
import { readAdjustmentSearch } from "./adjustments/adjustment-search.ts";
import { readBankAccountQueueFilters } from "./bank-account-reviews/bank-account-queue-filters.ts";
import { readDepositQueueFilters } from "./deposit-approvals/deposit-queue-filters.ts";
import { readFloatSearch } from "./float/float-search.ts";
import { paths, superAdminPaths } from "./paths.ts";
import { readLogFilters } from "./security-logs/log-filters.ts";
import { readAnalyticsPeriod } from "./platform-analytics/analytics-period.ts";
import { readReconciliationSearch } from "./reconciliation/reconciliation-search.ts";
import { readReportSearch } from "./platform-reports/report-search.ts";
import { signedIn } from "./signed-in-route.tsx";
import { readSettingsSearch } from "./system-settings/settings-search.ts";
import { readSuspenseSearch } from "./suspense/suspense-search.ts";
import { readTenantFilters } from "./tenants/tenant-filters.ts";
import { readStatementSearch } from "./statement-import/statement-search.ts";

/* The routes of the super admin's console. */

const frame = createRoute({
  getParentRoute: () => signedIn,
  id: "super-admin",
  component: lazyRouteComponent(
    () => import("./super-admin/super-admin-console.tsx"),
    "SuperAdminConsole",
  ),
});

const home = createRoute({
  getParentRoute: () => frame,
  path: paths.superAdmin,
  beforeLoad: () => {
    throw redirect({ to: superAdminPaths.tenants, replace: true });
  },
});

const operations = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.operations,
  component: lazyRouteComponent(() => import("./operations/operations-page.tsx"), "OperationsPage"),
});

const tenants = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.tenants,
  validateSearch: readTenantFilters,
  component: lazyRouteComponent(() => import("./tenants/tenants-page.tsx"), "TenantsPage"),
});

const tenant = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.tenant,
  component: lazyRouteComponent(() => import("./tenants/tenant-page.tsx"), "TenantPage"),
});

const deposits = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.deposits,
  validateSearch: readDepositQueueFilters,
  component: lazyRouteComponent(
    () => import("./deposit-approvals/deposit-approvals-page.tsx"),
    "DepositApprovalsPage",
  ),
});

const statementImport = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.statementImport,
  validateSearch: readStatementSearch,
  component: lazyRouteComponent(
    () => import("./statement-import/statement-import-page.tsx"),
    "StatementImportPage",
  ),
});

const suspense = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.suspense,
  validateSearch: readSuspenseSearch,
  component: lazyRouteComponent(() => import("./suspense/suspense-page.tsx"), "SuspensePage"),
});

const adjustments = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.adjustments,
  validateSearch: readAdjustmentSearch,
  component: lazyRouteComponent(
    () => import("./adjustments/adjustments-page.tsx"),
    "AdjustmentsPage",
  ),
});

const bankAccounts = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.bankAccounts,
  validateSearch: readBankAccountQueueFilters,
  component: lazyRouteComponent(
    () => import("./bank-account-reviews/bank-account-reviews-page.tsx"),
    "BankAccountReviewsPage",
  ),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.settings,
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(
    () => import("./system-settings/system-settings-page.tsx"),
    "SystemSettingsPage",
  ),
});

const analytics = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.analytics,
  validateSearch: readAnalyticsPeriod,
  component: lazyRouteComponent(
    () => import("./platform-analytics/platform-analytics-page.tsx"),
    "PlatformAnalyticsPage",
  ),
});

const security = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.security,
  validateSearch: readLogFilters,
  component: lazyRouteComponent(
    () => import("./security-logs/security-logs-page.tsx"),
    "SecurityLogsPage",
  ),
});

const books = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.books,
  component: lazyRouteComponent(() => import("./books/books-page.tsx"), "BooksPage"),
});

const database = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.database,
  component: lazyRouteComponent(() => import("./database/database-page.tsx"), "DatabasePage"),
});

const activity = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.activity,
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import("./activity/activity-page.tsx"), "ActivityPage"),
});

const paymentGateway = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.paymentGateway,
  component: lazyRouteComponent(
    () => import("./payment-gateway/payment-gateway-page.tsx"),
    "PaymentGatewayPage",
  ),
});

const float = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.float,
  validateSearch: readFloatSearch,
  component: lazyRouteComponent(() => import("./float/float-page.tsx"), "FloatPage"),
});

const reconciliation = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.reconciliation,
  validateSearch: readReconciliationSearch,
  component: lazyRouteComponent(
    () => import("./reconciliation/reconciliation-page.tsx"),
    "ReconciliationPage",
  ),
});

const reports = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.reports,
  validateSearch: readReportSearch,
  component: lazyRouteComponent(
    () => import("./platform-reports/platform-reports-page.tsx"),
    "PlatformReportsPage",
  ),
});

const team = createRoute({
  getParentRoute: () => frame,
  path: superAdminPaths.team,
  component: lazyRouteComponent(() => import("./team/team-page.tsx"), "SuperAdminTeamPage"),
});

export const superAdminConsole = frame.addChildren([
  home,
  operations,
  tenants,
  tenant,
  deposits,
  statementImport,
  suspense,
  adjustments,
  bankAccounts,
  settings,
  analytics,
  security,
  books,
  database,
  activity,
  paymentGateway,
  float,
  reconciliation,
  reports,
  team,
]);
