import { listApiRequests, type ApiRequest } from "@rokad/contract/api-requests";
import { limits } from "@rokad/contract/limits";
import { ScrollText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { NewerOlder } from "./newer-older.tsx";
import { requestColumns } from "./request-columns.tsx";
import { isFiltered, noFilter, RequestFilters, type RequestFilter } from "./request-filters.tsx";

const RequestDialog = lazy(async () => ({
  default: (await import("./request-dialog.tsx")).RequestDialog,
}));

/** What the business's programs asked for, and how it went. */
export function RequestsCard() {
  const [filter, setFilter] = useState(noFilter);
  const [starts, setStarts] = useState<readonly string[]>([]);
  const [request, setRequest] = useState<ApiRequest>();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, isValidating, mutate, reload } = useApi(
    listApiRequests,
    { query: queryOf(filter, starts.at(-1)) },
    { keepPrevious: true },
  );
  const next = data?.next;
  const showsFilters = isFiltered(filter) || starts.length > 0 || (data?.data.length ?? 0) > 0;

  function show(changed: RequestFilter) {
    setFilter(changed);
    setStarts([]);
  }

  function open(one: ApiRequest) {
    setRequest(one);
    setIsOpen(true);
  }

  return (
    <Card className="min-h-96">
      <CardHeader
        ruled
        title={t`Requests`}
        description={t`What your programs called in the last ${limits.apiRequestDays} days`}
        action={<RefreshButton onRefresh={reload} />}
      />
      {showsFilters && (
        <RequestFilters key={JSON.stringify(filter.search)} filter={filter} onFilter={show} />
      )}
      <DataTable
        caption={t`Requests, newest first`}
        tight
        columns={requestColumns(open)}
        rows={data?.data}
        rowKey={({ request_id: id }) => id}
        skeletonRows={5}
        onRowClick={open}
        error={
          error && !data ? (
            <ErrorPanel
              message={t`Failed to load the requests`}
              detail={messageOf(error, "")}
              onRetry={() => void mutate()}
              busy={isValidating}
            />
          ) : undefined
        }
        empty={<Nothing isFiltered={isFiltered(filter)} hasOlder={Boolean(next)} />}
      />
      {(starts.length > 0 || next) && (
        <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
          <NewerOlder starts={starts} next={next} onStarts={setStarts} />
        </div>
      )}
      <Suspense>
        {request && (
          <RequestDialog
            request={request}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setRequest(undefined)}
            onShowCall={() => show({ ...noFilter, search: { call: request.call } })}
          />
        )}
      </Suspense>
    </Card>
  );
}

function queryOf({ key, outcome, search }: RequestFilter, after: string | undefined) {
  return {
    outcome,
    limit: 10,
    ...search,
    ...(key !== "all" && { key }),
    ...(after !== undefined && { after }),
  };
}

function Nothing({ isFiltered: filtered, hasOlder }: { isFiltered: boolean; hasOlder: boolean }) {
  if (!filtered)
    return (
      <EmptyState
        icon={<ScrollText />}
        title={t`No requests`}
        description={t`A call with an API key appears here within seconds.`}
      />
    );
  return (
    <EmptyState
      icon={<ScrollText />}
      title={t`No requests match`}
      description={
        hasOlder
          ? t`None of the ${limits.apiRequestsReadMax.toLocaleString("en-IN")} requests that were searched. Select Older to go on.`
          : t`Change the filters, or reset them.`
      }
    />
  );
}
