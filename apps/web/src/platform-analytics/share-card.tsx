import type { PlatformAnalytics, PlatformSums } from "@rokad/contract/platform-analytics";
import { ChartNoAxesColumn } from "lucide-react";
import type { ReactNode } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Card } from "../ui/card.tsx";
import { Change } from "../ui/change.tsx";
import { changeOf } from "../ui/compare.ts";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { formatPercent } from "./day-metrics.ts";
import { SectionHeader } from "./section-header.tsx";
import { ShareBar } from "./share-bar.tsx";

type Shares = PlatformAnalytics["by_tenant" | "by_provider" | "by_method" | "by_bank"];

interface ShareCardProps {
  title: string;
  description: string;
  /** The header of the first column, for example "Tenant". */
  noun: string;
  shares: Shares | undefined;
  files: ReactNode;
}

interface ShareRow extends PlatformSums {
  key: string;
  name: string;
  previous_volume: PlatformSums["volume"];
  /** Share of the table's largest volume, 0 to 1. */
  part: number;
}

/** The period's figures by tenant, provider, method or bank, with a bar for the volume. */
export function ShareCard({ title, description, noun, shares, files }: ShareCardProps) {
  return (
    <Card>
      <SectionHeader title={title} description={description} action={files} />
      <DataTable<ShareRow>
        caption={title}
        columns={createColumns(noun)}
        rows={shares && toRows(shares)}
        rowKey={({ key }) => key}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={<ChartNoAxesColumn />}
            title={t`No payouts in this period`}
            description={t`Choose another period.`}
          />
        }
      />
    </Card>
  );
}

function toRows({ top, others }: Shares): ShareRow[] {
  const largest = Math.max(...top.map(({ volume }) => volume.amount), 1);
  const rows = top.map((each) => ({ ...each, part: each.volume.amount / largest }));
  if (!others) return rows;
  const part = Math.min(others.volume.amount / largest, 1);
  return [...rows, { ...others, key: "others", name: t`All others`, part }];
}

function createColumns(noun: string): Column<ShareRow>[] {
  return [
    {
      id: "name",
      header: noun,
      card: "title",
      className: "w-full",
      cell: ({ name, part }) => <ShareBar name={translateText(name)} part={part} />,
    },
    {
      id: "volume",
      header: t`Volume`,
      card: "value",
      align: "end",
      cell: ({ volume }) => <Money value={volume} className="font-semibold" />,
    },
    {
      id: "change",
      header: t`Change`,
      card: "status",
      align: "end",
      cell: ({ volume, previous_volume: before }) => {
        const change = changeOf(volume, before);
        return (
          <span className="text-xs text-muted">
            {change === null ? "–" : <Change percent={change} />}
          </span>
        );
      },
    },
    {
      id: "count",
      header: t`Payouts`,
      card: "line",
      align: "end",
      cell: ({ count }) => count.toLocaleString("en-IN"),
    },
    {
      id: "failed",
      header: t`Failed`,
      card: "line",
      align: "end",
      cell: ({ failed_count: failed }) => failed.toLocaleString("en-IN"),
    },
    {
      id: "rate",
      header: t`Success rate`,
      card: "line",
      align: "end",
      cell: ({ success_rate: rate }) => formatPercent(rate),
    },
    {
      id: "fees",
      header: t`Fees earned`,
      card: "line",
      align: "end",
      cell: ({ fees }) => <Money value={fees} />,
    },
    {
      id: "gst",
      header: t`GST due`,
      card: "line",
      align: "end",
      cell: ({ gst }) => <Money value={gst} />,
    },
  ];
}
