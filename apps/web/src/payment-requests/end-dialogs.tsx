import type { PaymentRequestDetail } from "@rokad/contract/payment-requests";
import { rejectPaymentRequest, withdrawPaymentRequest } from "@rokad/contract/request-decisions";
import { formatMoney } from "@rokad/money/format";
import { t } from "../language.ts";
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
        title={t`Withdraw this request?`}
        label={t`Withdraw request`}
        busyLabel={t`Withdrawing...`}
        keepLabel={t`Keep request`}
        onConfirm={() => send(withdrawPaymentRequest, { params })}
        refresh={refresh}
      >
        {t`${amount} to ${request.beneficiary_name} is not sent. Nothing was taken from your wallet.`}
      </ConfirmDialog>
      <ReasonDialog
        open={asking === "reject"}
        onClose={onClose}
        title={t`Reject this request?`}
        consequence={t`${amount} to ${request.beneficiary_name} is not sent. ${request.maker.name} reads your reason.`}
        label={t`Reject request`}
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
