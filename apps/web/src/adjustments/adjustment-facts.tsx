import { downloadAdjustmentDocument, type Adjustment } from "@rokad/contract/adjustments";
import { adjustmentLabel } from "@rokad/contract/adjustment-kinds";
import { Download } from "lucide-react";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
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
          { label: t`Status`, value: <Badge tone={tone}>{label}</Badge> },
          { label: t`Kind`, value: translateText(adjustmentLabel(adjustment.kind)) },
          adjustment.tenant !== null && {
            label: t`Tenant`,
            value: <TenantLink tenant={adjustment.tenant} />,
          },
          { label: t`Booking`, value: bookingOf(adjustment) },
          deposit !== null && {
            label: t`Deposit`,
            value: <Copyable value={deposit.utr_reference} label={t`UTR Reference`} />,
          },
          deposit !== null && {
            label: t`Corrected so far`,
            value: (
              <>
                <Money value={deposit.corrected} /> {t`of`} <Money value={deposit.amount} />
              </>
            ),
          },
          adjustment.reference !== null && { label: t`Reference`, value: adjustment.reference },
          { label: t`Reason`, value: adjustment.reason },
          adjustment.proposed_by !== null && {
            label: t`Proposed by`,
            value: `${adjustment.proposed_by.name}, ${formatDayAndTime(adjustment.proposed_at)}`,
          },
          adjustment.closed_at !== null && {
            label: closingLabels[state],
            value: [
              adjustment.closed_by?.name ?? t`the provider’s event`,
              formatDayAndTime(adjustment.closed_at),
            ].join(", "),
          },
          adjustment.rejection !== null && { label: t`Why`, value: adjustment.rejection },
          owed !== null &&
            owed.amount > 0 && { label: t`Left to owe`, value: <Money value={owed} /> },
          {
            label: t`Amount`,
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
  proposed: t`Closed by`,
  posted: t`Confirmed by`,
  withdrawn: t`Withdrawn by`,
  rejected: t`Rejected by`,
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
      toast.error(messageOf(error, t`Failed to download the document`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-sunken px-4 py-3 text-dense">
      <span className="min-w-0">
        <span className="block font-medium break-words">{document.file_name}</span>
        <span className="block text-xs text-muted">
          {t`${document.kind.toUpperCase()}, ${formatBytes(document.bytes)}. Each download is recorded.`}
        </span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        icon={<Download />}
        busy={busy}
        busyLabel={t`Downloading...`}
        onClick={() => void save()}
      >
        {t`Download`}
      </Button>
    </div>
  );
}
