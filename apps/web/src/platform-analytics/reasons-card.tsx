import type { PlatformAnalytics } from "@rokad/contract/platform-analytics";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../super-admin-language.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { SectionHeader } from "./section-header.tsx";
import { ShareBar } from "./share-bar.tsx";

interface ReasonRow {
  reason: string;
  count: number;
  volume: PlatformAnalytics["totals"]["volume"];
  part: number;
}

const columns: Column<ReasonRow>[] = [
  {
    id: "reason",
    header: t`Reason`,
    card: "title",
    className: "w-full",
    cell: ({ reason, part }) => <ShareBar name={reason} part={part} />,
  },
  {
    id: "count",
    header: t`Failed payouts`,
    card: "value",
    align: "end",
    cell: ({ count }) => <span className="font-semibold">{count.toLocaleString("en-IN")}</span>,
  },
  {
    id: "volume",
    header: t`Amount`,
    card: "status",
    align: "end",
    cell: ({ volume }) => <Money value={volume} />,
  },
];

/** Failure reasons of the period, most frequent first. */
export function ReasonsCard({
  answer,
  files,
}: {
  answer: PlatformAnalytics | undefined;
  files: ReactNode;
}) {
  return (
    <Card>
      <SectionHeader
        title={t`Top failure reasons`}
        description={t`As reported by banks and providers`}
        action={files}
      />
      <DataTable<ReasonRow>
        caption={t`Top failure reasons`}
        columns={columns}
        rows={answer && toRows(answer)}
        rowKey={({ reason }) => reason}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={<CircleCheck />}
            title={t`No failed payouts in this period`}
            description={t`Reasons of failed and reversed payouts appear here.`}
          />
        }
      />
    </Card>
  );
}

function toRows({ failure_reasons: reasons, other_reasons: others }: PlatformAnalytics) {
  const largest = Math.max(...reasons.map(({ count }) => count), 1);
  const rows = reasons.map((each) => ({ ...each, part: each.count / largest }));
  if (!others) return rows;
  return [...rows, { ...others, reason: t`All other reasons`, part: others.count / largest }];
}
