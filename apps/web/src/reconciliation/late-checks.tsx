import type { LateCheckRun } from "@rokad/contract/late-checks";
import { t } from "../super-admin-language.ts";
import { formatShortDay, formatTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Notice } from "../ui/notice.tsx";

/** The last run that asked again about paid payouts, for returns whose webhook was lost. */
export function LateChecks({ of: run }: { of: LateCheckRun | null }) {
  if (!run) {
    return (
      <Details
        className="border-t border-line pt-4"
        of={[{ label: t`Late returns`, value: t`Not checked yet` }]}
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
            label: t`Late returns checked`,
            value: finished
              ? `${formatShortDay(finished)}, ${formatTime(finished)}`
              : t`In progress`,
          },
          { label: t`Paid payouts rechecked`, value: count(run.checked_count) },
          { label: t`Returns found`, value: count(run.found_count) },
          run.unanswered_count > 0 && {
            label: t`Without a clear answer`,
            value: count(run.unanswered_count),
          },
          left !== null && {
            label: t`Left for the next run`,
            value: left === leftMax ? t`${count(left)} or more` : count(left),
          },
        ]}
      />
      {run.problem && (
        <Notice tone="warn" title={t`Late checks were cut short`}>
          {t`${run.problem}. They start again after 10 minutes.`}
        </Notice>
      )}
    </>
  );
}

/** The server counts no further. */
const leftMax = 10_000;
