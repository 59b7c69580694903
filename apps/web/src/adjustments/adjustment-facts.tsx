import { downloadAdjustmentDocument, type Adjustment } from "@rokad/contract/adjustments";
import { adjustmentLabel } from "@rokad/contract/adjustment-kinds";
import { Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { download } from "../api/download.ts";
import { TenantLink } from "../common/people/tenant-link.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { formatBytes } from "../ui/format-bytes.ts";
import { Money } from "../ui/money.tsx";
import { toast } from "../ui/toast.ts";
import { bookingOf, stateLabels, walletSign } from "./adjustment-labels.ts";

/** Everything about an adjustment: what moves, why, and who signed it. */
export function AdjustmentFacts({ of: adjustment }: { of: Adjustment }) {
  const { deposit, document, owed, state } = adjustment;
  const sign = walletSign(adjustment);
  const [label, tone] = stateLabels[state];
  return (
    <div className="grid gap-4">
      <Details
        of={[
          { label: "Status", value: <Badge tone={tone}>{label}</Badge> },
          { label: "Kind", value: adjustmentLabel(adjustment.kind) },
          adjustment.tenant !== null && {
            label: "Tenant",
            value: <TenantLink tenant={adjustment.tenant} />,
          },
          { label: "Booking", value: bookingOf(adjustment) },
          deposit !== null && {
            label: "Deposit",
            value: <Copyable value={deposit.utr_reference} label="UTR Reference" />,
          },
          deposit !== null && {
            label: "Corrected so far",
            value: (
              <>
                <Money value={deposit.corrected} /> of <Money value={deposit.amount} />
              </>
            ),
          },
          adjustment.reference !== null && { label: "Reference", value: adjustment.reference },
          { label: "Reason", value: adjustment.reason },
          adjustment.proposed_by !== null && {
            label: "Proposed by",
            value: `${adjustment.proposed_by.name}, ${formatDayAndTime(adjustment.proposed_at)}`,
          },
          adjustment.closed_at !== null && {
            label: closingLabels[state],
            value: [
              adjustment.closed_by?.name ?? "the provider’s event",
              formatDayAndTime(adjustment.closed_at),
            ].join(", "),
          },
          adjustment.rejection !== null && { label: "Why", value: adjustment.rejection },
          owed !== null &&
            owed.amount > 0 && { label: "Left to owe", value: <Money value={owed} /> },
          {
            label: "Amount",
            value: <Money value={adjustment.amount} {...(sign && { sign })} />,
            total: true,
          },
        ]}
      />
      {document && <DocumentButton id={adjustment.id} document={document} />}
    </div>
  );
}

const closingLabels = {
  proposed: "Closed by",
  posted: "Confirmed by",
  withdrawn: "Withdrawn by",
  rejected: "Rejected by",
} as const;

interface DocumentButtonProps {
  id: string;
  document: NonNullable<Adjustment["document"]>;
}

function DocumentButton({ id, document }: DocumentButtonProps) {
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await download(downloadAdjustmentDocument, { params: { id } }, document.file_name);
    } catch (error) {
      toast.error(messageOf(error, "Failed to download the document"));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-sunken px-4 py-3 text-dense">
      <span className="min-w-0">
        <span className="block font-medium break-words">{document.file_name}</span>
        <span className="block text-xs text-muted">
          {document.kind.toUpperCase()}, {formatBytes(document.bytes)}. Each download is recorded.
        </span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        icon={<Download />}
        busy={busy}
        busyLabel="Downloading..."
        onClick={() => void save()}
      >
        Download
      </Button>
    </div>
  );
}
