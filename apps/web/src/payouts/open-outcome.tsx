import type { PayoutDetail } from "@rokad/contract/payouts";
import { t } from "../language.ts";
import { formatDayAndTime, formatTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";

interface OpenOutcomeProps {
  open: NonNullable<PayoutDetail["open_outcome"]>;
}

/** Why a payout has no outcome yet, since when, and the time of the next attempt or check. */
export function OpenOutcome({
  open: { kind, since, next_check_at: next, sentence },
}: OpenOutcomeProps) {
  const title =
    kind === "unknown"
      ? t`Outcome unknown since ${formatDayAndTime(since)}`
      : t`Waiting to be sent since ${formatDayAndTime(since)}`;
  const nextStep = kind === "unknown" ? t`Next status check` : t`Next attempt`;
  return (
    <Notice tone={kind === "unknown" ? "warn" : "info"} title={title}>
      {sentence}{" "}
      {next && <strong className="font-medium">{t`${nextStep} at ${formatTime(next)}.`}</strong>}
    </Notice>
  );
}
