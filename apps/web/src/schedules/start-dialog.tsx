import { scheduleActsIn } from "@rokad/contract/schedule-states";
import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { startSchedule } from "@rokad/contract/payout-schedules";
import { approveSchedule, submitSchedule } from "@rokad/contract/schedule-approvals";
import { formatMoney } from "@rokad/money/format";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { ConfirmDialog } from "../common/payouts/confirm-dialog.tsx";
import { Details } from "../ui/details.tsx";
import { formatTime, formatWeekday } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { refreshSchedules } from "./refresh-schedules.ts";

interface StartDialogProps {
  schedule: PayoutScheduleDetail;
  act: "start" | "submit" | "approve";
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

const titles = {
  start: t`Start this schedule?`,
  submit: t`Submit this schedule?`,
  approve: t`Approve this schedule?`,
} as const;
const buttons = {
  start: t`Sign and start`,
  submit: t`Submit for approval`,
  approve: t`Sign and approve`,
} as const;

/** Repeats what one signature covers, and does it. */
export function StartDialog({ schedule, act, open, onClose, onClosed }: StartDialogProps) {
  const params = { id: schedule.id };
  const body = { content_hash: schedule.content_hash };
  const [next] = schedule.upcoming;

  function confirm(): Promise<{ message: string }> {
    if (act === "submit") return send(submitSchedule, { params, body });
    const call = act === "approve" ? approveSchedule : startSchedule;
    return sendIdempotent(call, { params, body }, { keptMs: approvalKeptMs });
  }

  return (
    <ConfirmDialog
      title={titles[act]}
      description={
        act === "submit"
          ? t`Nothing is paid before the last approval.`
          : t`One signature covers exactly these payouts. Each leaves without another code.`
      }
      action={buttons[act]}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      isPossible={scheduleActsIn[schedule.state].includes(act)}
      confirm={confirm}
      refresh={refreshSchedules}
    >
      <Details
        of={[
          { label: t`To`, value: schedule.beneficiary_name },
          { label: t`Account`, value: schedule.account },
          { label: t`Pays`, value: schedule.rule_text },
          next !== undefined && {
            label: t`First payout`,
            value: `${formatWeekday(next.due_on)}, ${formatTime(next.due_at)}`,
          },
          { label: t`Amount`, value: <Money value={schedule.amount} /> },
          {
            label: t`Fee and GST`,
            value: `${formatMoney(schedule.txn_fee)} + ${formatMoney(schedule.gst_amount)}`,
          },
          {
            label: t`From the wallet each time`,
            value: <Money value={schedule.total} />,
            total: true,
          },
        ]}
      />
      {schedule.version > 1 && (
        <Notice tone="info" title={t`This is version ${schedule.version}`}>
          {t`Once it starts, the version before pays nothing any more.`}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
