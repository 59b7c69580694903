import { type createTenant, listTenants, type Tenant } from "@rokad/contract/tenants";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Building2, Plus, RotateCw } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useMay } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { takeEndedViewing } from "../api/viewing.ts";
import { superAdminPaths } from "../paths.ts";
import { useLastPage } from "../common/lists/use-last-page.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pager } from "../ui/pager.tsx";
import { toast } from "../ui/toast.ts";
import { pagesOf } from "./pages.ts";
import { tenantColumns } from "./tenant-columns.tsx";
import { TenantCounts } from "./tenant-counts.tsx";
import { isFiltered, TenantFilterBar } from "./tenant-filter-bar.tsx";
import type { TenantFilters } from "./tenant-filters.ts";
import { useActivation } from "./use-activation.ts";
import { useTenantDialogs } from "./use-tenant-dialogs.ts";

const TenantDialogs = lazy(async () => ({
  default: (await import("./tenant-dialogs.tsx")).TenantDialogs,
}));

function Empty({ filtered, onAct }: { filtered: boolean; onAct: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<Building2 />}
      title={t`No tenants found.`}
      description={
        filtered
          ? t`No tenant matches your search and filters.`
          : onAct
            ? t`Create your first tenant account to get started.`
            : t`Businesses appear here when an owner creates their accounts.`
      }
      action={
        onAct && (
          <Button variant="secondary" icon={filtered ? undefined : <Plus />} onClick={onAct}>
            {filtered ? t`Clear filters` : t`Create Account`}
          </Button>
        )
      }
    />
  );
}

function useTenants({ search, role, status, page = 1 }: TenantFilters) {
  return usePage(listTenants, { search, role, status, page, limit: 10 });
}

export function TenantsPage() {
  const filters = useSearch({ from: "/signed-in/super-admin/super-admin/tenants" });
  const navigate = useNavigate();
  const { answer, error, refreshing, retrying, retry } = useTenants(filters);
  const dialogs = useTenantDialogs();
  const canCreate = useMay<typeof createTenant>("manage");
  const go = (search: TenantFilters, how: { replace: boolean } = { replace: true }) =>
    void navigate({ to: superAdminPaths.tenants, search, resetScroll: false, ...how });
  const goToPage = (page: number, how = { replace: false }) =>
    go({ ...filters, page: page > 1 ? page : undefined }, how);
  const pages = answer && pagesOf(answer.pagination);
  const isBeyond = useLastPage(pages, goToPage);

  useEffect(() => {
    const viewed = takeEndedViewing();
    if (viewed) toast.info(t`Your view of ${viewed} has ended`);
  }, []);

  const columns = tenantColumns({
    open: dialogs.open,
    activate: useActivation(dialogs.open),
  });
  return (
    <>
      <PageHeader
        title={t`Tenant Management`}
        description={t`Businesses on this installation and their permissions`}
        actions={
          canCreate && (
            <Button icon={<Plus />} onClick={dialogs.create}>
              {t`Create Account`}
            </Button>
          )
        }
      />
      {error && (
        <div role="alert">
          <Notice
            tone="bad"
            title={t`Failed to load tenants list.`}
            action={
              <Button
                variant="secondary"
                size="sm"
                icon={<RotateCw />}
                busy={retrying}
                onClick={retry}
              >
                {t`Retry`}
              </Button>
            }
          >
            {messageOf(error, t`The server did not respond. Check your connection and try again.`)}
          </Notice>
        </div>
      )}
      {!error && (
        <TenantCounts
          tenants={isBeyond ? undefined : answer?.data}
          total={answer?.total}
          filtered={isFiltered(filters)}
        />
      )}
      <Card>
        <TenantFilterBar filters={filters} go={go} />
        {!error && (
          <DataTable<Tenant>
            caption={t`Tenants`}
            columns={columns}
            rows={isBeyond ? undefined : answer?.data}
            rowKey={(tenant) => tenant._id}
            refreshing={refreshing}
            empty={
              <Empty
                filtered={isFiltered(filters)}
                onAct={isFiltered(filters) ? () => go({}) : canCreate ? dialogs.create : undefined}
              />
            }
          />
        )}
        {pages && !error && !isBeyond && pages.total_records > 0 && (
          <Pager
            page={pages.current_page}
            totalPages={pages.total_pages}
            summary={
              pages.total_records === 1
                ? t`${pages.total_records.toLocaleString("en-IN")} tenant`
                : t`${pages.total_records.toLocaleString("en-IN")} tenants`
            }
            middle={t`Page ${pages.current_page} of ${pages.total_pages}`}
            onPage={goToPage}
          />
        )}
      </Card>
      <Suspense>
        {dialogs.shown && <TenantDialogs shown={dialogs.shown} dialogs={dialogs} />}
      </Suspense>
    </>
  );
}
