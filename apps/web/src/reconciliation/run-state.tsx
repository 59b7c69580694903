import type { ReconciliationRun } from "@rokad/contract/reconciliation";
import type { Money } from "@rokad/money/money";
import { CircleAlert, CircleCheck, CircleX, Clock, LoaderCircle } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { Badge } from "../ui/badge.tsx";
import { Progress } from "../ui/progress.tsx";
import { describeDifferences } from "./labels.ts";

const badges = {
  waiting: { tone: "outline", icon: <Clock className="text-warn" /> },
  running: { tone: "info", icon: <LoaderCircle className="animate-spin" /> },
  clean: { tone: "good", icon: <CircleCheck /> },
  differs: { tone: "bad", icon: <CircleAlert /> },
  failed: { tone: "bad", icon: <CircleX /> },
} as const;

const offBadge = { tone: "warn", icon: <CircleAlert /> } as const;

/** A run's state, progress and result. */
export function RunState({ of: run }: { of: ReconciliationRun }) {
  const off = run.balance?.since?.unexplained ?? null;
  // Payouts that agree are not enough for a green run: the balance must agree too.
  const { tone, icon } =
    run.state === "clean" && off !== null && off.amount !== 0 ? offBadge : badges[run.state];
  return (
    <div className="grid gap-1 max-md:justify-items-end">
      <Badge tone={tone} icon={icon} data-status={run.state}>
        {labelOf(run, off)}
      </Badge>
      {run.state === "running" && run.progress.total !== null && (
        <div className="w-36">
          <Progress
            value={run.progress.done}
            max={run.progress.total}
            label={t`${run.progress.done.toLocaleString("en-IN")} of ${run.progress.total.toLocaleString("en-IN")} steps`}
          />
        </div>
      )}
      {notesOf(run).map((note) => (
        <p key={note} className="max-w-64 text-xs text-wrap text-muted max-md:text-right">
          {note}
        </p>
      ))}
    </div>
  );
}

function labelOf(run: ReconciliationRun, off: Money | null): string {
  const labels = {
    waiting: run.problem ? t`Retrying` : t`Waiting`,
    running: t`Running`,
    clean: describeDifferences(0, off),
    differs: describeDifferences(run.open_count, off),
    failed: t`Failed`,
  };
  return labels[run.state];
}

function notesOf(run: ReconciliationRun): string[] {
  if (run.problem) return [run.problem];
  if (run.state !== "clean" && run.state !== "differs") return [];
  const { new_count: fresh, severe_count: severe, known_count: known, gone_count: gone } = run;
  const counted = [
    severe > 0 && t`${severe} severe`,
    fresh > 0 && t`${fresh} new`,
    known > 0 && t`${known} known`,
    gone > 0 && (gone === 1 ? t`${gone} no longer differs` : t`${gone} no longer differ`),
  ].filter((part) => part !== false);
  return [
    ...(counted.length > 0 ? [counted.join(", ")] : []),
    ...(run.moving_count > 0
      ? [
          t`${run.moving_count.toLocaleString("en-IN")} changed during the run; the next run compares them`,
        ]
      : []),
    ...(run.way === "look" ? [t`Transfers missing here can't be found`] : []),
  ];
}
