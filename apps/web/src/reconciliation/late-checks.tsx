import type { LateCheckRun } from "@rokad/contract/late-checks";
import { formatShortDay, formatTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Notice } from "../ui/notice.tsx";

/** The last run that asked again about paid payouts, for returns whose webhook was lost. */
export function LateChecks({ of: run }: { of: LateCheckRun | null }) {
  if (!run) {
    return (
      <Details
        className="border-t border-line pt-4"
        of={[{ label: "Late returns", value: "Not checked yet" }]}
      />
    );
  }
  const count = (value: number) => value.toLocaleString("en-IN");
  const { finished_at: finished, left_count: left } = run;
  return (
    <>
      <Details
        className="border-t border-line pt-4"
        of={[
          {
            label: "Late returns checked",
            value: finished
              ? `${formatShortDay(finished)}, ${formatTime(finished)}`
              : "In progress",
          },
          { label: "Paid payouts rechecked", value: count(run.checked_count) },
          { label: "Returns found", value: count(run.found_count) },
          run.unanswered_count > 0 && {
            label: "Without a clear answer",
            value: count(run.unanswered_count),
          },
          left !== null && {
            label: "Left for the next run",
            value: left === leftMax ? `${count(left)} or more` : count(left),
          },
        ]}
      />
      {run.problem && (
        <Notice tone="warn" title="Late checks were cut short">
          {run.problem}. They start again after 10 minutes.
        </Notice>
      )}
    </>
  );
}

/** The server counts no further. */
const leftMax = 10_000;
