import type { ReconciliationRun } from "@rokad/contract/reconciliation";
import { CircleAlert, CircleCheck, CircleX, Clock, LoaderCircle } from "lucide-react";
import { Badge } from "../ui/badge.tsx";
import { Progress } from "../ui/progress.tsx";
import { differencesWord } from "./words.ts";

const looks = {
  waiting: { tone: "outline", icon: <Clock className="text-warn" /> },
  running: { tone: "info", icon: <LoaderCircle className="animate-spin" /> },
  clean: { tone: "good", icon: <CircleCheck /> },
  differs: { tone: "bad", icon: <CircleAlert /> },
  failed: { tone: "bad", icon: <CircleX /> },
} as const;

/** How a run stands or ended, and what else there is to know of its result. */
export function RunState({ of: run }: { of: ReconciliationRun }) {
  const { tone, icon } = looks[run.state];
  return (
    <div className="grid gap-1 max-md:justify-items-end">
      <Badge tone={tone} icon={icon} data-status={run.state}>
        {wordOf(run)}
      </Badge>
      {run.state === "running" && run.progress.total !== null && (
        <div className="w-36">
          <Progress
            value={run.progress.done}
            max={run.progress.total}
            label={`${run.progress.done.toLocaleString("en-IN")} of ${run.progress.total.toLocaleString("en-IN")} steps`}
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

function wordOf(run: ReconciliationRun): string {
  const words = {
    waiting: run.problem ? "Trying again" : "Waiting",
    running: "Running",
    clean: "Nothing differs",
    differs: differencesWord(run.open_count),
    failed: "Failed",
  };
  return words[run.state];
}

function notesOf(run: ReconciliationRun): string[] {
  if (run.problem) return [run.problem];
  if (run.state !== "clean" && run.state !== "differs") return [];
  const { new_count: fresh, severe_count: severe, known_count: known, gone_count: gone } = run;
  const counted = [
    severe > 0 && `${severe} severe`,
    fresh > 0 && `${fresh} new`,
    known > 0 && `${known} known`,
    gone > 0 && `${gone} gone`,
  ].filter((part) => part !== false);
  return [
    ...(counted.length > 0 ? [counted.join(", ")] : []),
    ...(run.moving_count > 0
      ? [`${run.moving_count.toLocaleString("en-IN")} were moving, and wait for the next run`]
      : []),
    ...(run.way === "look" ? ["Transfers that are missing here can't be seen"] : []),
  ];
}
