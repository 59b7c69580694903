import type { PaymentRequestDetail } from "@rokad/contract/payment-requests";
import { rejectPaymentRequest, withdrawPaymentRequest } from "@rokad/contract/request-decisions";
import { formatMoney } from "@rokad/money/format";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";

interface EndDialogsProps {
  request: PaymentRequestDetail;
  /** Undefined while closed. */
  asking: "withdraw" | "reject" | undefined;
  onClose: () => void;
  refresh: () => Promise<void>;
}

/** Asks before a request ends without a payout. */
export function EndDialogs({ request, asking, onClose, refresh }: EndDialogsProps) {
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
        onConfirm={() => send(withdrawPaymentRequest, { params })}
        refresh={refresh}
      >
        {amount} to {request.beneficiary_name} is not sent. Nothing was taken from your wallet.
      </ConfirmDialog>
      <ReasonDialog
        open={asking === "reject"}
        onClose={onClose}
        title="Reject this request?"
        consequence={`${amount} to ${request.beneficiary_name} is not sent. ${request.maker.name} reads your reason.`}
        label="Reject request"
        onSubmit={(reason) =>
          send(rejectPaymentRequest, {
            params,
            body: { content_hash: request.content_hash, reason },
          })
        }
        refresh={refresh}
      />
    </>
  );
}
