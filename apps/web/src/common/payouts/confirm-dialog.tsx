import { useState, type ReactNode } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";

interface ConfirmDialogProps {
  title: string;
  description: string;
  /** The name of the act, on the button that does it. */
  action: string;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** False once it can't be done any more: then the dialog says why and can only be closed. */
  isPossible: boolean;
  /** Does it, signed if the server asks for that. @returns what happened. */
  confirm: () => Promise<{ message: string }>;
  /** Reads again what it changed, also after a refusal. */
  refresh: () => Promise<void>;
  /** What is paid. */
  children: ReactNode;
}

/** Repeats what one act pays or submits, and does it. A refusal stays in the dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, action, open, onClose, onClosed, isPossible, children } = props;
  const [busy, setBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown }>();
  // Another person or tab was first: it would be refused, but only after a signature.
  const isLate = !isPossible && !busy && !isDone;
  // Without an answer it may have been done: then what it led to makes it impossible now.
  const problem = failure
    ? messageOf(
        failure.error,
        isPossible
          ? t`We could not reach the server. Try again.`
          : t`We did not get the answer, and this changed meanwhile. Close it and check.`,
      )
    : isLate && t`This changed since you opened it. Close it and check.`;
  const isOver = !isPossible && problem !== false;

  async function confirm() {
    setBusy(true);
    setFailure(undefined);
    try {
      toast.success((await props.confirm()).message);
      setIsDone(true);
      onClose();
    } catch (error) {
      setFailure({ error });
    } finally {
      await props.refresh();
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={isOver}
      closable={!busy}
      title={title}
      description={description}
    >
      <DialogBody className="grid gap-4" label={t`What is paid`}>
        {problem && (
          <div role="alert">
            <Notice tone="bad" title={problem} />
          </div>
        )}
        {children}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {isOver ? t`Close` : t`Cancel`}
        </Button>
        {!isOver && (
          <Button busy={busy} busyLabel={t`Sending...`} onClick={() => void confirm()}>
            {action}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
