import type { Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { formatDayAndTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";
import { describeTotal } from "../common/rails/describe-total.ts";
import { takesPayouts } from "../common/rails/rail-state.ts";

/** Who paused it, when and why, and the effect on payouts. */
export function PauseNotice({ rail, other }: { rail: Rail; other: Rail | undefined }) {
  const { pause, waiting, in_progress: inProgress } = rail;
  if (!pause) return null;
  const canMove = other && takesPayouts(other);
  return (
    <Notice
      tone="warn"
      title={`Paused by ${pause.by}, ${formatDayAndTime(pause.at)}: ${pause.reason}`}
      className="mx-5 mt-5 break-words"
    >
      No new payouts go through {providerNames[rail.id]}.{" "}
      {waiting.count > 0
        ? `Pending and on hold until you resume: ${describeTotal(waiting)}.`
        : "No payouts are waiting."}{" "}
      {canMove && `Tenants that may use ${providerNames[other.id]} pay through it instead.`}{" "}
      {inProgress.count > 0 &&
        `Already sent and checked until an outcome: ${describeTotal(inProgress)}.`}
    </Notice>
  );
}
