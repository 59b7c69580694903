import { branding } from "../branding.ts";
import { paths, superAdminPaths } from "../paths.ts";

type Path =
  | (typeof paths)[keyof typeof paths]
  | (typeof superAdminPaths)[keyof typeof superAdminPaths];

/** Of every page but the two that only redirect. */
const titles: Readonly<Record<Exclude<Path, typeof paths.home | typeof paths.superAdmin>, string>> =
  {
    [paths.signIn]: "Sign in",
    [paths.terms]: branding.terms.title,
    [paths.privacy]: branding.privacy.title,
    [paths.dashboard]: "Dashboard",
    [paths.wallet]: "Wallet",
    [paths.walletHistory]: "Wallet History",
    [paths.deposits]: "Deposit History",
    [paths.payouts]: "Payouts",
    [paths.payoutHistory]: "Payout History",
    [paths.payout]: "Payout",
    [paths.bulkPayouts]: "Bulk Payouts",
    [paths.bulkPayout]: "Batch",
    [paths.schedules]: "Schedules",
    [paths.schedule]: "Schedule",
    [paths.upcoming]: "Upcoming Payouts",
    [paths.requests]: "Payment Requests",
    [paths.request]: "Payment Request",
    [paths.approvalPolicy]: "Approval Policy",
    [paths.developers]: "Developers",
    [paths.beneficiaries]: "Beneficiaries",
    [paths.beneficiary]: "Beneficiary",
    [paths.reports]: "Reports",
    [paths.exports]: "Prepared Exports",
    [paths.bankAccounts]: "Bank Accounts",
    [paths.team]: "Team",
    [paths.sessions]: "Sessions",
    [paths.businesses]: "Businesses",
    [paths.notifications]: "Notifications",
    [superAdminPaths.operations]: "Operations",
    [superAdminPaths.tenants]: "Tenant Management",
    [superAdminPaths.deposits]: "Deposit Approval",
    [superAdminPaths.statementImport]: "Bank Statement Import",
    [superAdminPaths.suspense]: "Suspense",
    [superAdminPaths.adjustments]: "Adjustments",
    [superAdminPaths.bankAccounts]: "Bank Accounts",
    [superAdminPaths.settings]: "System Settings",
    [superAdminPaths.analytics]: "Analytics",
    [superAdminPaths.security]: "Security Logs",
    [superAdminPaths.database]: "Database",
    [superAdminPaths.activity]: "Activity Monitor",
    [superAdminPaths.paymentGateway]: "Payment Gateway",
    [superAdminPaths.float]: "Float",
    [superAdminPaths.reconciliation]: "Reconciliation",
    [superAdminPaths.reports]: "Reports",
    [superAdminPaths.team]: "Team",
  };

/** The browser tab's title: "Payout History · Rokad". */
export function titleOf(pathname: string): string {
  const known: Readonly<Record<string, string | undefined>> = titles;
  const title = known[pathname] ?? known[`${pathname.slice(0, pathname.lastIndexOf("/"))}/$id`];
  return title ? `${title} · ${branding.product}` : branding.product;
}

/** Sets the title after a navigation and moves the focus to the page's start. */
export function focusPage(pathname: string, pathChanged: boolean): void {
  document.title = titleOf(pathname);
  if (pathChanged) document.querySelector<HTMLElement>("#page")?.focus({ preventScroll: true });
}
