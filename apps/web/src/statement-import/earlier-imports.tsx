import { listStatementImports, type StatementImport } from "@rokad/contract/statement-import";
import { Link } from "@tanstack/react-router";
import { FileSpreadsheet } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { usePage } from "../api/use-page.ts";
import { superAdminPaths } from "../paths.ts";
import { useLastPage } from "../common/lists/use-last-page.ts";
import { Card, CardHeader } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { lineCount } from "./line-labels.ts";

const empty = (
  <EmptyState
    icon={<FileSpreadsheet />}
    title={t`No statements yet`}
    description={t`Imported statements appear here with their results.`}
  />
);

const columns: readonly Column<StatementImport>[] = [
  { id: "file", header: t`File`, card: "title", cell: (row) => <File row={row} /> },
  { id: "when", header: t`Imported`, card: "line", cell: (row) => <When at={row.imported_at} /> },
  { id: "who", header: t`By`, card: "line", cell: (row) => row.imported_by.name },
  {
    id: "lines",
    header: t`Lines`,
    card: "line",
    align: "end",
    cell: (row) => figure(row.line_count),
  },
  ...(
    [
      ["exact", t`To approve`],
      ["decide", t`To review`],
      ["unmatched", t`No request`],
      ["settled", t`Credited`],
    ] as const
  ).map(([group, header]): Column<StatementImport> => ({
    id: group,
    header,
    card: "line",
    align: "end",
    cell: (row) => figure(row.groups[group].count),
  })),
];

interface EarlierImportsProps {
  page: number | undefined;
  goToPage: (page: number | undefined, how?: { replace: boolean }) => void;
}

export function EarlierImports({ page = 1, goToPage }: EarlierImportsProps) {
  const { answer, error, refreshing, retrying, retry } = usePage(listStatementImports, {
    page,
    limit: 10,
  });
  const pages = answer?.pagination;
  const goTo = (next: number, how?: { replace: boolean }) =>
    goToPage(next > 1 ? next : undefined, how);
  const isBeyond = useLastPage(pages, goTo);
  return (
    <Card>
      <CardHeader title={t`Earlier imports`} ruled />
      <DataTable<StatementImport>
        caption={t`Imported statements, newest first`}
        columns={columns}
        rows={isBeyond ? undefined : answer?.data}
        rowKey={({ id }) => id}
        refreshing={refreshing}
        skeletonRows={4}
        empty={empty}
        error={
          error && (
            <ErrorPanel
              message={t`Failed to load earlier imports`}
              detail={messageOf(error, "")}
              onRetry={retry}
              busy={retrying}
            />
          )
        }
      />
      {pages && !error && !isBeyond && pages.total_pages > 1 && (
        <Pager
          label={t`Pages of imports`}
          page={pages.current_page}
          totalPages={pages.total_pages}
          summary={t`${figure(pages.total_records)} imports`}
          onPage={goTo}
        />
      )}
    </Card>
  );
}

function File({ row }: { row: StatementImport }) {
  return (
    <div className="min-w-0">
      <Link
        to={superAdminPaths.statementImport}
        search={{ import: row.id }}
        title={row.file_name}
        className="block max-w-64 truncate font-medium underline-offset-4 hover:underline"
      >
        {row.file_name}
      </Link>
      {row.receiving_account && (
        <span className="block text-xs text-muted">
          {row.receiving_account.bank_name} {row.receiving_account.account_number}
        </span>
      )}
      {row.seen_count > 0 && (
        <span className="block text-xs text-muted">
          {row.same_file_as ? t`Same file again` : t`${lineCount(row.seen_count)} already imported`}
        </span>
      )}
    </div>
  );
}

function figure(count: number): string {
  return count.toLocaleString("en-IN");
}
