import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { endSchedule, skipScheduleRun } from "@rokad/contract/payout-schedules";
import { rejectSchedule, withdrawSchedule } from "@rokad/contract/schedule-approvals";
import { formatMoney } from "@rokad/money/format";
import { formatWeekday } from "../ui/dates.ts";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";
import { DraftDialogs } from "../common/approvals/draft-dialogs.tsx";
import { refreshSchedules } from "./refresh-schedules.ts";

interface EndDialogsProps {
  schedule: PayoutScheduleDetail;
  /** The next due day when the person asked to skip it: at its hour another one comes next. */
  next: PayoutScheduleDetail["next"];
  /** Undefined while closed. */
  asking: "end" | "reject" | "withdraw" | "skip" | undefined;
  onClose: () => void;
}

/** Asks before a schedule or one of its days ends, and before it becomes a draft again. */
export function EndDialogs({ schedule, next, asking, onClose }: EndDialogsProps) {
  const params = { id: schedule.id };
  const { state } = schedule;
  const isProposal = state === "draft" || state === "awaiting_approval";

  return (
    <>
      <ReasonDialog
        open={asking === "end"}
        onClose={onClose}
        title={isProposal ? t`Discard this schedule?` : t`End this schedule?`}
        consequence={
          isProposal
            ? t`It was not signed, and pays nothing.`
            : t`No further payout is created. Payouts that exist go on.`
        }
        label={isProposal ? t`Discard` : t`End schedule`}
        onSubmit={(reason) => send(endSchedule, { params, body: { reason } })}
        refresh={refreshSchedules}
      />
      <ReasonDialog
        open={asking === "skip"}
        onClose={onClose}
        title={next ? t`Skip ${formatWeekday(next.due_on)}?` : t`Skip the next day?`}
        consequence={t`${formatMoney(schedule.amount)} to ${schedule.beneficiary_name} is not paid on that day. The day counts; the next one stays.`}
        label={t`Skip this day`}
        onSubmit={(reason) =>
          send(skipScheduleRun, { params, body: { due_on: next?.due_on ?? "", reason } })
        }
        refresh={refreshSchedules}
      />
      <DraftDialogs
        thing="schedule"
        maker={schedule.maker}
        asking={asking === "reject" || asking === "withdraw" ? asking : undefined}
        onClose={onClose}
        onReject={(reason) =>
          send(rejectSchedule, { params, body: { content_hash: schedule.content_hash, reason } })
        }
        onWithdraw={() => send(withdrawSchedule, { params })}
        refresh={refreshSchedules}
      />
    </>
  );
}
