import type { PayoutDetail } from "@rokad/contract/payouts";
import { formatDayAndTime, formatTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";

interface OpenOutcomeProps {
  open: NonNullable<PayoutDetail["open_outcome"]>;
}

/** Why a payout has no outcome yet: since when, what happens next, and when. */
export function OpenOutcome({
  open: { kind, since, next_look_at: next, sentence },
}: OpenOutcomeProps) {
  const title =
    kind === "unknown"
      ? `Outcome not known since ${formatDayAndTime(since)}`
      : `Waiting to be sent since ${formatDayAndTime(since)}`;
  const doing = kind === "unknown" ? "The provider is asked again" : "Tried again";
  return (
    <Notice tone={kind === "unknown" ? "warn" : "info"} title={title}>
      {sentence}{" "}
      {next && (
        <strong className="font-medium">
          {doing} at {formatTime(next)}.
        </strong>
      )}
    </Notice>
  );
}
