import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";
import { missingHolidays } from "../common/schedules/due-day-text.ts";

const endTitles = {
  finished: "Finished: its last due day is over",
  stopped: "Ended by a person",
  replaced: "Replaced by a newer version",
  discarded: "Discarded before it was signed",
} as const;

/** What the schedule waits for, and what to do next. */
export function ScheduleNotice({ schedule }: { schedule: PayoutScheduleDetail }) {
  const { state, pause, approval, returned, end, change, holidays_missing: missing } = schedule;
  const isProposal = change?.state === "draft" || change?.state === "awaiting_approval";
  const isStuck = approval?.next?.people.length === 0;
  return (
    <>
      {end && (
        <Notice tone="plain" title={endTitles[end.kind]}>
          {end.reason}
        </Notice>
      )}
      {pause && (
        <Notice tone="warn" title="Pays nothing now">
          {pause.message} Due days until then are passed over.
        </Notice>
      )}
      {returned && (
        <Notice
          tone="warn"
          title={`${returned.by ? `${returned.reason ? "Sent back" : "Withdrawn"} by ${returned.by.name}` : "Not approved in time"}, ${formatDayAndTime(returned.at)}`}
        >
          {returned.reason}
        </Notice>
      )}
      {state === "awaiting_approval" && approval && (
        <Notice
          tone={isStuck ? "bad" : "info"}
          title={isStuck ? "Nobody can approve it now" : "Waits for approval"}
        >
          Nothing is paid before the last approval.
        </Notice>
      )}
      {state === "draft" && !returned && (
        <Notice tone="info" title="Not signed: it pays nothing yet">
          {change ? "Until it is signed, the version before goes on." : undefined}
        </Notice>
      )}
      {change && (state !== "ended" || !isProposal) && (
        <Notice
          tone="info"
          title={
            isProposal
              ? `Version ${change.version} waits for ${change.state === "draft" ? "a signature" : "approval"}`
              : `Version ${change.version} is the one that pays`
          }
          action={
            <Link
              to={paths.schedule}
              params={{ id: change.id }}
              className={buttonClass({ variant: "secondary", size: "sm" })}
            >
              Open version {change.version}
            </Link>
          }
        />
      )}
      {missing.length > 0 && (
        <Notice tone="warn" title={missingHolidays(missing)}>
          Days in it may move by a day. If a list is still missing then, you are asked.
        </Notice>
      )}
    </>
  );
}
