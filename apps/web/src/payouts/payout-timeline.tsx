import type { PayoutDetail } from "@rokad/contract/payouts";
import { t } from "../language.ts";
import { cn } from "../ui/class-names.ts";
import { formatDayAndTime } from "../ui/dates.ts";
import { Spinner } from "../ui/spinner.tsx";
import { isInProgress } from "./payout-states.ts";

const dotClasses: Record<string, string> = {
  success: "border-good bg-good",
  failed: "border-bad bg-bad",
  reversed: "border-bad bg-bad",
  partly_returned: "border-warn bg-warn",
  contradiction: "border-bad bg-bad",
  cancelled: "border-muted bg-muted",
  wait_ended: "border-muted bg-muted",
};

/** The payout's events, oldest first; a spinner while its status can still change. */
export function PayoutTimeline({ payout }: { payout: PayoutDetail }) {
  const inProgress = isInProgress(payout);
  return (
    <ol className="grid">
      {payout.timeline.map(({ at, event, sentence }, index) => {
        const isLast = index === payout.timeline.length - 1 && !inProgress;
        return (
          <li key={`${at} ${event}`} className="relative flex gap-3.5 pb-5 last:pb-0">
            {!isLast && (
              <span aria-hidden className="absolute top-4 bottom-0 left-[6.5px] w-px bg-edge" />
            )}
            <span
              aria-hidden
              className={cn(
                "relative mt-1 size-3.5 shrink-0 rounded-full border-2",
                dotClasses[event] ?? "border-edge bg-surface",
              )}
            />
            <div className="min-w-0">
              <p>{sentence}</p>
              <time dateTime={at} className="text-xs text-muted tabular-nums">
                {formatDayAndTime(at)}
              </time>
            </div>
          </li>
        );
      })}
      {inProgress && (
        <li className="flex items-center gap-3.5 text-muted">
          <Spinner className="size-3.5" />
          {payout.waiting_for_funds
            ? t`Waiting for funds. This page updates automatically.`
            : t`Waiting for the bank. This page updates automatically.`}
        </li>
      )}
    </ol>
  );
}
