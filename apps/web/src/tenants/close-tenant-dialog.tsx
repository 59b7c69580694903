import { closeTenant, listTenants } from "@rokad/contract/tenants";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import type { TenantDialogFrame } from "./dialog-frame.ts";
import { PendingFigures } from "./pending-figures.tsx";

export function CloseTenantDialog(props: TenantDialogFrame) {
  const { tenant, open, onClose, onClosed, finalFocus } = props;
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function close() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { message } = await send(closeTenant, { params: { id: tenant._id } });
      toast.success(message);
      void refreshApi(listTenants);
      onClose();
    } catch (error) {
      setProblem(messageOf(error, "Failed to close the account"));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      finalFocus={finalFocus}
      closable={!busy}
      title={<span className="break-words">Close {tenant.name}?</span>}
      description="Permanent: nobody can sign in, and the phone number can't be reused. Its books are kept."
    >
      <DialogBody className="grid gap-4">
        <PendingFigures tenant={tenant} />
        <p className="text-sm text-muted">
          You can close an account only if its wallet is empty and nothing is pending.
        </p>
        <div role="alert" className="empty:hidden">
          {problem && <Notice tone="bad" title={problem} />}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} busyLabel="Closing..." onClick={() => void close()}>
          Close account
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
