import { limits } from "@rokad/contract/limits";
import { rejectionBody } from "@rokad/contract/reviews";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { ConfirmDialog, type ActAnswer } from "./confirm-dialog.tsx";

interface ReasonDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  consequence: string;
  label: string;
  /** The dialog closes after an answer, and stays with the reason after an error. */
  onSubmit: (reason: string) => Promise<ActAnswer>;
  /** Loads again what the act may have changed. */
  refresh: () => Promise<void>;
}

/** Asks for the reason of an action that moves no money. */
export function ReasonDialog({ consequence, onSubmit, ...dialog }: ReasonDialogProps) {
  const { register, handleSubmit, reset, formState } = useContractForm(rejectionBody, {
    defaultValues: { reason: "" },
  });

  async function submit() {
    let answer: ActAnswer | undefined;
    await handleSubmit(async ({ reason }) => {
      answer = await onSubmit(reason);
    })();
    return answer;
  }

  return (
    <ConfirmDialog
      {...dialog}
      onClosed={() => reset()}
      variant="primary"
      busyLabel="Saving..."
      onConfirm={submit}
    >
      <div className="grid gap-4">
        <p className="text-muted">{consequence}</p>
        <Field label="Reason" required error={formState.errors.reason?.message}>
          <Textarea rows={3} maxLength={limits.reasonCharsMax} {...register("reason")} />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
