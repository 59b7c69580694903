import {
  providerLabel,
  type ReconciliationRun,
  type startReconciliation,
} from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table-cards.ts";
import { When } from "../ui/when.tsx";
import { RetryRun } from "./retry-run.tsx";
import { RunState } from "./run-state.tsx";
import { formatWeekday } from "../ui/dates.ts";
import { runName } from "./labels.ts";

export function runColumns(onShow: (run: ReconciliationRun) => void): Column<ReconciliationRun>[] {
  return [
    {
      id: "day",
      header: t`Day`,
      card: "title",
      cell: ({ day, adapter }) => (
        <>
          <span className="block font-medium whitespace-nowrap">{formatWeekday(day)}</span>
          <span className="text-xs text-muted">{translateText(providerLabel(adapter))}</span>
        </>
      ),
    },
    {
      id: "asked",
      header: t`Run`,
      card: "line",
      cell: ({ requested_at: at, origin, requested_by: by }) => (
        <>
          <When at={at} />{" "}
          <span className="block max-w-44 truncate text-xs text-muted max-md:inline max-md:whitespace-normal">
            {origin === "night" ? t`Automatic` : t`Requested by ${by ?? t`a super admin`}`}
          </span>
        </>
      ),
    },
    {
      id: "ours",
      header: t`Paid, our record`,
      card: "line",
      align: "end",
      cell: (run) => (isFinished(run) ? <Paid of={run.ours} /> : "–"),
    },
    {
      id: "theirs",
      header: t`Paid, provider's record`,
      card: "line",
      align: "end",
      cell: (run) => (isFinished(run) ? <Paid of={run.theirs} /> : "–"),
    },
    {
      id: "balance",
      header: t`Unexplained`,
      card: "line",
      align: "end",
      cell: ({ balance }) => (balance?.since ? formatMoney(balance.since.unexplained) : "–"),
    },
    {
      id: "state",
      header: t`Result`,
      card: "status",
      cell: (run) => <RunState of={run} />,
    },
    {
      id: "actions",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (run) =>
        run.state === "failed" ? (
          <Permitted<typeof startReconciliation> needs="finance">
            <RetryRun of={run} />
          </Permitted>
        ) : (
          run.open_count + run.known_count + run.gone_count > 0 && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={t`Differences of ${runName(run)}`}
              onClick={() => onShow(run)}
            >
              {t`Differences`}
            </Button>
          )
        ),
    },
  ];
}

function isFinished({ state }: ReconciliationRun): boolean {
  return state === "clean" || state === "differs";
}

function Paid({ of: { count, amount } }: { of: ReconciliationRun["theirs"] }) {
  return (
    <>
      <span className="block max-md:inline">{amount ? formatMoney(amount) : t`Not reported`}</span>{" "}
      <Badge>{count.toLocaleString("en-IN")}</Badge>
    </>
  );
}
