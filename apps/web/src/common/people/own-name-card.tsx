import { changeOwnName, ownNameForm } from "@rokad/contract/team";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { sendIdempotent } from "../../api/send-idempotent.ts";
import { useUser } from "../../api/session.ts";
import { showFieldErrors, useContractForm } from "../../api/use-contract-form.ts";
import { currentViewing } from "../../api/viewing.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.ts";

/** The person's own name, with what changes it. The page has a `SignatureHost`. */
export function OwnNameCard() {
  const name = useUser()?.name ?? "";
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card className="flex items-center gap-3 p-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-dense text-muted">Your name</p>
        <p className="font-medium break-words">{name}</p>
      </div>
      {!currentViewing() && (
        <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
          <Pencil aria-hidden />
          Change
        </Button>
      )}
      <OwnNameDialog key={name} name={name} open={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  );
}

interface OwnNameDialogProps {
  name: string;
  open: boolean;
  onClose: () => void;
}

function OwnNameDialog({ name, open, onClose }: OwnNameDialogProps) {
  const form = useContractForm(ownNameForm, { defaultValues: { name } });
  const { errors, isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      toast.success((await sendIdempotent(changeOwnName, { body })).message);
      onClose();
    } catch (error) {
      if (!showFieldErrors(form, error))
        toast.error(messageOf(error, "Your name could not be changed. Please try again."));
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!isSubmitting}
      outsideCloses={!isDirty}
      size="sm"
      title="Change your name"
      description="Approvals and the security log name you by it. Owners are notified of the change."
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <Field label="Name" required error={errors.name?.message}>
            <TextInput autoComplete="name" {...form.register("name")} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel="Changing...">
            Change name
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
