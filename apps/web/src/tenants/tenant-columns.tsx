import { featureIds } from "@rokad/contract/call";
import type { Tenant } from "@rokad/contract/tenants";
import { t } from "../super-admin-language.ts";
import { formatPhone, roleName } from "../common/people/person.ts";
import { TenantLink } from "../common/people/tenant-link.tsx";
import { Badge } from "../ui/badge.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import type { Column } from "../ui/table-cards.ts";
import { timeAgo } from "../ui/time-ago.ts";
import type { TenantActions } from "./tenant-actions.ts";
import { TenantMenu } from "./tenant-menu.tsx";
import { featureNames, statusOf } from "./words.ts";

export function tenantColumns(actions: TenantActions): readonly Column<Tenant>[] {
  return [
    {
      id: "name",
      header: t`Name`,
      card: "title",
      cell: (tenant) => (
        <div className="min-w-0 md:max-w-72">
          <TenantLink
            tenant={{ id: tenant._id, name: tenant.name }}
            className="block truncate whitespace-nowrap"
          />
          {tenant.email && (
            <p className="truncate text-xs text-muted" title={tenant.email}>
              {tenant.email}
            </p>
          )}
        </div>
      ),
    },
    {
      id: "contact",
      header: t`Contact`,
      card: "line",
      cell: ({ phone }) => <span className="tabular-nums">{formatPhone(phone)}</span>,
    },
    {
      id: "role",
      header: t`Role`,
      card: "line",
      cell: (tenant) => (
        <Badge tone={tenant.role === "operator" ? "brand" : "neutral"}>{roleName(tenant)}</Badge>
      ),
    },
    {
      id: "status",
      header: t`Status`,
      card: "status",
      cell: (tenant) => <StatusBadge status={statusOf(tenant)} />,
    },
    {
      id: "features",
      header: t`Features`,
      card: "line",
      align: "end",
      cell: (tenant) => (
        <span title={featureNames(tenant).join(", ") || t`None`}>
          {tenant.features.length} <span className="text-muted">{t`of ${featureIds.length}`}</span>
        </span>
      ),
    },
    {
      id: "created",
      header: t`Created`,
      card: "line",
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatDayAndTime(createdAt)}>
          {timeAgo(createdAt)}
        </time>
      ),
    },
    {
      id: "actions",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (tenant) => <TenantMenu tenant={tenant} actions={actions} />,
    },
  ];
}
