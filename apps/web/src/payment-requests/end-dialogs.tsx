import type { PaymentRequestDetail } from "@rokad/contract/payment-requests";
import { rejectPaymentRequest, withdrawPaymentRequest } from "@rokad/contract/request-decisions";
import { formatMoney } from "@rokad/money/format";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";
import { toast } from "../ui/toast.ts";

interface EndDialogsProps {
  request: PaymentRequestDetail;
  /** Undefined while closed. */
  asking: "withdraw" | "reject" | undefined;
  onClose: () => void;
  /** Runs after each attempt: another person may have decided. */
  onEnded: () => Promise<void>;
}

/** Asks before a request ends without a payout. */
export function EndDialogs({ request, asking, onClose, onEnded }: EndDialogsProps) {
  const params = { id: request.id };
  const amount = formatMoney(request.amount);
  return (
    <>
      <ConfirmDialog
        open={asking === "withdraw"}
        onClose={onClose}
        title="Withdraw this request?"
        label="Withdraw request"
        busyLabel="Withdrawing..."
        keepLabel="Keep request"
        onConfirm={async () => {
          try {
            return (await send(withdrawPaymentRequest, { params })).message;
          } finally {
            await onEnded();
          }
        }}
      >
        {amount} to {request.beneficiary_name} is not sent. Nothing was taken from your wallet.
      </ConfirmDialog>
      <ReasonDialog
        open={asking === "reject"}
        onClose={onClose}
        title="Reject this request?"
        consequence={`${amount} to ${request.beneficiary_name} is not sent. ${request.maker.name} reads your reason.`}
        label="Reject request"
        onSubmit={async (reason) => {
          try {
            const body = { content_hash: request.content_hash, reason };
            toast.success((await send(rejectPaymentRequest, { params, body })).message);
            onClose();
          } catch (error) {
            toast.error(messageOf(error));
          } finally {
            await onEnded();
          }
        }}
      />
    </>
  );
}
