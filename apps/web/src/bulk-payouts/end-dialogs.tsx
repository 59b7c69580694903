import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { rejectPayoutBatch, withdrawPayoutBatch } from "@rokad/contract/batch-approvals";
import { cancelPayoutBatch } from "@rokad/contract/payout-batches";
import { formatMoney } from "@rokad/money/format";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";
import { toast } from "../ui/toast.ts";
import { rowsText } from "./batch-labels.ts";
import { refreshBatches } from "./refresh-batches.ts";

interface EndDialogsProps {
  batch: PayoutBatchDetail;
  /** Undefined while closed. */
  asking: "cancel" | "reject" | "withdraw" | undefined;
  onClose: () => void;
}

/** Asks before rows are cancelled, and before a submitted batch becomes a draft again. */
export function EndDialogs({ batch, asking, onClose }: EndDialogsProps) {
  const params = { id: batch.id };
  const { progress } = batch;
  const created = progress?.created;
  const left = progress
    ? {
        count: progress.total.count - progress.created.count,
        amount: {
          ...progress.total.amount,
          amount: progress.total.amount.amount - progress.created.amount.amount,
        },
      }
    : { count: batch.rows, amount: batch.amount };

  async function submit(work: () => Promise<{ message: string }>) {
    try {
      toast.success((await work()).message);
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      await refreshBatches();
    }
  }

  return (
    <>
      <ReasonDialog
        open={asking === "cancel"}
        onClose={onClose}
        title={created && created.count > 0 ? "Cancel the rest?" : "Cancel this batch?"}
        consequence={`${rowsText(left.count)}, ${formatMoney(left.amount)}, will not be paid.${created && created.count > 0 ? ` ${rowsText(created.count)} already became payouts and go on.` : ""}`}
        label="Cancel these rows"
        onSubmit={(reason) => submit(() => send(cancelPayoutBatch, { params, body: { reason } }))}
      />
      <ReasonDialog
        open={asking === "reject"}
        onClose={onClose}
        title="Send this batch back?"
        consequence={`Nothing is paid. ${batch.maker.name} reads your reason and can fix the rows. Approvals so far no longer count.`}
        label="Send back"
        onSubmit={(reason) =>
          submit(() =>
            send(rejectPayoutBatch, {
              params,
              body: { content_hash: batch.content_hash ?? "", reason },
            }),
          )
        }
      />
      <ConfirmDialog
        open={asking === "withdraw"}
        onClose={onClose}
        title="Withdraw this batch?"
        label="Withdraw"
        busyLabel="Withdrawing..."
        keepLabel="Keep it submitted"
        onConfirm={async () => {
          try {
            return (await send(withdrawPayoutBatch, { params })).message;
          } finally {
            await refreshBatches();
          }
        }}
      >
        It becomes a draft again. Approvals so far no longer count. Nothing was paid.
      </ConfirmDialog>
    </>
  );
}
