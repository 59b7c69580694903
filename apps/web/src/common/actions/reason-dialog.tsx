import type { pauseForm, resumeForm } from "@rokad/contract/gateway";
import { limits } from "@rokad/contract/limits";
import { rejectionBody } from "@rokad/contract/reviews";
import { useRef, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../../language.ts";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { ConfirmDialog, type ActAnswer } from "./confirm-dialog.tsx";

interface ReasonDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  consequence: ReactNode;
  label: string;
  /** Default: a reason that is required. */
  form?: typeof pauseForm | typeof resumeForm;
  isOptional?: boolean;
  placeholder?: string;
  hint?: string;
  /** Default: primary. */
  variant?: "primary" | "danger";
  busyLabel?: string;
  /** The dialog closes after an answer, and stays with the reason after an error. */
  onSubmit: (reason: string) => Promise<ActAnswer>;
  /** Loads again what the act may have changed. */
  refresh: () => unknown;
}

/** Asks for the reason of an action that moves no money. */
export function ReasonDialog({
  consequence,
  form = rejectionBody,
  isOptional = false,
  placeholder,
  hint,
  variant = "primary",
  busyLabel = t`Saving...`,
  onSubmit,
  ...dialog
}: ReasonDialogProps) {
  const { control, register, handleSubmit, reset, formState } = useContractForm(
    form as typeof resumeForm,
    { defaultValues: { reason: "" } },
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const { ref: ofForm, ...entry } = register("reason");
  const written = useWatch({ control, name: "reason" }) ?? "";

  async function submit() {
    let answer: ActAnswer | undefined;
    await handleSubmit(async ({ reason }) => {
      answer = await onSubmit(reason ?? "");
    })();
    return answer;
  }

  return (
    <ConfirmDialog
      {...dialog}
      initialFocus={field}
      onClosed={() => reset()}
      variant={variant}
      busyLabel={busyLabel}
      onConfirm={submit}
    >
      <div className="grid gap-4">
        {typeof consequence === "string" ? (
          <p className="text-muted">{consequence}</p>
        ) : (
          consequence
        )}
        <Field
          label={isOptional ? t`Reason (optional)` : t`Reason`}
          required={!isOptional}
          error={formState.errors.reason?.message}
          aside={`${written.length}/${limits.reasonCharsMax}`}
          {...(hint !== undefined && { hint })}
        >
          <Textarea
            rows={3}
            placeholder={placeholder}
            maxLength={limits.reasonCharsMax}
            {...entry}
            ref={(element) => {
              field.current = element;
              ofForm(element);
            }}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
