import {
  getTenant,
  type setTenantStatus,
  type Tenant,
  type updateTenant,
  type viewTenant,
} from "@rokad/contract/tenants";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { t } from "../super-admin-language.ts";
import { ApiError } from "../api/api-error.ts";
import { useMay } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { roleName } from "../common/people/person.ts";
import { superAdminPaths } from "../paths.ts";
import { BackLink, DetailColumns, DetailFallback } from "../shell/detail-page.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { formatDay } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { DetailsCard } from "./details-card.tsx";
import { TenantMenu } from "./tenant-menu.tsx";
import { OverviewCards, TeamAndAccounts } from "./tenant-overview.tsx";
import { TenantStatistics } from "./tenant-statistics.tsx";
import { TenantVirtualAccounts } from "./tenant-virtual-accounts.tsx";
import { useActivation } from "./use-activation.ts";
import { useTenantDialogs } from "./use-tenant-dialogs.ts";
import { statusOf } from "./words.ts";

const TenantDialogs = lazy(async () => ({
  default: (await import("./tenant-dialogs.tsx")).TenantDialogs,
}));

const list = { to: superAdminPaths.tenants, name: t`Tenant Management` } as const;

/** One tenant: its money, people and accounts, what it last paid and received, and the acts on it. */
export function TenantPage() {
  const { id } = useParams({ from: "/signed-in/super-admin/super-admin/tenants/$id" });
  const answer = useApi(getTenant, { params: { id } });
  if (answer.data) {
    const isClosed = answer.error instanceof ApiError && answer.error.status === 404;
    return <Loaded key={id} tenant={answer.data.data} isClosed={isClosed} />;
  }
  return (
    <DetailFallback
      thing={t`tenant`}
      list={list}
      notFound={t`There is no tenant at this address, or its account is closed.`}
      skeleton={{ cards: 2, lines: 5 }}
      answer={answer}
    />
  );
}

interface LoadedProps {
  tenant: Tenant;
  /** Closed while the page shows it: its figures are the last ones. */
  isClosed: boolean;
}

function Loaded({ tenant, isClosed }: LoadedProps) {
  const dialogs = useTenantDialogs();
  return (
    <>
      <PageHeader
        back={<BackLink {...list} />}
        title={<span className="break-words">{tenant.name}</span>}
        badge={
          <>
            {isClosed ? <Badge>{t`Closed`}</Badge> : <StatusBadge status={statusOf(tenant)} />}
            <Badge tone={tenant.role === "operator" ? "brand" : "neutral"}>
              {roleName(tenant)}
            </Badge>
          </>
        }
        description={t`Since ${formatDay(tenant.createdAt)}`}
        actions={!isClosed && <Actions tenant={tenant} dialogs={dialogs} />}
      />
      <StateNotice tenant={tenant} isClosed={isClosed} />
      <TenantStatistics tenant={tenant} />
      <DetailColumns
        wide={<OverviewCards tenant={tenant} />}
        narrow={
          <>
            <DetailsCard tenant={tenant} />
            <TeamAndAccounts tenant={tenant} />
            <TenantVirtualAccounts tenant={tenant} />
          </>
        }
      />
      <Suspense>
        {dialogs.shown && <TenantDialogs shown={dialogs.shown} dialogs={dialogs} />}
      </Suspense>
    </>
  );
}

interface ActionsProps {
  tenant: Tenant;
  dialogs: ReturnType<typeof useTenantDialogs>;
}

function Actions({ tenant, dialogs }: ActionsProps) {
  const canView = useMay<typeof viewTenant>("view_tenants");
  const canEdit = useMay<typeof updateTenant | typeof setTenantStatus>("manage");
  const activate = useActivation(dialogs.open);
  return (
    <>
      <Link
        to={superAdminPaths.security}
        search={{ search: tenant._id }}
        className={buttonClass({ variant: "secondary" })}
      >
        {t`Security Logs`}
      </Link>
      {canView && (
        <Button variant="secondary" onClick={() => dialogs.open("view", tenant)}>
          {t`View as tenant`}
        </Button>
      )}
      {canEdit && <Button onClick={() => dialogs.open("edit", tenant)}>{t`Edit Tenant`}</Button>}
      {canEdit && <TenantMenu onPage tenant={tenant} actions={{ open: dialogs.open, activate }} />}
    </>
  );
}

function StateNotice({ tenant, isClosed }: LoadedProps) {
  if (isClosed) {
    return (
      <Notice tone="plain" title={t`This account was closed`}>
        {t`Nobody can sign in any more. Its books are kept, and these are its last figures.`}
      </Notice>
    );
  }
  if (tenant.closing_since) {
    return (
      <Notice tone="warn" title={t`Closing since ${formatDay(tenant.closing_since)}`}>
        {t`New payouts and deposits are stopped. “Continue closing” says what is left.`}
      </Notice>
    );
  }
  if (!tenant.isActive) {
    return (
      <Notice tone="warn" title={t`This account is inactive`}>
        {t`Nobody can sign in, and payouts that were held are not sent. Deposits can still be decided.`}
      </Notice>
    );
  }
  return null;
}
