import { cancelPayout } from "@rokad/contract/payout-cancellation";
import { getPayout, type PayoutDetail } from "@rokad/contract/payouts";
import { formatMoney } from "@rokad/money/format";
import { Ban } from "lucide-react";
import { useState } from "react";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { Button } from "../ui/button.tsx";

/** Cancels a payout while no provider has it. */
export function CancelPayout({ payout }: { payout: PayoutDetail }) {
  const [isOpen, setIsOpen] = useState(false);

  async function cancel(): Promise<string> {
    try {
      const { message } = await sendIdempotent(cancelPayout, { params: { id: payout.id } });
      return message ?? "Payout cancelled";
    } finally {
      // Also after an error: a provider may have the payout by now.
      await refreshApi(getPayout);
    }
  }

  return (
    <>
      {payout.can_cancel && !currentViewing() && (
        <Button variant="secondary" icon={<Ban />} onClick={() => setIsOpen(true)}>
          Cancel payout
        </Button>
      )}
      <ConfirmDialog
        open={isOpen && payout.can_cancel}
        onClose={() => setIsOpen(false)}
        finalFocus={() => document.querySelector<HTMLElement>("#page")}
        title="Cancel this payout?"
        label="Cancel payout"
        busyLabel="Cancelling..."
        keepLabel="Keep payout"
        onConfirm={cancel}
      >
        <p>
          Nothing was sent to {payout.beneficiary_name} yet. {formatMoney(payout.total)} (amount,
          fee and GST) returns to your wallet at once.
        </p>
      </ConfirmDialog>
    </>
  );
}
