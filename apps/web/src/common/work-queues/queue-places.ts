import type { WorkQueueKind } from "@rokad/contract/work-queues";
import { t } from "../../language.ts";
import { type SuperAdminPage, superAdminPaths } from "../../paths.ts";

/** The name of each queue and its page. */
export const queuePlaces: Readonly<
  Record<WorkQueueKind, { name: string; what: string; to: SuperAdminPage }>
> = {
  deposits: {
    name: t`Deposits`,
    what: t`Requests to review`,
    to: superAdminPaths.deposits,
  },
  bank_accounts: {
    name: t`Bank accounts`,
    what: t`Accounts to approve`,
    to: superAdminPaths.bankAccounts,
  },
  suspense: {
    name: t`Suspense`,
    what: t`Credits without an owner`,
    to: superAdminPaths.suspense,
  },
  outcomes: {
    name: t`Unknown outcomes`,
    what: t`Payouts that no provider has confirmed or refused`,
    to: superAdminPaths.activity,
  },
  adjustments: {
    name: t`Adjustments`,
    what: t`Proposed corrections`,
    to: superAdminPaths.adjustments,
  },
  changes: {
    name: t`Settings and accounts`,
    what: t`Proposed changes of what guards money`,
    to: superAdminPaths.settings,
  },
  differences: {
    name: t`Reconciliation`,
    what: t`Differences with a provider`,
    to: superAdminPaths.reconciliation,
  },
  closings: {
    name: t`Closing accounts`,
    what: t`Tenants whose account is being closed`,
    to: superAdminPaths.tenants,
  },
  jobs: {
    name: t`Background jobs`,
    what: t`Failed after all retries`,
    to: superAdminPaths.activity,
  },
};
