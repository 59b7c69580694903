import type { WorkQueueKind } from "@rokad/contract/work-queues";
import { type SuperAdminPage, superAdminPaths } from "../../paths.ts";

/** The name of each queue and its page. */
export const queuePlaces: Readonly<
  Record<WorkQueueKind, { name: string; what: string; to: SuperAdminPage }>
> = {
  deposits: {
    name: "Deposits",
    what: "Requests to review",
    to: superAdminPaths.deposits,
  },
  bank_accounts: {
    name: "Bank accounts",
    what: "Accounts to approve",
    to: superAdminPaths.bankAccounts,
  },
  suspense: {
    name: "Suspense",
    what: "Credits without an owner",
    to: superAdminPaths.suspense,
  },
  outcomes: {
    name: "Unknown outcomes",
    what: "Payouts that no provider has confirmed or refused",
    to: superAdminPaths.activity,
  },
  adjustments: {
    name: "Adjustments",
    what: "Proposed corrections",
    to: superAdminPaths.adjustments,
  },
  changes: {
    name: "Settings and accounts",
    what: "Proposed changes of what guards money",
    to: superAdminPaths.settings,
  },
  differences: {
    name: "Reconciliation",
    what: "Differences with a provider",
    to: superAdminPaths.reconciliation,
  },
  closings: {
    name: "Closing accounts",
    what: "Tenants whose account is being closed",
    to: superAdminPaths.tenants,
  },
  jobs: {
    name: "Background jobs",
    what: "Failed after all retries",
    to: superAdminPaths.activity,
  },
};
