import { limits } from "@rokad/contract/limits";
import { rejectProposalForm } from "@rokad/contract/proposals";
import { useState } from "react";
import { t } from "../../super-admin-language.ts";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/textarea.tsx";

interface RejectFormProps {
  busy: boolean;
  onReject: (reason: string) => void;
}

/** Asks for the reason before it rejects. */
export function RejectForm({ busy, onReject }: RejectFormProps) {
  const [open, setOpen] = useState(false);
  const { register, handleSubmit, formState } = useContractForm(rejectProposalForm, {
    defaultValues: { reason: "" },
  });
  if (!open) {
    return (
      <div>
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {t`Reject proposal`}
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => void handleSubmit(({ reason }) => onReject(reason))(event)}
    >
      <Field
        label={t`Reason`}
        required
        error={formState.errors.reason?.message}
        hint={t`The proposer and the other super admins see it`}
      >
        <Textarea rows={2} maxLength={limits.reasonCharsMax} {...register("reason")} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" size="sm" busy={busy} busyLabel={t`Rejecting...`}>
          {t`Reject proposal`}
        </Button>
        <Button variant="ghost" size="sm" disabled={busy} onClick={() => setOpen(false)}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
