import { t } from "../language.ts";
import { paths } from "../paths.ts";

type Public = (typeof paths)["home" | "signIn" | "terms" | "privacy"];

/** The titles of a tenant's pages by path. */
export const tenantTitles: Readonly<
  Record<Exclude<(typeof paths)[keyof typeof paths], Public>, string>
> = {
  [paths.dashboard]: t`Dashboard`,
  [paths.wallet]: t`Wallet`,
  [paths.walletHistory]: t`Wallet History`,
  [paths.deposits]: t`Deposit History`,
  [paths.payouts]: t`Payouts`,
  [paths.payoutHistory]: t`Payout History`,
  [paths.payout]: t`Payout`,
  [paths.bulkPayouts]: t`Bulk Payouts`,
  [paths.bulkPayout]: t`Batch`,
  [paths.schedules]: t`Schedules`,
  [paths.schedule]: t`Schedule`,
  [paths.upcoming]: t`Upcoming Payouts`,
  [paths.requests]: t`Payment Requests`,
  [paths.request]: t`Payment Request`,
  [paths.beneficiaries]: t`Beneficiaries`,
  [paths.beneficiary]: t`Beneficiary`,
  [paths.reports]: t`Reports`,
  [paths.exports]: t`Prepared Exports`,
  [paths.bankAccounts]: t`Bank Accounts`,
  [paths.team]: t`Team`,
  [paths.developers]: t`Developers`,
  [paths.approvalPolicy]: t`Approval Policy`,
  [paths.superAdmin]: t`Super Admin`,
  [paths.sessions]: t`Sessions`,
  [paths.businesses]: t`Businesses`,
  [paths.notifications]: t`Notifications`,
};
