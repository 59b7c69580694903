import { leaveTeam } from "@rokad/contract/team";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { leaveSession } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";

interface LeaveDialogProps {
  /** The business of this session. */
  name: string;
  open: boolean;
  onClose: () => void;
}

/** Leaves a business for good, signed: the session ends with the membership. */
export function LeaveDialog({ name, open, onClose }: LeaveDialogProps) {
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await send(leaveTeam, {});
      leaveSession();
    } catch (error) {
      toast.error(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!busy}
      size="sm"
      title={<span className="break-words">{t`Leave ${name}?`}</span>}
    >
      <DialogBody className="text-sm">
        <p>
          {t`You are signed out of it at once. What you requested or approved stays. Only a new invitation brings you back.`}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          {t`Stay`}
        </Button>
        <Button variant="danger" busy={busy} busyLabel={t`Leaving...`} onClick={() => void leave()}>
          {t`Leave`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
