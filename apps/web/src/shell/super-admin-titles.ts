import { superAdminPaths } from "../paths.ts";

/** The titles of the super admin's pages. */
export const superAdminTitles: Readonly<
  Record<(typeof superAdminPaths)[keyof typeof superAdminPaths], string>
> = {
  [superAdminPaths.operations]: "Operations",
  [superAdminPaths.tenants]: "Tenant Management",
  [superAdminPaths.tenant]: "Tenant",
  [superAdminPaths.deposits]: "Deposit Approval",
  [superAdminPaths.statementImport]: "Bank Statement Import",
  [superAdminPaths.suspense]: "Suspense",
  [superAdminPaths.adjustments]: "Adjustments",
  [superAdminPaths.bankAccounts]: "Bank Accounts",
  [superAdminPaths.settings]: "System Settings",
  [superAdminPaths.analytics]: "Analytics",
  [superAdminPaths.security]: "Security Logs",
  [superAdminPaths.books]: "Books",
  [superAdminPaths.database]: "Database",
  [superAdminPaths.activity]: "Activity Monitor",
  [superAdminPaths.paymentGateway]: "Payment Gateway",
  [superAdminPaths.float]: "Float",
  [superAdminPaths.reconciliation]: "Reconciliation",
  [superAdminPaths.reports]: "Reports",
  [superAdminPaths.team]: "Team",
};
