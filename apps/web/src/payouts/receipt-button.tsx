import { printReceipt } from "@rokad/contract/payout-files";
import type { PayoutDetail } from "@rokad/contract/payouts";
import { t } from "../language.ts";
import { download } from "../api/download.ts";
import { PdfButton } from "../common/exports/pdf-button.tsx";
import { isInProgress } from "./payout-states.ts";

/** Disabled until the payout has an outcome. */
export function ReceiptButton({ payout }: { payout: PayoutDetail }) {
  const inProgress = isInProgress(payout);
  return (
    <PdfButton
      name={`receipt-${payout.id}`}
      label={inProgress ? t`Receipt available after completion` : t`Download receipt`}
      disabled={inProgress}
      onDownload={(options) =>
        download(
          printReceipt,
          { params: { id: payout.id } },
          `receipt-${payout.reference_id}.pdf`,
          options,
        )
      }
      successText={t`Receipt downloaded successfully`}
      failureText={t`Failed to download the receipt`}
    />
  );
}
