import type { Feature } from "./call.ts";
import type { Permission } from "./roles.ts";

/** What a member needs to use each feature of the business. */
export const featurePermissions: Readonly<Record<Feature, Permission>> = {
  wallet_topup: "fund",
  create_payout: "pay",
  payout_analytics: "view",
  view_reports: "report",
  api_access: "integrate",
  bulk_payouts: "view",
};
