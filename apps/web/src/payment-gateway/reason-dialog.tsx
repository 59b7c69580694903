import type { pauseForm, resumeForm } from "@rokad/contract/gateway";
import { limits } from "@rokad/contract/limits";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { messageOf } from "../api/api-error.ts";
import { showFieldErrors, useContractForm } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { toast } from "../ui/toast.ts";

interface ReasonDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The effect of the action. */
  children: ReactNode;
  schema: typeof pauseForm | typeof resumeForm;
  required: boolean;
  placeholder: string;
  submit: { label: string; busy: string; variant: "primary" | "danger" };
  /** @returns the text of the toast. */
  onSubmit: (reason: string) => Promise<string>;
}

/** Shows the effect of an action, takes a reason and runs the action. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, title, children, schema, required, placeholder, submit } = props;
  const form = useContractForm(schema as typeof resumeForm, { defaultValues: { reason: "" } });
  const { errors, isSubmitting, isDirty } = form.formState;
  const reason = useWatch({ control: form.control, name: "reason" }) ?? "";

  const run = form.handleSubmit(async (values) => {
    try {
      toast.success(await props.onSubmit(values.reason ?? ""));
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(messageOf(error));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={() => form.reset()}
      outsideCloses={!isDirty}
      closable={!isSubmitting}
      title={title}
    >
      <form className="contents" noValidate onSubmit={(event) => void run(event)}>
        <DialogBody className="grid gap-4">
          {children}
          <Field
            label={required ? "Reason" : "Reason (optional)"}
            required={required}
            error={errors.reason?.message}
            hint="Stored in the security log"
            aside={`${reason.length}/${limits.reasonCharsMax}`}
          >
            <Textarea
              placeholder={placeholder}
              maxLength={limits.reasonCharsMax}
              {...form.register("reason")}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={submit.variant}
            disabled={required && reason.trim() === ""}
            busy={isSubmitting}
            busyLabel={submit.busy}
          >
            {submit.label}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
