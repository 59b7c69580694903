import { changeOwnName, ownNameForm } from "@rokad/contract/team";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { showFieldErrors, useContractForm } from "../../api/use-contract-form.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.ts";

interface OwnNameDialogProps {
  name: string;
  open: boolean;
  onClose: () => void;
}

/** Changes the person's own name, signed. */
export function OwnNameDialog({ name, open, onClose }: OwnNameDialogProps) {
  const form = useContractForm(ownNameForm, { defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      toast.success((await send(changeOwnName, { body })).message);
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error))
        toast.error(messageOf(error, t`Your name could not be changed. Please try again.`));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!isSubmitting}
      size="sm"
      title={t`Change your name`}
      description={t`Approvals and the security log name you by it. Owners are notified of the change.`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <Field label={t`Name`} required error={errors.name?.message}>
            <TextInput autoComplete="name" {...form.register("name")} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel={t`Changing...`}>
            {t`Change name`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
