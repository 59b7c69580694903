import { differenceStateLabels } from "@rokad/contract/difference-states";
import type { recordReturn } from "@rokad/contract/partial-returns";
import { differenceKindLabels } from "@rokad/contract/difference-kinds";
import {
  providerLabel,
  type Difference,
  type handleDifference,
} from "@rokad/contract/reconciliation";
import { CircleAlert } from "lucide-react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayOfMonth, formatShortDay } from "../ui/dates.ts";
import type { Column } from "../ui/table-cards.ts";
import { DifferenceAction } from "./difference-action.tsx";
import { SideCell } from "./side-cell.tsx";

export function differenceColumns(onOpen: (difference: Difference) => void): Column<Difference>[] {
  return [
    {
      id: "kind",
      header: t`Difference`,
      card: "title",
      cell: (one) => (
        <>
          <Badge
            tone={one.is_severe ? "bad" : "warn"}
            icon={one.is_severe ? <CircleAlert /> : undefined}
          >
            {translateText(differenceKindLabels[one.kind])}
          </Badge>
          <span className="mt-0.5 block text-xs text-muted">
            {translateText(providerLabel(one.adapter))}, {formatDayOfMonth(one.day)}
            {one.is_severe && t`, severe`}
          </span>
        </>
      ),
    },
    {
      id: "payout",
      header: t`Payout`,
      card: "line",
      cell: ({ payout, subject, kind }) =>
        kind === "balance" ? (
          t`All payouts`
        ) : (
          <>
            <Copyable
              value={payout?.reference ?? subject}
              label={payout ? t`Reference ID` : t`Provider reference`}
              className="max-w-52"
            />
            <span className="block max-w-44 truncate text-xs text-muted" title={payout?.tenant}>
              {payout?.tenant ?? t`No matching payout`}
            </span>
          </>
        ),
    },
    {
      id: "ours",
      header: t`Our record`,
      card: "line",
      cell: ({ ours, kind }) => <SideCell of={ours} kind={kind} />,
    },
    {
      id: "theirs",
      header: t`Provider's record`,
      card: "line",
      cell: ({ theirs, kind }) => <SideCell of={theirs} kind={kind} />,
    },
    {
      id: "found",
      header: t`Found`,
      card: "line",
      cell: ({ found_at: found, seen_at: seen }) => (
        <>
          <span className="block max-md:inline">{formatShortDay(found)}</span>{" "}
          {formatShortDay(seen) !== formatShortDay(found) && (
            <span className="text-xs text-muted">{t`last seen ${formatShortDay(seen)}`}</span>
          )}
        </>
      ),
    },
    {
      id: "action",
      header: t`Action`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (one) =>
        one.state === "open" ? (
          <Permitted<typeof handleDifference | typeof recordReturn> needs="finance">
            <DifferenceAction of={one} onOpen={onOpen} />
          </Permitted>
        ) : (
          <Ended of={one} />
        ),
    },
  ];
}

function Ended({ of: { state, ended_by: by, ended_at: at, reason } }: { of: Difference }) {
  return (
    <div className="grid justify-items-end gap-0.5">
      <Badge tone={state === "known" ? "info" : "good"}>
        {translateText(differenceStateLabels[state])}
      </Badge>
      <span className="block max-w-64 text-right text-xs text-wrap text-muted">
        {[by, at && formatShortDay(at)].filter(Boolean).join(", ")}
        {reason && `: ${reason}`}
      </span>
    </div>
  );
}
