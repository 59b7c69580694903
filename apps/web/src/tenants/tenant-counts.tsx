import type { Tenant } from "@rokad/contract/tenants";
import { Building2, CircleCheck, CircleDashed, UserCog } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { StatCard } from "../ui/stat-card.tsx";

interface TenantCountsProps {
  tenants: readonly Tenant[] | undefined;
  total: number | undefined;
  filtered: boolean;
}

/** The total, and counts of the loaded page; each hint says which of the two it is. */
export function TenantCounts({ tenants, total, filtered }: TenantCountsProps) {
  const count = (is: (tenant: Tenant) => boolean) => tenants?.filter(is).length;
  const loading = !tenants;
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4 xl:gap-4">
      <StatCard
        label={t`Total Tenants`}
        icon={<Building2 />}
        value={total?.toLocaleString("en-IN")}
        hint={filtered ? t`Matching the filters` : t`All accounts`}
        loading={loading}
      />
      <StatCard
        label={t`Active`}
        icon={<CircleCheck />}
        value={count((tenant) => tenant.isActive)}
        hint={t`On this page`}
        loading={loading}
      />
      <StatCard
        label={t`Inactive`}
        icon={<CircleDashed />}
        value={count((tenant) => !tenant.isActive)}
        hint={t`On this page`}
        loading={loading}
      />
      <StatCard
        label={t`Operators`}
        icon={<UserCog />}
        value={count((tenant) => tenant.role === "operator")}
        hint={t`Admin accounts, on this page`}
        loading={loading}
      />
    </div>
  );
}
