import { paths } from "../paths.ts";

type Untitled = "home" | "signIn" | "terms" | "privacy" | "superAdmin";
type Titled = (typeof paths)[Exclude<keyof typeof paths, Untitled>];

/** The titles of a tenant's pages, and of those that everyone has. */
export const tenantTitles: Readonly<Record<Titled, string>> = {
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
};
