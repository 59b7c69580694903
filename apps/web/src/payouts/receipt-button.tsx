import { printReceipt } from "@rokad/contract/payout-files";
import type { PayoutDetail } from "@rokad/contract/payouts";
import { download } from "../api/download.ts";
import { PdfButton } from "../common/exports/pdf-button.tsx";
import { isInProgress } from "./payout-states.ts";

/** Disabled until the payout has an outcome. */
export function ReceiptButton({ payout }: { payout: PayoutDetail }) {
  const inProgress = isInProgress(payout);
  return (
    <PdfButton
      name={`receipt-${payout.id}`}
      label={inProgress ? "Receipt available after completion" : "Download receipt"}
      disabled={inProgress}
      onDownload={(options) =>
        download(
          printReceipt,
          { params: { id: payout.id } },
          `receipt-${payout.reference_id}.pdf`,
          options,
        )
      }
      successText="Receipt downloaded successfully"
      failureText="Failed to download the receipt"
    />
  );
}
