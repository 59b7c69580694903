import type { Feature } from "@rokad/contract/call";
import type { Tenant } from "@rokad/contract/tenants";
import { t } from "../super-admin-language.ts";
import type { CheckboxCardOption } from "../ui/checkbox-cards.tsx";

type Provider = Tenant["allowed_providers"][number];

/** The features of a tenant, with the specification's labels. */
export const features: readonly CheckboxCardOption<Feature>[] = [
  { value: "wallet_topup", label: t`Wallet Top-up`, description: t`Allow wallet recharge` },
  {
    value: "create_payout",
    label: t`Create Payouts`,
    description: t`Send money by UPI and IMPS`,
  },
  {
    value: "payout_analytics",
    label: t`Payout Analytics`,
    description: t`Volumes and success rates in charts`,
  },
  {
    value: "view_reports",
    label: t`View Reports`,
    description: t`Statement of account and GST summary`,
  },
  { value: "api_access", label: t`API Access`, description: t`Use the API with keys of their own` },
  {
    value: "bulk_payouts",
    label: t`Bulk Payouts`,
    description: t`Process multiple payouts at once`,
  },
];

export const providers: readonly CheckboxCardOption<Provider>[] = [
  { value: "primary", label: t`Primary`, description: t`The primary payment provider` },
  { value: "alternative", label: t`Alternative`, description: t`An alternative payment provider` },
];

export const roles = [
  { value: "operator", label: t`Operator` },
  { value: "retailer", label: t`Retailer` },
] as const;

export function featureNames(of: Pick<Tenant, "features">): string[] {
  return features.filter(({ value }) => of.features.includes(value)).map(({ label }) => label);
}

export function providerNames(of: Pick<Tenant, "allowed_providers">): string[] {
  return providers
    .filter(({ value }) => of.allowed_providers.includes(value))
    .map(({ label }) => label);
}

/** The status that the badge shows. */
export function statusOf(tenant: Tenant): "active" | "inactive" | "closing" {
  if (tenant.closing_since) return "closing";
  return tenant.isActive ? "active" : "inactive";
}
