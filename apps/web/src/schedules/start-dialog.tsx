import { scheduleActsIn } from "@rokad/contract/schedule-states";
import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { startSchedule } from "@rokad/contract/payout-schedules";
import { approveSchedule, submitSchedule } from "@rokad/contract/schedule-approvals";
import { formatMoney } from "@rokad/money/format";
import { send } from "../api/client.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { ConfirmDialog } from "../common/payouts/confirm-dialog.tsx";
import { Details } from "../ui/details.tsx";
import { formatTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { refreshSchedules } from "./refresh-schedules.ts";
import { formatDueDay } from "../common/schedules/due-day-text.ts";

interface StartDialogProps {
  schedule: PayoutScheduleDetail;
  act: "start" | "submit" | "approve";
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

const titles = {
  start: "Start this schedule?",
  submit: "Submit this schedule?",
  approve: "Approve this schedule?",
} as const;
const buttons = {
  start: "Sign and start",
  submit: "Submit for approval",
  approve: "Sign and approve",
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
          ? "Nothing is paid before the last approval."
          : "One signature covers exactly these payouts. Each leaves without another code."
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
          { label: "To", value: schedule.beneficiary_name },
          { label: "Account", value: schedule.account },
          { label: "Pays", value: schedule.rule_text },
          next !== undefined && {
            label: "First payout",
            value: `${formatDueDay(next.due_on)}, ${formatTime(next.due_at)}`,
          },
          { label: "Amount", value: <Money value={schedule.amount} /> },
          {
            label: "Fee and GST",
            value: `${formatMoney(schedule.txn_fee)} + ${formatMoney(schedule.gst_amount)}`,
          },
          {
            label: "From the wallet each time",
            value: <Money value={schedule.total} />,
            total: true,
          },
        ]}
      />
      {schedule.version > 1 && (
        <Notice tone="info" title={`This is version ${schedule.version}`}>
          Once it starts, the version before pays nothing any more.
        </Notice>
      )}
    </ConfirmDialog>
  );
}
