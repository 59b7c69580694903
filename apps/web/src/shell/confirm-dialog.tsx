import { useState, type ReactNode } from "react";
import { messageOf } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** After the closing motion. */
  onClosed?: () => void;
  /** Gets the focus on closing, where what was pressed may be gone by then. */
  finalFocus?: () => HTMLElement | null;
  title: string;
  /** What will happen. */
  children: ReactNode;
  label: string;
  busyLabel: string;
  /** The way out, where "Cancel" could mean the act itself. */
  keepLabel?: string;
  /** @returns the sentence to show. */
  onConfirm: () => Promise<string>;
}

/** Asks once more, and names the consequence on the button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, label, busyLabel, onConfirm } = props;
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      toast.success(await onConfirm());
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
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
      {...(props.onClosed && { onClosed: props.onClosed })}
      {...(props.finalFocus && { finalFocus: props.finalFocus })}
    >
      <DialogBody className="text-sm">{children}</DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          {props.keepLabel ?? "Cancel"}
        </Button>
        <Button variant="danger" busy={busy} busyLabel={busyLabel} onClick={() => void confirm()}>
          {label}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
