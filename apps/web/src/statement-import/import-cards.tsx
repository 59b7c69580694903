import type { StatementImport } from "@rokad/contract/statement-import";
import type { LineGroup } from "@rokad/contract/statement-outcomes";
import { formatMoney } from "@rokad/money/format";
import { CircleCheck, CircleQuestionMark, Eye, ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import { StatCard } from "../ui/stat-card.tsx";
import { groupLabels } from "./line-labels.ts";

const cards: readonly (readonly [LineGroup, ReactNode])[] = [
  ["exact", <ListChecks key="exact" />],
  ["decide", <Eye key="decide" />],
  ["unmatched", <CircleQuestionMark key="unmatched" />],
  ["settled", <CircleCheck key="settled" />],
];

/** The number and total amount of lines in each group. */
export function ImportCards({ found }: { found: StatementImport | undefined }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 xl:gap-4">
      {cards.map(([group, icon]) => (
        <StatCard
          key={group}
          label={groupLabels[group]}
          icon={icon}
          value={found?.groups[group].count.toLocaleString("en-IN")}
          hint={found && formatMoney(found.groups[group].total_amount)}
          loading={!found}
        />
      ))}
    </div>
  );
}
