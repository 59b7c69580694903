import type { Feature } from "./call.ts";
import type { Permission } from "./roles.ts";

/** What a member needs to use each feature of the business: to send payouts, or to prepare them. */
export const featurePermissions: Readonly<Record<Feature, Permission>> = {
  wallet_topup: "fund",
  create_payout: "prepare",
  payout_analytics: "view",
  view_reports: "report",
  api_access: "integrate",
  bulk_payouts: "view",
};

/** Whether a business can use a feature. Bulk payouts are payouts, so they need `create_payout` too. */
export function includesFeature(features: readonly Feature[], feature: Feature): boolean {
  if (feature === "bulk_payouts" && !features.includes("create_payout")) return false;
  return features.includes(feature);
}
