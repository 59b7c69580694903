import {
  listStatementLines,
  type StatementImport,
  type StatementLine,
} from "@rokad/contract/statement-import";
import { lineGroups, type LineGroup } from "@rokad/contract/statement-outcomes";
import { ListChecks } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Field } from "../ui/field.tsx";
import { Pager } from "../ui/pager.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import { Select } from "../ui/select.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { lineColumns } from "./line-columns.tsx";
import { groupLabels, nextGroup } from "./line-labels.ts";
import type { StatementSearch } from "./statement-search.ts";

const ApproveLineDialog = lazy(async () => ({
  default: (await import("./approve-line-dialog.tsx")).ApproveLineDialog,
}));

const empty = (
  <EmptyState
    icon={<ListChecks />}
    title={t`No lines here`}
    description={t`No line has this result. Choose another above.`}
  />
);

interface ImportLinesProps {
  found: StatementImport;
  search: StatementSearch;
  go: (next: StatementSearch, how?: { replace?: boolean; resetScroll?: boolean }) => void;
}

function useLines(id: string, group: "all" | LineGroup, page: number) {
  const input = { params: { id }, query: { group, page, limit: 20 } };
  return useApi(listStatementLines, input, { keepPrevious: true });
}

/** The loading state, before the default group is known. */
export function LinesLoading() {
  return (
    <Card>
      <div className="border-b border-line p-4 md:px-5">
        <Skeleton className="h-16 max-md:w-full md:w-80" />
      </div>
      <DataTable<StatementLine>
        caption={t`Lines of the statement`}
        columns={lineColumns(() => undefined)}
        rows={undefined}
        rowKey={({ id }) => id}
        tight
        empty={empty}
      />
    </Card>
  );
}

export function ImportLines({ found, search, go }: ImportLinesProps) {
  const group = search.group ?? nextGroup(found);
  const { data, error, isLoading, isValidating, mutate } = useLines(
    found.id,
    group,
    search.page ?? 1,
  );
  const [reviewed, setReviewed] = useState<StatementLine>();
  const [open, setOpen] = useState(false);
  const pages = data?.pagination;
  const goToPage = (page: number) => go({ ...search, group, page: page > 1 ? page : undefined });

  function review(line: StatementLine) {
    setReviewed(line);
    setOpen(true);
  }

  return (
    <Card>
      <div className="border-b border-line p-4 md:px-5">
        <Field label={t`Show`} className="max-md:w-full md:w-80">
          <Select
            options={optionsOf(found)}
            value={group}
            onValueChange={(next) =>
              go({ import: search.import, group: next }, { replace: true, resetScroll: false })
            }
          />
        </Field>
      </div>
      <DataTable<StatementLine>
        caption={t`Lines of the statement, in its order`}
        columns={lineColumns(review)}
        rows={data?.data}
        rowKey={({ id }) => id}
        tight
        refreshing={isLoading && data !== undefined}
        empty={empty}
        error={
          error &&
          !data && (
            <ErrorPanel
              message={t`Failed to load the lines`}
              detail={messageOf(error, "")}
              onRetry={() => void mutate()}
              busy={isValidating}
            />
          )
        }
      />
      {pages && pages.total_pages > 1 && (
        <Pager
          label={t`Pages of lines`}
          page={pages.current_page}
          totalPages={pages.total_pages}
          summary={summaryOf(pages)}
          onPage={goToPage}
        />
      )}
      <Suspense>
        {reviewed && (
          <ApproveLineDialog line={reviewed} open={open} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </Card>
  );
}

function optionsOf(found: StatementImport) {
  const option = (value: "all" | LineGroup, label: string, count: number) => ({
    value,
    label,
    hint: count.toLocaleString("en-IN"),
  });
  return [
    option("all", t`All lines`, found.line_count),
    ...lineGroups.map((group) => option(group, groupLabels[group], found.groups[group].count)),
  ];
}

function summaryOf(pages: { current_page: number; per_page: number; total_records: number }) {
  const { first, last } = rowsOfPage(pages.current_page, pages.per_page, pages.total_records);
  return t`Showing ${first} to ${last} of ${pages.total_records.toLocaleString("en-IN")} lines`;
}
