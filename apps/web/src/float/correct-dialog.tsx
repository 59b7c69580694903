import { correctFundTransfer, type FundTransfer } from "@rokad/contract/fund-transfers";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { Details } from "../ui/details.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { formatDay } from "../ui/dates.ts";
import { sideName } from "./labels.ts";

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
  const lines = [
    { label: t`Transfer`, value: `${sideName(transfer.from)} → ${sideName(transfer.to)}` },
    { label: t`Amount`, value: formatMoney(transfer.amount) },
    { label: t`Day`, value: formatDay(transfer.transferred_on) },
    transfer.utr_reference !== null && { label: "UTR", value: transfer.utr_reference },
  ];

  async function submit() {
    if (reason.trim() === "") return setProblem(t`A reason is required`);
    setProblem(undefined);
    try {
      const params = { id: transfer.id };
      const { message } = await send(correctFundTransfer, { params, body: { reason } });
      toast.success(message);
      refresh();
      onClose();
    } catch (error) {
      const message = error instanceof ApiError ? error.fields["reason"] : undefined;
      if (message === undefined) toast.error(messageOf(error));
      else setProblem(message);
    }
  }

  return (
    <FormDialog
      title={t`Reverse transfer`}
      description={t`Posts the same amount in the other direction. The record stays in the list.`}
      action={t`Reverse transfer`}
      danger
      open={open}
      onClose={onClose}
      onSubmit={submit}
    >
      <Details of={lines} />
      <Field
        label={t`Reason`}
        required
        error={problem}
        hint={t`Shown in the list and the audit log`}
      >
        <TextInput
          autoComplete="off"
          value={reason}
          maxLength={limits.reasonCharsMax}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
