import { branding } from "../branding.ts";
import { paths, superAdminPaths } from "../paths.ts";

const titles: Record<string, string> = {
  [paths.signIn]: "Sign in",
  [paths.terms]: branding.terms.title,
  [paths.privacy]: branding.privacy.title,
  [paths.dashboard]: "Dashboard",
  [paths.wallet]: "Wallet",
  [paths.walletHistory]: "Wallet History",
  [paths.deposits]: "Deposit History",
  [paths.payouts]: "Payouts",
  [paths.payoutHistory]: "Payout History",
  [paths.bulkPayouts]: "Bulk Payouts",
  [paths.schedules]: "Schedules",
  [paths.upcoming]: "Upcoming Payouts",
  [paths.requests]: "Payment Requests",
  [paths.approvalPolicy]: "Approval Policy",
  [paths.developers]: "Developers",
  [paths.beneficiaries]: "Beneficiaries",
  [paths.reports]: "Reports",
  [paths.exports]: "Prepared Exports",
  [paths.bankAccounts]: "Bank Accounts",
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
};

/** The browser tab's title: "Payout History · Rokad". */
export function titleOf(pathname: string): string {
  const title = titles[pathname] ?? titleOfItem(pathname);
  return title ? `${title} · ${branding.product}` : branding.product;
}

function titleOfItem(pathname: string): string | undefined {
  if (pathname.startsWith(`${paths.payouts}/`)) return "Payout";
  if (pathname.startsWith(`${paths.bulkPayouts}/`)) return "Batch of Payouts";
  if (pathname.startsWith(`${paths.schedules}/`)) return "Schedule";
  if (pathname.startsWith(`${paths.beneficiaries}/`)) return "Beneficiary";
  return pathname.startsWith(`${paths.requests}/`) ? "Payment Request" : undefined;
}

/** Sets the title after a navigation and moves the focus to the page's start. */
export function focusPage(pathname: string, pathChanged: boolean): void {
  document.title = titleOf(pathname);
  if (pathChanged) document.querySelector<HTMLElement>("#page")?.focus({ preventScroll: true });
}
