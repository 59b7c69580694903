import {
  correctFundTransfer,
  sendCorrectionOtp,
  type FundTransfer,
} from "@rokad/contract/fund-transfers";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { Details } from "../ui/details.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { formatDay } from "../ui/dates.ts";
import { sideName } from "./labels.ts";
import { SignedDialog } from "./signed-dialog.tsx";

interface CorrectDialogProps {
  transfer: FundTransfer;
  open: boolean;
  onClose: () => void;
  refresh: () => void;
}

/** Takes a recorded transfer back by a posting in the other direction. */
export function CorrectDialog({ transfer, open, onClose, refresh }: CorrectDialogProps) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const params = { id: transfer.id };
  const lines = [
    { label: "Transfer", value: `${sideName(transfer.from)} → ${sideName(transfer.to)}` },
    { label: "Amount", value: formatMoney(transfer.amount) },
    { label: "Day", value: formatDay(transfer.transferred_on) },
    transfer.utr_reference !== null && { label: "UTR", value: transfer.utr_reference },
  ];

  async function sendCode() {
    if (reason.trim() === "") {
      setProblem("A reason is required");
      return null;
    }
    setProblem(undefined);
    return (await send(sendCorrectionOtp, { params, body: { reason } })).data;
  }

  async function confirm(otp: string) {
    const { message } = await send(correctFundTransfer, { params, body: { reason, otp } });
    toast.success(message);
    refresh();
    onClose();
  }

  return (
    <SignedDialog
      title="Take back transfer"
      description="Posts the same amount in the other direction. The record stays in the list."
      action="Take back transfer"
      danger
      open={open}
      onClose={onClose}
      onSendCode={sendCode}
      onConfirm={confirm}
      onFieldErrors={(error) => {
        const message = error instanceof ApiError ? error.fields["reason"] : undefined;
        setProblem(message);
        return message !== undefined;
      }}
      summary={() => [...lines, { label: "Reason", value: reason }]}
    >
      <Details of={lines} />
      <Field label="Reason" required error={problem} hint="Shown in the list and the audit log">
        <TextInput
          autoComplete="off"
          value={reason}
          maxLength={limits.reasonCharsMax}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </SignedDialog>
  );
}
