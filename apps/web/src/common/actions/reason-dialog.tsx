import { limits } from "@rokad/contract/limits";
import { rejectionBody } from "@rokad/contract/reviews";
import { useState } from "react";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/textarea.tsx";

interface ReasonDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  consequence: string;
  label: string;
  onSubmit: (reason: string) => Promise<void>;
}

/** Asks for the reason of an action that moves no money. */
export function ReasonDialog({ open, onClose, title, consequence, ...rest }: ReasonDialogProps) {
  const { register, handleSubmit, reset, formState } = useContractForm(rejectionBody, {
    defaultValues: { reason: "" },
  });
  const [busy, setBusy] = useState(false);

  async function submit({ reason }: { reason: string }) {
    setBusy(true);
    await rest.onSubmit(reason);
    setBusy(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={() => reset()}
      closable={!busy}
      size="sm"
      title={title}
    >
      <form className="contents" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <DialogBody className="grid gap-4">
          <p className="text-sm text-muted">{consequence}</p>
          <Field label="Reason" required error={formState.errors.reason?.message}>
            <Textarea rows={3} maxLength={limits.reasonCharsMax} {...register("reason")} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} busyLabel="Saving...">
            {rest.label}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
