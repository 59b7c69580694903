import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { Link } from "@tanstack/react-router";
import { t } from "../language.ts";
import { DraftNotices } from "../common/approvals/draft-notices.tsx";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { missingHolidays } from "../common/schedules/due-day-text.ts";

const endTitles = {
  finished: t`Finished: its last due day is over`,
  stopped: t`Ended by a person`,
  replaced: t`Replaced by a newer version`,
  discarded: t`Discarded before it was signed`,
} as const;

/** What the schedule waits for, and what to do next. */
export function ScheduleNotice({ schedule }: { schedule: PayoutScheduleDetail }) {
  const { state, pause, returned, end, change, holidays_missing: missing } = schedule;
  const isProposal = change?.state === "draft" || change?.state === "awaiting_approval";
  return (
    <>
      {end && (
        <Notice tone="plain" title={endTitles[end.kind]}>
          {end.reason}
        </Notice>
      )}
      {pause && (
        <Notice tone="warn" title={t`Pays nothing now`}>
          {t`${pause.message} Due days until then are passed over.`}
        </Notice>
      )}
      <DraftNotices draft={schedule} />
      {state === "draft" && !returned && (
        <Notice tone="info" title={t`Not signed: it pays nothing yet`}>
          {change ? t`Until it is signed, the version before goes on.` : undefined}
        </Notice>
      )}
      {change && (state !== "ended" || !isProposal) && (
        <Notice
          tone="info"
          title={
            isProposal
              ? change.state === "draft"
                ? t`Version ${change.version} waits for a signature`
                : t`Version ${change.version} waits for approval`
              : t`Version ${change.version} is the one that pays`
          }
          action={
            <Link
              to={paths.schedule}
              params={{ id: change.id }}
              className={buttonClass({ variant: "secondary", size: "sm" })}
            >
              {t`Open version ${change.version}`}
            </Link>
          }
        />
      )}
      {missing.length > 0 && (
        <Notice tone="warn" title={missingHolidays(missing)}>
          {t`Days in it may move by a day. If a list is still missing then, you are asked.`}
        </Notice>
      )}
    </>
  );
}
