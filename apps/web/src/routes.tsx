import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from "@tanstack/react-router";
import { isSignedIn } from "./api/session.ts";
import { readBankAccountFilters } from "./bank-accounts/bank-account-filters.ts";
import { readBeneficiaryFilters } from "./beneficiaries/beneficiary-filters.ts";
import { readBatchesSearch, readBatchSearch } from "./bulk-payouts/batch-search.ts";
import { readDepositFilters } from "./deposits/deposit-filters.ts";
import { readExportSearch } from "./exports/export-search.ts";
import { legacyPaths, paths } from "./paths.ts";
import { readPayoutFilters } from "./payouts/payout-filters.ts";
import { readPayoutSearch } from "./payouts/payout-search.ts";
import { readRequestSearch } from "./payment-requests/request-search.ts";
import { readReportFilters } from "./reports/report-filters.ts";
import { schedule, schedules, upcoming } from "./schedule-routes.tsx";
import { PageError } from "./shell/page-error.tsx";
import { root, signedIn } from "./signed-in-route.tsx";
import { superAdminConsole } from "./super-admin-routes.tsx";
import { readWalletFilters } from "./wallet/wallet-filters.ts";

/* All routes. A page's code loads when it is first opened. */

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true });
  },
});

// Public

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: paths.dashboard, replace: true });
  },
  component: lazyRouteComponent(() => import("./sign-in/sign-in-page.tsx"), "SignInPage"),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: paths.terms,
  component: lazyRouteComponent(() => import("./sign-in/legal-pages.tsx"), "TermsPage"),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy,
  component: lazyRouteComponent(() => import("./sign-in/legal-pages.tsx"), "PrivacyPage"),
});

// Signed in

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: paths.dashboard,
  component: lazyRouteComponent(() => import("./dashboard/dashboard-page.tsx"), "DashboardPage"),
});

const wallet = createRoute({
  getParentRoute: () => signedIn,
  path: paths.wallet,
  component: lazyRouteComponent(() => import("./wallet/wallet-page.tsx"), "WalletPage"),
});

const walletHistory = createRoute({
  getParentRoute: () => signedIn,
  path: paths.walletHistory,
  validateSearch: readWalletFilters,
  component: lazyRouteComponent(
    () => import("./wallet/wallet-history-page.tsx"),
    "WalletHistoryPage",
  ),
});

const deposits = createRoute({
  getParentRoute: () => signedIn,
  path: paths.deposits,
  validateSearch: readDepositFilters,
  component: lazyRouteComponent(
    () => import("./deposits/deposit-history-page.tsx"),
    "DepositHistoryPage",
  ),
});

const payouts = createRoute({
  getParentRoute: () => signedIn,
  path: paths.payouts,
  validateSearch: readPayoutSearch,
  component: lazyRouteComponent(() => import("./payouts/payouts-page.tsx"), "PayoutsPage"),
});

const payoutHistory = createRoute({
  getParentRoute: () => signedIn,
  path: paths.payoutHistory,
  validateSearch: readPayoutFilters,
  component: lazyRouteComponent(
    () => import("./payouts/payout-history-page.tsx"),
    "PayoutHistoryPage",
  ),
});

const payout = createRoute({
  getParentRoute: () => signedIn,
  path: paths.payout,
  component: lazyRouteComponent(() => import("./payouts/payout-page.tsx"), "PayoutPage"),
});

const bulkPayouts = createRoute({
  getParentRoute: () => signedIn,
  path: paths.bulkPayouts,
  validateSearch: readBatchesSearch,
  component: lazyRouteComponent(
    () => import("./bulk-payouts/bulk-payouts-page.tsx"),
    "BulkPayoutsPage",
  ),
});

const bulkPayout = createRoute({
  getParentRoute: () => signedIn,
  path: paths.bulkPayout,
  validateSearch: readBatchSearch,
  component: lazyRouteComponent(() => import("./bulk-payouts/batch-page.tsx"), "BatchPage"),
});

const requests = createRoute({
  getParentRoute: () => signedIn,
  path: paths.requests,
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(
    () => import("./payment-requests/requests-page.tsx"),
    "RequestsPage",
  ),
});

const request = createRoute({
  getParentRoute: () => signedIn,
  path: paths.request,
  component: lazyRouteComponent(() => import("./payment-requests/request-page.tsx"), "RequestPage"),
});

const approvalPolicy = createRoute({
  getParentRoute: () => signedIn,
  path: paths.approvalPolicy,
  component: lazyRouteComponent(() => import("./approval-policy/policy-page.tsx"), "PolicyPage"),
});

const beneficiaries = createRoute({
  getParentRoute: () => signedIn,
  path: paths.beneficiaries,
  validateSearch: readBeneficiaryFilters,
  component: lazyRouteComponent(
    () => import("./beneficiaries/beneficiaries-page.tsx"),
    "BeneficiariesPage",
  ),
});

const beneficiary = createRoute({
  getParentRoute: () => signedIn,
  path: paths.beneficiary,
  component: lazyRouteComponent(
    () => import("./beneficiaries/beneficiary-page.tsx"),
    "BeneficiaryPage",
  ),
});

const bankAccounts = createRoute({
  getParentRoute: () => signedIn,
  path: paths.bankAccounts,
  validateSearch: readBankAccountFilters,
  component: lazyRouteComponent(
    () => import("./bank-accounts/bank-accounts-page.tsx"),
    "BankAccountsPage",
  ),
});

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: paths.reports,
  validateSearch: readReportFilters,
  component: lazyRouteComponent(() => import("./reports/reports-page.tsx"), "ReportsPage"),
});

const preparedExports = createRoute({
  getParentRoute: () => signedIn,
  path: paths.exports,
  validateSearch: readExportSearch,
  component: lazyRouteComponent(() => import("./exports/exports-page.tsx"), "ExportsPage"),
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: paths.sessions,
  component: lazyRouteComponent(() => import("./sessions/sessions-page.tsx"), "SessionsPage"),
});

const businesses = createRoute({
  getParentRoute: () => signedIn,
  path: paths.businesses,
  component: lazyRouteComponent(() => import("./businesses/businesses-page.tsx"), "BusinessesPage"),
});

const notificationChoices = createRoute({
  getParentRoute: () => signedIn,
  path: paths.notifications,
  component: lazyRouteComponent(
    () => import("./notification-choices/notification-choices-page.tsx"),
    "NotificationChoicesPage",
  ),
});

const team = createRoute({
  getParentRoute: () => signedIn,
  path: paths.team,
  component: lazyRouteComponent(() => import("./team/team-page.tsx"), "TeamPage"),
});

const developers = createRoute({
  getParentRoute: () => signedIn,
  path: paths.developers,
  component: lazyRouteComponent(() => import("./developers/developers-page.tsx"), "DevelopersPage"),
});

// Earlier addresses

const legacy = Object.entries(legacyPaths).map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ to, params: params as { id: string }, replace: true });
    },
  }),
);

const routeTree = root.addChildren([
  home,
  signIn,
  terms,
  privacy,
  signedIn.addChildren([
    dashboard,
    wallet,
    walletHistory,
    deposits,
    payouts,
    payoutHistory,
    payout,
    bulkPayouts,
    bulkPayout,
    schedules,
    schedule,
    upcoming,
    requests,
    request,
    approvalPolicy,
    beneficiaries,
    beneficiary,
    bankAccounts,
    reports,
    preparedExports,
    sessions,
    businesses,
    notificationChoices,
    team,
    developers,
    superAdminConsole,
  ]),
  ...(legacy as []),
]);

export const router = createRouter({
  routeTree,
  defaultNotFoundComponent: lazyRouteComponent(() => import("./shell/not-found.tsx"), "NotFound"),
  defaultErrorComponent: PageError,
  // Preloads a page's code when the pointer is on its link.
  defaultPreload: "intent",
  scrollRestoration: true,
  // Keeps values as text: the default parses 22-digit references as numbers and rounds them.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
