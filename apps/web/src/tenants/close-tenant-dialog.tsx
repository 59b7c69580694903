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
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function close() {
    setBusy(true);
    setRefusal(undefined);
    try {
      const { message } = await send(closeTenant, { params: { id: tenant._id } });
      toast.success(message);
      void refreshApi(listTenants);
      onClose();
    } catch (error) {
      setRefusal(messageOf(error, "Failed to close the account"));
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
      description="For good: nobody signs in to it again, it leaves this list, and its phone number can't be used for another account. Its books are kept."
    >
      <DialogBody className="grid gap-4">
        <PendingFigures tenant={tenant} />
        <p className="text-sm text-muted">
          An account can be closed only when its wallet is empty and nothing in it is pending.
        </p>
        <div role="alert" className="empty:hidden">
          {refusal && <Notice tone="bad" title={refusal} />}
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
