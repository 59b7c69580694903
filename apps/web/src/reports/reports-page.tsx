import { todayInIndia } from "@rokad/contract/fields";
import { exportStatement, getStatement, type StatementLine } from "@rokad/contract/reports";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { messageOf } from "../api/api-error.ts";
import { download } from "../api/download.ts";
import { usePage } from "../api/use-page.ts";
import { paths } from "../paths.ts";
import { ExportButton } from "../shell/export-button.tsx";
import { RequireFeature } from "../shell/require-feature.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pager } from "../ui/pager.tsx";
import { PeriodBar } from "./period-bar.tsx";
import { periodOf, type Period } from "./periods.ts";
import { statementColumns } from "./statement-columns.tsx";
import { StatementFigures } from "./statement-figures.tsx";

const empty = (
  <EmptyState
    icon={<FileText />}
    title="No entries in this period"
    description="The balance did not change between these days. Choose another period to see its deposits and payouts."
  />
);

export function ReportsPage() {
  return (
    <RequireFeature of="view_reports">
      <Statement />
    </RequireFeature>
  );
}

function usePeriod(): Period {
  const { from, to } = useSearch({ from: "/signed-in/dashboard/reports" });
  return from && to ? { from, to } : periodOf("this-month", todayInIndia());
}

function Statement() {
  const search = useSearch({ from: "/signed-in/dashboard/reports" });
  const period = usePeriod();
  const navigate = useNavigate();
  const query = { ...period, page: search.page ?? 1, limit: 20 };
  const { answer, error, refreshing, retry } = usePage(getStatement, query);
  const pages = answer?.pagination;

  return (
    <>
      <PageHeader
        title="Reports"
        description="Your statement of account, to read here or to keep"
        actions={
          <ExportButton
            name="statement"
            onExport={(options) =>
              download(
                exportStatement,
                { query: period },
                `statement-${period.from}-to-${period.to}.csv`,
                options,
              )
            }
            done="Statement exported successfully"
            failed="Failed to export the statement"
          />
        }
      />
      {!error && <StatementFigures figures={answer?.summary} period={period} />}
      <Card>
        <PeriodBar period={period} />
        <DataTable<StatementLine>
          caption="Statement of account, oldest line first"
          columns={statementColumns}
          rows={answer?.data}
          rowKey={(line) => String(line.entry)}
          refreshing={refreshing}
          empty={empty}
          error={
            error && (
              <ErrorPanel
                message="Failed to load the statement"
                detail={messageOf(error, "")}
                onRetry={retry}
              />
            )
          }
        />
        {pages && !error && pages.total_records > 0 && (
          <Pager
            page={pages.current_page}
            totalPages={pages.total_pages}
            summary={`${pages.total_records.toLocaleString("en-IN")} lines, oldest first`}
            middle={`Page ${pages.current_page} of ${pages.total_pages}`}
            onPage={(page) =>
              void navigate({
                to: paths.reports,
                search: { ...search, page: page > 1 ? page : undefined },
              })
            }
          />
        )}
      </Card>
    </>
  );
}
