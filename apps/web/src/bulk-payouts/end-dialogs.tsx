import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { rejectPayoutBatch, withdrawPayoutBatch } from "@rokad/contract/batch-approvals";
import { cancelPayoutBatch } from "@rokad/contract/payout-batches";
import { formatMoney } from "@rokad/money/format";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";
import { DraftDialogs } from "../common/approvals/draft-dialogs.tsx";
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

  return (
    <>
      <ReasonDialog
        open={asking === "cancel"}
        onClose={onClose}
        title={created && created.count > 0 ? t`Cancel the rest?` : t`Cancel this batch?`}
        consequence={
          created && created.count > 0
            ? t`${rowsText(left.count)}, ${formatMoney(left.amount)}, will not be paid. ${rowsText(created.count)} already became payouts and go on.`
            : t`${rowsText(left.count)}, ${formatMoney(left.amount)}, will not be paid.`
        }
        label={t`Cancel these rows`}
        onSubmit={(reason) => send(cancelPayoutBatch, { params, body: { reason } })}
        refresh={refreshBatches}
      />
      <DraftDialogs
        thing="batch"
        maker={batch.maker}
        asking={asking === "reject" || asking === "withdraw" ? asking : undefined}
        onClose={onClose}
        onReject={(reason) =>
          send(rejectPayoutBatch, {
            params,
            body: { content_hash: batch.content_hash ?? "", reason },
          })
        }
        onWithdraw={() => send(withdrawPayoutBatch, { params })}
        refresh={refreshBatches}
      />
    </>
  );
}
