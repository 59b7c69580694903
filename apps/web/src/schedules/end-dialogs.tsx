import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { endSchedule, skipScheduleRun } from "@rokad/contract/payout-schedules";
import { rejectSchedule, withdrawSchedule } from "@rokad/contract/schedule-approvals";
import { formatMoney } from "@rokad/money/format";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";
import { toast } from "../ui/toast.ts";
import { refreshSchedules } from "./refresh-schedules.ts";
import { formatDueDay } from "../common/schedules/due-day-text.ts";

interface EndDialogsProps {
  schedule: PayoutScheduleDetail;
  /** Undefined while closed. */
  asking: "end" | "reject" | "withdraw" | "skip" | undefined;
  onClose: () => void;
}

/** Asks before a schedule or one of its days ends, and before it becomes a draft again. */
export function EndDialogs({ schedule, asking, onClose }: EndDialogsProps) {
  const params = { id: schedule.id };
  const { next, state } = schedule;
  const isProposal = state === "draft" || state === "awaiting_approval";

  async function submit(work: () => Promise<{ message: string }>) {
    try {
      toast.success((await work()).message);
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      await refreshSchedules();
    }
  }

  return (
    <>
      <ReasonDialog
        open={asking === "end"}
        onClose={onClose}
        title={isProposal ? "Discard this schedule?" : "End this schedule?"}
        consequence={
          isProposal
            ? "It was not signed, and pays nothing."
            : "No further payout is created. Payouts that exist go on."
        }
        label={isProposal ? "Discard" : "End schedule"}
        onSubmit={(reason) => submit(() => send(endSchedule, { params, body: { reason } }))}
      />
      <ReasonDialog
        open={asking === "skip"}
        onClose={onClose}
        title={next ? `Skip ${formatDueDay(next.due_on)}?` : "Skip the next day?"}
        consequence={`${formatMoney(schedule.amount)} to ${schedule.beneficiary_name} is not paid on that day. The day counts; the next one stays.`}
        label="Skip this day"
        onSubmit={(reason) =>
          submit(() =>
            send(skipScheduleRun, { params, body: { due_on: next?.due_on ?? "", reason } }),
          )
        }
      />
      <ReasonDialog
        open={asking === "reject"}
        onClose={onClose}
        title="Send this schedule back?"
        consequence={`Nothing is paid. ${schedule.maker.name} reads your reason and can change it. Approvals so far no longer count.`}
        label="Send back"
        onSubmit={(reason) =>
          submit(() =>
            send(rejectSchedule, {
              params,
              body: { content_hash: schedule.content_hash, reason },
            }),
          )
        }
      />
      <ConfirmDialog
        open={asking === "withdraw"}
        onClose={onClose}
        title="Withdraw this schedule?"
        label="Withdraw"
        busyLabel="Withdrawing..."
        keepLabel="Keep it submitted"
        onConfirm={async () => {
          try {
            return (await send(withdrawSchedule, { params })).message;
          } finally {
            await refreshSchedules();
          }
        }}
      >
        It becomes a draft again. Approvals so far no longer count. Nothing was paid.
      </ConfirmDialog>
    </>
  );
}
