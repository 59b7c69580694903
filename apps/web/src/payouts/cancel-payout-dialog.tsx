import { cancelWaitingPayout } from "@rokad/contract/funds-queue";
import { cancelPayout } from "@rokad/contract/payout-cancellation";
import { getPayout, type PayoutDetail } from "@rokad/contract/payouts";
import { formatMoney } from "@rokad/money/format";
import { t } from "../language.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";

interface CancelPayoutDialogProps {
  payout: PayoutDetail;
  open: boolean;
  onClose: () => void;
}

/** Confirms the cancellation of a payout that no provider has. */
export function CancelPayoutDialog({ payout, open, onClose }: CancelPayoutDialogProps) {
  async function cancel() {
    const call = payout.can_cancel_wait ? cancelWaitingPayout : cancelPayout;
    const { message = t`Payout cancelled` } = await sendIdempotent(call, {
      params: { id: payout.id },
    });
    return { message };
  }

  return (
    <ConfirmDialog
      open={open && (payout.can_cancel || payout.can_cancel_wait)}
      onClose={onClose}
      finalFocus={() => document.querySelector<HTMLElement>("#page")}
      title={t`Cancel this payout?`}
      label={t`Cancel payout`}
      busyLabel={t`Cancelling...`}
      keepLabel={t`Keep payout`}
      onConfirm={cancel}
      refresh={() => refreshApi(getPayout)}
    >
      <p>
        {payout.can_cancel_wait
          ? t`Nothing was sent to ${payout.beneficiary_name} yet. Nothing is on hold, so your balance stays as it is.`
          : t`Nothing was sent to ${payout.beneficiary_name} yet. ${formatMoney(payout.total)} (amount, fee and GST) returns to your wallet at once.`}
      </p>
    </ConfirmDialog>
  );
}
