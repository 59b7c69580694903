import { exportReportedPayouts, type PayoutReport } from "@rokad/contract/payout-report";
import type { ReportGroup } from "@rokad/contract/report-groups";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "../language.ts";
import { download } from "../api/download.ts";
import { ExportButton } from "../common/exports/export-button.tsx";
import { paths } from "../paths.ts";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import type { Period } from "./periods.ts";

/** A group, or the total of all as the last row. */
export type ReportRow = PayoutReport["total"] & {
  id: string;
  key: string | null;
  label: string;
  isTotal: boolean;
};

const headers: Record<ReportGroup, string> = {
  beneficiary: t`Beneficiary`,
  batch: t`Batch`,
  purpose: t`Purpose`,
};

export function payoutReportColumns(by: ReportGroup, period: Period): readonly Column<ReportRow>[] {
  return [
    {
      id: "label",
      header: headers[by],
      card: "title",
      cell: (row) => boldIfTotal(row, <Group by={by} row={row} />),
    },
    countColumn("count", t`Payouts`),
    countColumn("paid_count", t`Paid`),
    countColumn("failed_count", t`Failed`),
    countColumn("cancelled_count", t`Cancelled`),
    countColumn("open_count", t`In progress`),
    {
      id: "charges",
      header: t`Charges and GST`,
      card: "line",
      align: "end",
      cell: (row) => boldIfTotal(row, <Money value={row.charges} />),
    },
    {
      id: "paid",
      header: t`Amount paid`,
      card: "value",
      align: "end",
      cell: (row) => boldIfTotal(row, <Money value={row.paid} />),
    },
    {
      id: "file",
      header: t`File`,
      headerHidden: true,
      card: "line",
      align: "end",
      cell: (row) => row.key !== null && <GroupFile by={by} row={row} period={period} />,
    },
  ];
}

function Group({ by, row }: { by: ReportGroup; row: ReportRow }) {
  const to = { beneficiary: paths.beneficiary, batch: paths.bulkPayout, purpose: undefined }[by];
  const text = <span className="block max-w-72 truncate">{row.label}</span>;
  if (!to || row.key === null) return text;
  return (
    <Link to={to} params={{ id: row.key }} className="underline-offset-4 hover:underline">
      {text}
    </Link>
  );
}

/** The payouts of one group with remarks and purpose. */
function GroupFile({ by, row, period }: { by: ReportGroup; row: ReportRow; period: Period }) {
  return (
    <ExportButton
      name={`reported-payouts-${row.id}`}
      label="CSV"
      onExport={(options) =>
        download(
          exportReportedPayouts,
          { query: { ...period, [by]: row.key } },
          `payouts-${period.from}-to-${period.to}.csv`,
          options,
        )
      }
      successText={t`Payouts of ${row.label} exported successfully`}
      failureText={t`Failed to export the payouts`}
    />
  );
}

type Count = "count" | "paid_count" | "failed_count" | "cancelled_count" | "open_count";

function countColumn(id: Count, header: string): Column<ReportRow> {
  return {
    id,
    header,
    card: "line",
    align: "end",
    cell: (row) => boldIfTotal(row, row[id].toLocaleString("en-IN")),
  };
}

function boldIfTotal({ isTotal }: ReportRow, children: ReactNode): ReactNode {
  return <span className={isTotal ? "font-semibold" : undefined}>{children}</span>;
}
