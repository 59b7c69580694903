import { useState, type ReactNode } from "react";
import { t } from "../language.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogBody, DialogFooter } from "./dialog.tsx";

interface FormDialogProps {
  title: string;
  description: string;
  /** The name of the action, on the button that sends it. */
  action: string;
  /** The name of the button while it is sent; "Saving..." by default. */
  busyLabel?: string;
  danger?: boolean;
  open: boolean;
  onClose: () => void;
  size?: "sm" | "md" | "lg";
  /** Sends the form and reports its errors. The dialog can't be closed before it settles. */
  onSubmit: () => Promise<void>;
  /** The fields. */
  children: ReactNode;
}

/** A form in a dialog, with Cancel and one action. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, action, busyLabel = t`Saving...`, danger = false } = props;
  const { open, onClose, size, onSubmit, children } = props;
  const [busy, setBusy] = useState(false);

  async function submit() {
    setBusy(true);
    await onSubmit().finally(() => setBusy(false));
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      {...(size && { size })}
      closable={!busy}
      title={title}
      description={description}
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogBody className="grid gap-4">{children}</DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            variant={danger ? "danger" : "primary"}
            busy={busy}
            busyLabel={busyLabel}
          >
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
