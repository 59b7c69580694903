import * as accountChecks from "./account-checks.ts";
import * as activity from "./activity.ts";
import * as activityLists from "./activity-lists.ts";
import * as adjustments from "./adjustments.ts";
import * as apiKeys from "./api-keys.ts";
import * as apiRequests from "./api-requests.ts";
import * as events from "./events.ts";
import * as approvalPolicies from "./approval-policies.ts";
import * as approvalSimulation from "./approval-simulation.ts";
import * as bankAccountReviews from "./bank-account-reviews.ts";
import * as bankAccounts from "./bank-accounts.ts";
import * as billingDetails from "./billing-details.ts";
import * as batchAccountChecks from "./batch-account-checks.ts";
import * as batchFiles from "./batch-files.ts";
import * as batchSchedules from "./batch-schedules.ts";
import * as batchApprovals from "./batch-approvals.ts";
import * as beneficiaries from "./beneficiaries.ts";
import * as beneficiaryExport from "./beneficiary-export.ts";
import * as beneficiaryImport from "./beneficiary-import.ts";
import * as payoutDestinations from "./payout-destinations.ts";
import * as books from "./books.ts";
import type { Call } from "./call.ts";
import * as chargebacks from "./chargebacks.ts";
import * as closings from "./closings.ts";
import * as cursorLists from "./cursor-lists.ts";
import * as credentials from "./credentials.ts";
import * as deputies from "./deputies.ts";
import * as depositReviews from "./deposit-reviews.ts";
import * as database from "./database.ts";
import * as doctor from "./doctor.ts";
import * as deposits from "./deposits.ts";
import * as mailServer from "./mail-server.ts";
import * as float from "./float.ts";
import * as fundTransfers from "./fund-transfers.ts";
import * as fundsQueue from "./funds-queue.ts";
import * as gateway from "./gateway.ts";
import * as historySearch from "./history-search.ts";
import * as keyPayouts from "./key-payouts.ts";
import * as language from "./language.ts";
import * as live from "./live.ts";
import * as memberLimits from "./member-limits.ts";
import * as notificationChoices from "./notification-choices.ts";
import * as notifications from "./notifications.ts";
import * as partialReturns from "./partial-returns.ts";
import * as paymentAdvices from "./payment-advices.ts";
import * as paymentRequests from "./payment-requests.ts";
import * as payoutAnalytics from "./payout-analytics.ts";
import * as payoutBatches from "./payout-batches.ts";
import * as payoutCancellation from "./payout-cancellation.ts";
import * as payoutFiles from "./payout-files.ts";
import * as payoutLookUp from "./payout-look-up.ts";
import * as payoutOutcomes from "./payout-outcomes.ts";
import * as payoutReport from "./payout-report.ts";
import * as payoutReview from "./payout-review.ts";
import * as payoutSchedules from "./payout-schedules.ts";
import * as payoutSummary from "./payout-summary.ts";
import * as payouts from "./payouts.ts";
import * as providerCharges from "./provider-charges.ts";
import * as platform from "./platform.ts";
import * as platformAnalytics from "./platform-analytics.ts";
import * as platformReports from "./platform-reports.ts";
import * as platformSearch from "./platform-search.ts";
import * as preparedExports from "./exports.ts";
import * as proposals from "./proposals.ts";
import * as receivingAccounts from "./receiving-accounts.ts";
import * as reconciliation from "./reconciliation.ts";
import * as requestDecisions from "./request-decisions.ts";
import * as requestHolds from "./request-holds.ts";
import * as reports from "./reports.ts";
import * as restoreDrills from "./restore-drills.ts";
import * as sandbox from "./sandbox.ts";
import * as sandboxOutcomes from "./sandbox-outcomes.ts";
import * as savedViews from "./saved-views.ts";
import * as search from "./search.ts";
import * as scheduleApprovals from "./schedule-approvals.ts";
import * as securityLog from "./security-log.ts";
import * as settings from "./settings.ts";
import * as passkeys from "./passkeys.ts";
import * as ownInvitations from "./own-invitations.ts";
import * as signIn from "./sign-in.ts";
import * as smsGateways from "./sms-gateways.ts";
import * as stepUp from "./step-up.ts";
import * as sessions from "./sessions.ts";
import * as statementImport from "./statement-import.ts";
import * as suspense from "./suspense.ts";
import * as system from "./system.ts";
import * as taxInvoices from "./tax-invoices.ts";
import * as team from "./team.ts";
import * as tenantOverview from "./tenant-overview.ts";
import * as tenants from "./tenants.ts";
import * as upcoming from "./upcoming.ts";
import * as virtualAccounts from "./virtual-accounts.ts";
import * as webhookDeliveries from "./webhook-deliveries.ts";
import * as webhookEndpoints from "./webhook-endpoints.ts";
import * as waitingApprovals from "./waiting-approvals.ts";
import * as wallet from "./wallet.ts";
import * as walletExplanation from "./wallet-explanation.ts";
import * as withdrawals from "./withdrawals.ts";
import * as webhooks from "./webhooks.ts";
import * as workQueues from "./work-queues.ts";

function isCall(value: unknown): value is Call {
  return typeof value === "object" && value !== null && "method" in value && "answer" in value;
}

/** Every call. A test of the server checks that it serves each of them. */
export const calls: readonly Call[] = [
  signIn,
  ownInvitations,
  passkeys,
  stepUp,
  sessions,
  platform,
  search,
  platformSearch,
  historySearch,
  savedViews,
  wallet,
  walletExplanation,
  bankAccounts,
  bankAccountReviews,
  deposits,
  depositReviews,
  virtualAccounts,
  suspense,
  adjustments,
  chargebacks,
  statementImport,
  beneficiaries,
  beneficiaryExport,
  beneficiaryImport,
  payoutDestinations,
  payouts,
  payoutLookUp,
  cursorLists,
  keyPayouts,
  payoutReview,
  payoutBatches,
  batchAccountChecks,
  batchFiles,
  batchApprovals,
  payoutSchedules,
  scheduleApprovals,
  batchSchedules,
  upcoming,
  payoutSummary,
  withdrawals,
  paymentRequests,
  requestDecisions,
  requestHolds,
  approvalPolicies,
  approvalSimulation,
  memberLimits,
  deputies,
  waitingApprovals,
  accountChecks,
  payoutCancellation,
  fundsQueue,
  paymentAdvices,
  payoutFiles,
  payoutOutcomes,
  reports,
  taxInvoices,
  billingDetails,
  payoutReport,
  preparedExports,
  payoutAnalytics,
  platformAnalytics,
  platformReports,
  team,
  apiKeys,
  apiRequests,
  events,
  webhookEndpoints,
  webhookDeliveries,
  tenantOverview,
  tenants,
  closings,
  settings,
  proposals,
  receivingAccounts,
  system,
  database,
  doctor,
  restoreDrills,
  books,
  float,
  fundTransfers,
  providerCharges,
  reconciliation,
  partialReturns,
  securityLog,
  notifications,
  notificationChoices,
  workQueues,
  activity,
  activityLists,
  gateway,
  credentials,
  webhooks,
  smsGateways,
  mailServer,
  language,
  live,
  sandbox,
  sandboxOutcomes,
].flatMap((noun) => Object.values(noun).filter(isCall));
