import { printReceipt, type PayoutDetail } from "@rokad/contract/payouts";
import { download } from "../api/download.ts";
import { PdfButton } from "../shell/pdf-button.tsx";
import { isUnderWay } from "./payout-states.ts";

/** There is a receipt once there is an outcome; until then the button says so. */
export function ReceiptButton({ payout }: { payout: PayoutDetail }) {
  const underWay = isUnderWay(payout);
  return (
    <PdfButton
      name={`receipt-${payout.id}`}
      label={underWay ? "Receipt once finished" : "Download receipt"}
      disabled={underWay}
      onDownload={(options) =>
        download(
          printReceipt,
          { params: { id: payout.id } },
          `receipt-${payout.reference_id}.pdf`,
          options,
        )
      }
      done="Receipt downloaded successfully"
      failed="Failed to download the receipt"
    />
  );
}
