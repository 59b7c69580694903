import type { PlatformAnalytics } from "@rokad/contract/platform-analytics";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { PartHeader } from "./part-header.tsx";
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
    header: "Reason",
    card: "title",
    className: "w-full",
    cell: ({ reason, part }) => <ShareBar name={reason} part={part} />,
  },
  {
    id: "count",
    header: "Failed payouts",
    card: "value",
    align: "end",
    cell: ({ count }) => <span className="font-semibold">{count.toLocaleString("en-IN")}</span>,
  },
  {
    id: "volume",
    header: "Amount",
    card: "status",
    align: "end",
    cell: ({ volume }) => <Money value={volume} />,
  },
];

/** Why payouts of the period failed, most frequent first. */
export function ReasonsCard({
  answer,
  files,
}: {
  answer: PlatformAnalytics | undefined;
  files: ReactNode;
}) {
  return (
    <Card>
      <PartHeader
        title="Top failure reasons"
        description="In the words of the banks and providers"
        action={files}
      />
      <DataTable<ReasonRow>
        caption="Top failure reasons"
        columns={columns}
        rows={answer && rowsOf(answer)}
        rowKey={({ reason }) => reason}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={<CircleCheck />}
            title="Nothing failed in this period"
            description="The reasons of payouts that fail or come back will be counted here."
          />
        }
      />
    </Card>
  );
}

function rowsOf({ failure_reasons: reasons, other_reasons: others }: PlatformAnalytics) {
  const largest = Math.max(...reasons.map(({ count }) => count), 1);
  const rows = reasons.map((each) => ({ ...each, part: each.count / largest }));
  if (!others) return rows;
  return [...rows, { ...others, reason: "All other reasons", part: others.count / largest }];
}
