import { useState, type ReactNode, type RefObject } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";

/** The toast's text. */
export interface ActAnswer {
  readonly message: string;
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** Runs after the closing animation. */
  onClosed?: () => void;
  /** Gets the focus on opening. Default: the close button. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus on closing, when the pressed button may be gone. */
  finalFocus?: () => HTMLElement | null;
  title: string;
  /** The consequence. */
  children: ReactNode;
  label: string;
  /** Default: danger. */
  variant?: "primary" | "danger";
  busyLabel: string;
  /** The dismiss label, where "Cancel" could mean the action itself. */
  keepLabel?: string;
  /** The dialog closes after an answer. It stays after an error, and without one: an entry is wrong. */
  onConfirm: () => Promise<ActAnswer | undefined>;
  /** Loads again what the act may have changed: also after an error, as others may have been first. */
  refresh?: () => unknown;
}

/** Asks for confirmation, with the consequence on the button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, label, busyLabel, onConfirm, refresh } = props;
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      const answer = await onConfirm().finally(refresh);
      if (!answer) return;
      toast.success(answer.message);
      onClose();
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!busy}
      size="sm"
      title={title}
      {...(props.initialFocus && { initialFocus: props.initialFocus })}
      {...(props.onClosed && { onClosed: props.onClosed })}
      {...(props.finalFocus && { finalFocus: props.finalFocus })}
    >
      <DialogBody className="text-sm">{children}</DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          {props.keepLabel ?? t`Cancel`}
        </Button>
        <Button
          variant={props.variant ?? "danger"}
          busy={busy}
          busyLabel={busyLabel}
          onClick={() => void confirm()}
        >
          {label}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
