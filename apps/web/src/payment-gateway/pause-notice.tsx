import type { Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
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
      title={t`Paused by ${pause.by}, ${formatDayAndTime(pause.at)}: ${pause.reason}`}
      className="mx-5 mt-5 break-words"
    >
      {waiting.count > 0
        ? t`No new payouts go through ${translateText(providerNames[rail.id])}. Pending and on hold until you resume: ${describeTotal(waiting)}. ${canMove && t`Tenants that may use ${translateText(providerNames[other.id])} pay through it instead.`}`
        : t`No new payouts go through ${translateText(providerNames[rail.id])}. No payouts are waiting. ${canMove && t`Tenants that may use ${translateText(providerNames[other.id])} pay through it instead.`}`}{" "}
      {inProgress.count > 0 &&
        t`Already sent and checked until an outcome: ${describeTotal(inProgress)}.`}
    </Notice>
  );
}
