import {
  confirmAdjustment,
  getAdjustment,
  listAdjustments,
  rejectAdjustment,
  withdrawAdjustment,
  type Adjustment,
} from "@rokad/contract/adjustments";
import { adjustmentLabel } from "@rokad/contract/adjustment-kinds";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { useMay, useUser } from "../api/session.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { SignButton } from "../common/signing/sign-button.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { AdjustmentFacts } from "./adjustment-facts.tsx";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";

interface AdjustmentDialogProps {
  /** The row of the list; the dialog keeps itself up to date. */
  row: Adjustment;
  open: boolean;
  onClose: () => void;
}

/** An adjustment with both people, and the actions that are the signed-in person's. */
export function AdjustmentDialog({ row, open, onClose }: AdjustmentDialogProps) {
  const { data } = useApi(getAdjustment, open ? { params: { id: row.id } } : null);
  const adjustment = data?.data.id === row.id ? data.data : row;
  const person = useUser();
  const isOpen = adjustment.state === "proposed";
  const canSign = useMay<
    typeof confirmAdjustment | typeof rejectAdjustment | typeof withdrawAdjustment
  >("finance");
  const isOwn = adjustment.proposed_by?.id === person?.id;
  const [asking, setAsking] = useState<"withdraw" | "reject">();
  const params = { id: adjustment.id };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={!isOpen}
      size="lg"
      title={translateText(adjustmentLabel(adjustment.kind))}
      description={effectOf(adjustment)}
    >
      <DialogBody className="grid gap-5">
        <AdjustmentFacts of={adjustment} />
        {isOpen && adjustment.why_not !== null && <Notice tone="warn" title={adjustment.why_not} />}
        {isOpen && canSign && adjustment.why_not === null && (
          <SignButton
            label={t`Confirm ${formatMoney(adjustment.amount)}`}
            onSign={async () => {
              const { message } = await send(confirmAdjustment, { params });
              toast.success(message);
              await refresh();
              onClose();
            }}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t`Close`}
        </Button>
        {isOpen && canSign && (
          <Button variant="danger" onClick={() => setAsking(isOwn ? "withdraw" : "reject")}>
            {isOwn ? t`Withdraw proposal` : t`Reject proposal`}
          </Button>
        )}
      </DialogFooter>
      <ConfirmDialog
        open={asking === "withdraw"}
        onClose={() => setAsking(undefined)}
        title={t`Withdraw proposal?`}
        label={t`Withdraw proposal`}
        busyLabel={t`Withdrawing...`}
        keepLabel={t`Keep proposal`}
        onConfirm={() => send(withdrawAdjustment, { params })}
        refresh={refresh}
      >
        <p>{t`No money moves. A new proposal needs a new signature.`}</p>
      </ConfirmDialog>
      <ReasonDialog
        open={asking === "reject"}
        onClose={() => setAsking(undefined)}
        title={t`Reject proposal?`}
        consequence={t`No money moves. The proposer sees your reason.`}
        label={t`Reject proposal`}
        onSubmit={(reason) => send(rejectAdjustment, { params, body: { reason } })}
        refresh={refresh}
      />
    </Dialog>
  );
}

function refresh(): Promise<void> {
  return refreshApi(listAdjustments, getAdjustment);
}

/** What confirming does, in one sentence. */
function effectOf({ state, amount, tenant, debit_account: debit }: Adjustment): string {
  if (state !== "proposed") return tenant ? tenant.name : t`Platform accounts`;
  if (!tenant) return t`Moves ${formatMoney(amount)} between platform accounts, once confirmed.`;
  return debit === "wallet"
    ? t`Takes ${formatMoney(amount)} from ${tenant.name}, once confirmed. If the balance is too low, the tenant owes the rest.`
    : t`Adds ${formatMoney(amount)} to ${tenant.name}’s wallet, once confirmed.`;
}
