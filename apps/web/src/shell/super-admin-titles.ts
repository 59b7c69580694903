import { t } from "../super-admin-language.ts";
import { superAdminPaths } from "../paths.ts";

/** The titles of the super admin's pages. */
export const superAdminTitles: Readonly<
  Record<(typeof superAdminPaths)[keyof typeof superAdminPaths], string>
> = {
  [superAdminPaths.operations]: t`Operations`,
  [superAdminPaths.tenants]: t`Tenant Management`,
  [superAdminPaths.tenant]: t`Tenant`,
  [superAdminPaths.deposits]: t`Deposit Approval`,
  [superAdminPaths.statementImport]: t`Bank Statement Import`,
  [superAdminPaths.suspense]: t`Suspense`,
  [superAdminPaths.adjustments]: t`Adjustments`,
  [superAdminPaths.bankAccounts]: t`Bank Accounts`,
  [superAdminPaths.settings]: t`System Settings`,
  [superAdminPaths.analytics]: t`Analytics`,
  [superAdminPaths.security]: t`Security Logs`,
  [superAdminPaths.books]: t`Books`,
  [superAdminPaths.database]: t`Database`,
  [superAdminPaths.activity]: t`Activity Monitor`,
  [superAdminPaths.paymentGateway]: t`Payment Gateway`,
  [superAdminPaths.float]: t`Float`,
  [superAdminPaths.reconciliation]: t`Reconciliation`,
  [superAdminPaths.reports]: t`Reports`,
  [superAdminPaths.team]: t`Team`,
};
